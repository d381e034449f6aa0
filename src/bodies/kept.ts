import { qualify } from '../catalog/catalog.ts';
import type { Database, Row } from '../database/database.ts';
import { as } from '../sql/parse.ts';
import { bare } from '../wording.ts';
import { type Body, findQuotedBody } from './body.ts';
import type { Definition } from './definitions.ts';
import { escaped, type Found, findInPolicy, findInRoutine, findInRule, findInStandard, findUnread, type NamedBody } from './find-bodies.ts';
import { findForeign } from './foreign.ts';
import { findHeld, type Held, mayBe } from './held.ts';
import { nameRoutine, type Routine, readRoutines } from './routines.ts';

const othersQuery = `
  SELECT 'rule' AS kind, n.nspname AS schema, c.relname AS table, r.rulename AS name FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE r.rulename <> '_RETURN' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  UNION ALL
  SELECT 'policy', n.nspname, c.relname, p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace`;

/** The statements of functions, rules and policies that the schema ends up with, each where it was defined last. */
export async function findKept(definitions: readonly Definition[], database: Database): Promise<readonly NamedBody[]> {
  const latest = findHeld(definitions).toReversed();
  const [routines, others] = [await readRoutines(database), await database.query(othersQuery)];
  const foreign = await findForeign(latest, database);
  return [...findRoutines(latest, routines, definitions), ...foreign, ...others.flatMap((row) => findOther(latest, row, definitions))];
}

/** Functions are told by their text, which an earlier definition of the same name does not share. */
function findRoutines(latest: readonly Held[], routines: readonly Routine[], definitions: readonly Definition[]): readonly NamedBody[] {
  const taken = new Set<Definition>();
  const candidates = latest.flatMap(({ kind, definition, named }) => {
    const { parameters = [], sql_body } = as(definition.tree, 'CreateFunctionStmt') ?? {};
    if (kind !== 'routine') return [];
    return [{ definition, named, arity: parameters.length, isStandard: sql_body !== undefined, body: findQuotedBody(definition) }];
  });
  return routines.toReversed().flatMap((routine) => {
    const name = nameRoutine(routine);
    const own = candidates.filter(({ definition, named }) => !taken.has(definition) && mayBe(named, routine));
    const same = own.find(({ arity, isStandard, body }) =>
      isStandard ? routine.body === '' && arity >= routine.arguments : body !== null && toLines(body.text) === toLines(routine.body),
    );
    const found = same ?? own[0];
    if (found === undefined) return findMaker(definitions, routine.name, name);
    taken.add(found.definition);
    return [{ ...readCandidate(found, routine, same !== undefined), name, searchPath: routine.searchPath }];
  });
}

/** What the files define in no statement of its own stands for itself where its name is told. */
export function findMaker(definitions: readonly Definition[], name: string, label: string): readonly NamedBody[] {
  const makers = definitions.filter(({ tree }) => as(tree, 'DoStmt') ?? as(tree, 'CreateSchemaStmt') ?? as(tree, 'CreateFunctionStmt'));
  const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`, 'i');
  const maker = makers.findLast(({ piece }) => word.test(piece.sql));
  return maker === undefined ? [] : [{ ...findUnread(maker, `planlint does not read what ${label} is made of here`), name: label, searchPath: null }];
}

function readCandidate(
  { definition, body }: { readonly definition: Definition; readonly body: Body | null },
  routine: Routine,
  isSame: boolean,
): Found {
  if (isSame) return body === null ? findInStandard(definition, routine.scope) : findInRoutine(body, routine);
  return findUnread(definition, body === null ? escaped : 'the function that the schema ends up with has another body');
}

function toLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function findOther(latest: readonly Held[], row: Row, definitions: readonly Definition[]): readonly NamedBody[] {
  const [kind, schema, table, name] = ['kind', 'schema', 'table', 'name'].map((column) => String(row[column])) as [string, string, string, string];
  const relation = `"${schema}"."${table}"`;
  const label = `${kind} ${name} on ${bare(qualify({ schema, name: table }))}`;
  const found = latest.find((one) => one.kind === kind && one.own === name && mayBe(one.named, { schema, name: table }));
  if (found === undefined) return findMaker(definitions, name, label);
  const stood = kind === 'rule' ? [findInRule(found.definition, relation)] : findConditions(found, relation);
  return stood.map((one) => ({ ...one, name: label, searchPath: null }));
}

/** Both conditions of a policy, each from the statement that gave it last. */
function findConditions({ definition, altered }: Held, relation: string): readonly Found[] {
  const given = altered.toReversed();
  const using = given.find(({ tree }) => as(tree, 'AlterPolicyStmt')?.qual !== undefined) ?? definition;
  const check = given.find(({ tree }) => as(tree, 'AlterPolicyStmt')?.with_check !== undefined) ?? definition;
  return [findInPolicy(using, 'using', relation), findInPolicy(check, 'check', relation)];
}
