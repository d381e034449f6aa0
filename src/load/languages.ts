import { qualify } from '../catalog/catalog.ts';
import type { Connection } from '../database/server.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { type Named, ofRelation, toName } from '../sql/names.ts';
import { as, type Fields, type Node, walk } from '../sql/parse.ts';
import { type Adaptation, type Adapter, type Remark, unjudge } from './adaptation.ts';
import type { SchemaStatement } from './schema-statement.ts';

/** Languages that come with PostgreSQL and need another program's library, which the machine may lack. */
const libraries: Readonly<Record<string, string>> = {
  plperl: 'plperl',
  plperlu: 'plperl',
  plpython3u: 'plpython3',
  pltcl: 'pltcl',
  pltclu: 'pltcl',
};

/** The languages that functions can be written in here, those that the files only may ask for included. */
export async function findLanguages(connection: Connection, files: readonly SchemaFile[], installed: readonly string[]): Promise<readonly string[]> {
  const asked = Object.keys(libraries).filter((name) => files.some(({ text }) => text.includes(name)));
  const replies = await connection.run([...asked.map((name) => ({ text: `LOAD '${libraries[name]}'`, simple: true })), { text: 'DISCARD ALL' }]);
  return [...installed, ...asked.filter((_, index) => 'rows' in (replies[index] ?? {}))];
}

/** Functions in a language that is not here are passed over, and what is made of them. */
export function adaptLanguages(languages: readonly string[]): Adapter {
  const missing: Named[] = [];
  return (statement) => {
    const asked = findAsked(statement);
    if (asked === 'plpgsql') return { sql: null };
    if (asked !== null && !languages.includes(asked)) return { sql: null, remarks: [toLanguageRemark(asked)] };
    const created = as(statement.tree, 'CreateFunctionStmt');
    const language = languageOf(created);
    if (created !== undefined && language !== null && !languages.includes(language)) {
      const named = toName(created.funcname);
      missing.push(named);
      const why = `is written in ${language}, which this server does not have`;
      return {
        sql: null,
        remarks: [{ noun: 'function', name: qualify(named), message: `${why}: not made` }, toLanguageRemark(language)],
        unjudged: unjudge(named, why),
      };
    }
    return missing.length === 0 ? null : leaveOutUse(statement, missing);
  };
}

/** The language that a statement makes, in either way that there is. */
function findAsked({ tree, sql }: SchemaStatement): string | null {
  const named = as(tree, 'CreatePLangStmt')?.plname;
  if (named !== undefined) return named;
  const extension = as(tree, 'CreateExtensionStmt')?.extname ?? '';
  return extension in libraries || /^create\s[\w\s]*\blanguage\b/i.test(sql) ? extension || null : null;
}

function toLanguageRemark(name: string): Remark {
  return { noun: 'language', name, message: 'not on this server, so functions written in it are not made' };
}

function languageOf(created: Fields<'CreateFunctionStmt'> | undefined): string | null {
  for (const option of created?.options ?? []) {
    const { defname, arg } = as(option, 'DefElem') ?? {};
    if (defname === 'language') return as(arg, 'String')?.sval?.toLowerCase() ?? null;
  }
  return null;
}

/** Kinds of statement that may be left out with the function they name, and what is left out by it. */
const dependent: Readonly<Record<string, string | null>> = {
  CommentStmt: null,
  AlterOwnerStmt: null,
  GrantStmt: null,
  AlterFunctionStmt: null,
  RenameStmt: null,
  DropStmt: null,
  AlterObjectSchemaStmt: null,
  DefineStmt: 'operator or aggregate',
  CreateCastStmt: 'cast',
  CreateTrigStmt: 'trigger',
  CreateEventTrigStmt: null,
  IndexStmt: 'index',
  ViewStmt: 'view',
  CreatePolicyStmt: 'policy',
};

function leaveOutUse({ kind, tree }: SchemaStatement, missing: readonly Named[]): Adaptation | null {
  const noun = dependent[kind];
  if (noun === undefined) return null;
  const used = missing.find((one) => findNames(tree).some((name) => mayBe(name, one)));
  if (used === undefined) return null;
  const why = `needs ${qualify(used)}, which this server cannot have`;
  const relation = as(tree, 'ViewStmt')?.view ?? as(tree, 'CreatePolicyStmt')?.table;
  const unjudged = relation === undefined ? {} : { unjudged: unjudge(ofRelation(relation), why) };
  return { sql: null, ...(noun === null ? {} : { remarks: [{ noun, name: nameOf(tree), message: `${why}: not made` }] }), ...unjudged };
}

/** What a statement calls the thing it makes. */
function nameOf(tree: Node): string {
  const { relation, trigname } = as(tree, 'CreateTrigStmt') ?? {};
  const { view } = as(tree, 'ViewStmt') ?? {};
  const { defnames } = as(tree, 'DefineStmt') ?? {};
  if (defnames !== undefined) return defnames.map((part) => as(part, 'String')?.sval).join('.');
  const plain = as(tree, 'IndexStmt')?.idxname ?? as(tree, 'CreatePolicyStmt')?.policy_name ?? view?.relname ?? '';
  return trigname === undefined ? plain : `${trigname} of ${relation?.relname}`;
}

/** Where one of two names has no schema, it may be the other's. */
function mayBe(one: Named, other: Named): boolean {
  return one.name === other.name && (one.schema === null || other.schema === null || one.schema === other.schema);
}

/** All names in the statement that may be a function's. */
function findNames(tree: Node): readonly Named[] {
  const names: Named[] = [];
  walk(tree, (kind, fields) => {
    for (const field of ['funcname', 'objname', 'names']) {
      const parts = fields[field];
      if (Array.isArray(parts) && kind !== 'ColumnRef') names.push(toName(parts));
    }
    const { func } = fields as { func?: { objname?: readonly Node[] } };
    if (func?.objname !== undefined) names.push(toName(func.objname));
    return true;
  });
  return names;
}
