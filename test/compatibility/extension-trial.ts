import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { openWith } from '../open-schema.ts';
import type { Row } from './section.ts';

/** A table of two leaves in a schema that asks for an extension, and what is tried on it. */
interface Trial {
  readonly extension: string;
  /** What the table has beside `tenant` and `id`, and what is made and called after it. `t` in it is the table. */
  readonly columns?: string;
  readonly more?: string;
  /** A statement on `t` that uses the extension. */
  readonly use: string;
}

const trials: Trial[] = [];
let outcomes: Promise<readonly string[]> | undefined;

/** A row of what one schema of two leaves came to. */
export function row(what: string, trial: Trial, happens: string): Row {
  const index = trials.push(trial) - 1;
  const check = async () => {
    outcomes ??= tryAll();
    return (await outcomes)[index] ?? 'not tried';
  };
  return { what, happens, check };
}

/** One server for all. */
async function tryAll(): Promise<readonly string[]> {
  const database = await openWith([], trials.map(toSql).join('\n'));
  try {
    const said: string[] = [];
    for (const [index, trial] of trials.entries()) said.push(await tryOne(database, trial, `t${index}`));
    return said;
  } finally {
    await database.close();
  }
}

function toSql({ extension, columns, more = '' }: Trial, index: number): string {
  const table = `t${index}`;
  const column = columns === undefined ? '' : `, ${columns}`;
  return `CREATE EXTENSION IF NOT EXISTS "${extension}" VERSION '99.9' CASCADE;
    CREATE TABLE ${table} (tenant integer, id integer${column}) PARTITION BY LIST (tenant);
    CREATE TABLE ${table}_1 PARTITION OF ${table} FOR VALUES IN (1);
    CREATE TABLE ${table}_2 (LIKE ${table});
    ALTER TABLE ${table} ATTACH PARTITION ${table}_2 FOR VALUES IN (2);
    ${named(more, table)};`;
}

function named(sql: string, table: string): string {
  return sql.replace(/\bt(?=\b|_)/g, table);
}

async function tryOne(database: Database, { extension, use }: Trial, table: string): Promise<string> {
  const [row] = await database.query(`SELECT count(*)::int AS leaves FROM pg_partition_tree('${table}') WHERE isleaf`);
  const right = await judge(database, `SELECT * FROM ${table} WHERE tenant = 1`);
  const wrong = await judge(database, `SELECT * FROM ${table}`);
  const used = await judge(database, named(use, table));
  const note = database.state.notes.find(({ subject }) => subject.startsWith('extension') && subject.split(/[ ,]+/).includes(extension))?.message;
  const isJudged = row?.['leaves'] === 2 && right === 'passes' && wrong === 'require-partition-keys';
  const parts = [
    isJudged ? 'Judged' : `${row?.['leaves']} leaves, ${right}, ${wrong}`,
    ...(note === undefined ? [] : [shorten(note)]),
    `using it: ${used}`,
  ];
  return parts.join('; ').replaceAll(table, 't');
}

function shorten(note: string): string {
  const told = note.replace('not in this PostgreSQL; ', '').replace('nothing is left out for want of it', 'nothing left out');
  return told.replace(
    /^types? (.*) made here without (its|their) functions and operators/,
    (_, types, whose) => `${types} stand${whose === 'its' ? 's' : ''} in`,
  );
}

async function judge(database: Database, sql: string): Promise<string> {
  const { statement, findings } = await checkSql(database, sql);
  if (findings.length > 0) return findings.map(({ rule }) => rule).join(', ');
  if (statement.status === 'analysed') return 'passes';
  return `${statement.status}${/^needs the extension/.test(statement.reason ?? '') ? '' : `, ${statement.reason}`}`;
}
