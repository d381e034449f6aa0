import { afterAll, expect, test } from 'vitest';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

const root = (name: string): string =>
  `CREATE TABLE ${name} (id int, v int) PARTITION BY RANGE (id); CREATE TABLE ${name}_1 PARTITION OF ${name} FOR VALUES FROM (0) TO (10);`;
const block = (body: string): string => `DO $$ BEGIN ${body} END $$;`;

const schema = [
  'CREATE EXTENSION IF NOT EXISTS vector; CREATE EXTENSION IF NOT EXISTS timescaledb; CREATE EXTENSION IF NOT EXISTS pg_partman;',
  root('asked'),
  block(
    "IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'timescaledb') THEN CREATE TABLE asked_2 PARTITION OF asked FOR VALUES FROM (10) TO (20); END IF;",
  ),
  root('hidden'),
  'ALTER TABLE hidden ADD e vector(3); CREATE TABLE hidden_2 (LIKE hidden);',
  block(
    'CREATE INDEX ON hidden USING hnsw (e vector_l2_ops); ALTER TABLE public."hidden" ATTACH PARTITION hidden_2 FOR VALUES FROM (10) TO (20); EXCEPTION WHEN OTHERS THEN NULL;',
  ),
  'CREATE TABLE hyper (at timestamptz NOT NULL);',
  block("PERFORM create_hypertable('hyper', 'at'); EXCEPTION WHEN undefined_function THEN NULL;"),
  root('parted'),
  block("IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_partman') THEN PERFORM create_parent('public.parted', 'id', '10'); END IF;"),
  root('made'),
  block(
    "IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'timescaledb') THEN CREATE EXTENSION timescaledb; END IF; CREATE TABLE made_2 PARTITION OF made FOR VALUES FROM (10) TO (20);",
  ),
  root('alien'),
  block(
    "IF EXISTS (SELECT FROM pg_extension WHERE extname IN ('acme_parts')) THEN CREATE TABLE alien_2 PARTITION OF alien FOR VALUES FROM (10) TO (20); END IF;",
  ),
  root('composed'),
  block(
    "IF EXISTS (SELECT FROM pg_extension WHERE extname = 'timescaledb') THEN EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (10) TO (20)', 'composed_2', 'composed'); END IF;",
  ),
  root('plain'),
  block(
    "IF EXISTS (SELECT FROM pg_extension WHERE extname = 'plpgsql') THEN CREATE TABLE plain_2 PARTITION OF plain FOR VALUES FROM (10) TO (20); END IF;",
  ),
  block('CREATE TABLE plain_3 PARTITION OF plain FOR VALUES FROM (20) TO (30); EXCEPTION WHEN duplicate_table THEN NULL;'),
].join('\n');

test('what a DO block would divide with an extension is not judged without it', async () => {
  site.write('blocks.sql', schema);
  const database = await site.open({ schema: ['blocks.sql'] });
  const leaves = await database.query(
    "SELECT relname AS name, (SELECT count(*)::int FROM pg_partition_tree(oid) WHERE isleaf) AS leaves FROM pg_class WHERE relkind = 'p' ORDER BY 1",
  );
  await database.close();
  expect(Object.fromEntries(leaves.map(({ name, leaves }) => [name, leaves]))).toEqual({
    alien: 1,
    asked: 1,
    composed: 1,
    hidden: 1,
    made: 2,
    parted: 1,
    plain: 3,
  });
  const does = (extension: string) => `has partitions of a DO block that does something else without the extension ${extension}`;
  const { notes, unjudged } = database.state;
  expect(unjudged).toEqual({
    alien: does('acme_parts'),
    asked: does('timescaledb'),
    composed: does('timescaledb'),
    composed_2: does('timescaledb'),
    'public.hidden': does('vector'),
    hyper: expect.stringMatching(/hypertable/),
    'public.parted': does('pg_partman'),
  });
  expect(notes).toContainEqual({
    subject: 'extensions timescaledb, vector, pg_partman, acme_parts',
    message: 'not in this PostgreSQL, and a DO block does something else without it: what it does with it is missing',
  });
});
