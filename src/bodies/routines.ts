import { qualify } from '../catalog/catalog.ts';
import type { Database, Row } from '../database/database.ts';
import { bare } from '../wording.ts';
import { noScope, type Scope, type Variable, within } from './scope.ts';

/** A function or procedure as the server has it. */
export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly language: 'sql' | 'plpgsql';
  /** The text of its body; empty where that is in the standard's syntax. */
  readonly body: string;
  readonly arguments: number;
  /** Its own `search_path`, or `null`. */
  readonly searchPath: string | null;
  /** Its own `plpgsql.variable_conflict`, or `null`. */
  readonly conflict: string | null;
  readonly scope: Scope;
}

const routinesQuery = `
  SELECT n.nspname AS schema, f.proname AS name, l.lanname AS language, f.prosrc AS body, f.pronargs::int AS arguments, to_json(f.proargnames) AS names, to_json(f.proargmodes::text[]) AS modes,
    (SELECT json_agg(CASE WHEN t.typtype = 'p' AND t.typname <> 'record' THEN NULL ELSE format_type(t.oid, NULL) END ORDER BY u.position)
      FROM unnest(COALESCE(f.proallargtypes, f.proargtypes::oid[])) WITH ORDINALITY AS u (oid, position) JOIN pg_type t ON t.oid = u.oid) AS types,
    (SELECT json_object_agg(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1)) FROM unnest(f.proconfig) AS setting) AS settings,
    f.prorettype = 'trigger'::regtype AS triggers,
    (SELECT json_agg(DISTINCT g.tgrelid::regclass::text) FROM pg_trigger g WHERE g.tgfoid = f.oid AND NOT g.tgisinternal AND g.tgparentid = 0) AS tables
  FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND l.lanname IN ('sql', 'plpgsql')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
  ORDER BY f.oid`;

/** The functions that the schema ends up with, those of extensions left out, whatever made, replaced or changed them on the way. */
export async function readRoutines(database: Database): Promise<readonly Routine[]> {
  return (await database.query(routinesQuery)).map(toRoutine);
}

function toRoutine(row: Row): Routine {
  const settings = (row['settings'] ?? {}) as Readonly<Record<string, string>>;
  const name = String(row['name']);
  const language = row['language'] === 'sql' ? 'sql' : 'plpgsql';
  const scope = within(noScope, argumentsOf(row, language), [name]);
  return {
    schema: String(row['schema']),
    name,
    language,
    body: String(row['body']),
    arguments: Number(row['arguments']),
    searchPath: settings['search_path'] ?? null,
    conflict: settings['plpgsql.variable_conflict'] ?? null,
    scope: row['triggers'] === true ? within(scope, ofTrigger((row['tables'] ?? []) as readonly string[])) : scope,
  };
}

/** Arguments by name and by number. What an SQL function gives back is no variable in it. */
function argumentsOf(row: Row, language: Routine['language']): Iterable<readonly [string, Variable]> {
  const types = (row['types'] ?? []) as readonly (string | null)[];
  const names = (row['names'] ?? []) as readonly string[];
  const modes = (row['modes'] ?? []) as readonly string[];
  const found = types.flatMap((type, index) => {
    const isInput = !['o', 't'].includes(modes[index] ?? 'i');
    return isInput || language === 'plpgsql' ? [{ name: names[index] ?? '', variable: { type } }] : [];
  });
  return found.flatMap(({ name, variable }, index) => [...(name === '' ? [] : [[name, variable] as const]), [`$${index + 1}`, variable] as const]);
}

/** The rows of a trigger are those of its table, where it is one table's. */
function ofTrigger(tables: readonly string[]): Iterable<readonly [string, Variable]> {
  const row = tables.length === 1 ? `${tables[0]}%ROWTYPE` : 'record';
  const texts = ['tg_name', 'tg_when', 'tg_level', 'tg_op', 'tg_relname', 'tg_table_name', 'tg_table_schema'];
  return [
    ['new', { type: row }],
    ['old', { type: row }],
    ['tg_relid', { type: 'oid' }],
    ['tg_nargs', { type: 'integer' }],
    ['tg_argv', { type: 'text[]' }],
    ...texts.map((name) => [name, { type: 'text' }] as const),
  ];
}

export function nameRoutine({ schema, name }: Routine): string {
  return `function ${bare(qualify({ schema, name }))}`;
}
