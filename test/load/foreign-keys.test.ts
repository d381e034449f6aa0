import { afterAll, expect, test } from 'vitest';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

const tables = ['entry', 'note']
  .map(
    (name) => `CREATE TABLE ${name} (id int, g int NOT NULL, y int NOT NULL, entry_id int, PRIMARY KEY (id, g, y)) PARTITION BY LIST (g);
    CREATE TABLE ${name}_1 PARTITION OF ${name} FOR VALUES IN (1) PARTITION BY RANGE (y);
    CREATE TABLE ${name}_1_a PARTITION OF ${name}_1 FOR VALUES FROM (0) TO (10);
    CREATE TABLE ${name}_1_b PARTITION OF ${name}_1 FOR VALUES FROM (10) TO (20);
    CREATE TABLE ${name}_2 PARTITION OF ${name} FOR VALUES IN (2);`,
  )
  .join('\n');

const keys = [
  'ALTER TABLE note ADD CONSTRAINT note_entry FOREIGN KEY (entry_id, g, y) REFERENCES entry (id, g, y)',
  'ALTER TABLE entry ADD CONSTRAINT entry_entry FOREIGN KEY (entry_id, g, y) REFERENCES entry (id, g, y) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED',
  'ALTER TABLE note ADD CONSTRAINT note_unchecked FOREIGN KEY (entry_id, g, y) REFERENCES entry (id, g, y) NOT VALID',
];

/** All that is known of the keys and of the triggers that see to them, but for numbers of objects. */
const catalogue = `
  SELECT json_agg(to_jsonb(k) - '{oid,connamespace,conrelid,confrelid,conparentid,conindid,conpfeqop,conppeqop,conffeqop}'::text[]
      || jsonb_build_object('table', k.conrelid::regclass, 'other', k.confrelid::regclass, 'parent', p.conname, 'index', k.conindid::regclass,
        'triggers', (SELECT json_agg(json_build_array(tgrelid::regclass, tgfoid::regproc, tgtype, tgenabled) ORDER BY tgrelid, tgfoid, tgtype)
          FROM pg_trigger WHERE tgconstraint = k.oid))
    ORDER BY k.conname, k.conrelid::regclass::text, k.confrelid::regclass::text) AS keys
  FROM pg_constraint k LEFT JOIN pg_constraint p ON p.oid = k.conparentid WHERE k.contype = 'f'`;

async function readKeys(text: string): Promise<unknown> {
  site.write('keys.sql', text);
  const database = await site.open({ schema: ['keys.sql'] });
  try {
    const [row] = await database.query(catalogue);
    return row?.['keys'];
  } finally {
    await database.close();
  }
}

test('keys between partitioned tables leave the catalogue that psql leaves', async () => {
  const adapted = await readKeys(`${tables} ${keys.join(';')};`);
  // What a block executes is for the server alone.
  const asWritten = await readKeys(`${tables} ${keys.map((key) => `DO $$ BEGIN EXECUTE '${key}'; END $$`).join(';')};`);
  expect(adapted).toEqual(asWritten);
  expect(adapted).toHaveLength(27);
  const checked = (adapted as { conname: string; convalidated: boolean }[]).filter(({ convalidated }) => convalidated);
  expect(checked).toHaveLength(18);
});
