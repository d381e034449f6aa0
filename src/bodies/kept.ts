import { qualify } from '../catalog/catalog.ts';
import type { Database, Row } from '../database/database.ts';
import { ofRelation, toName } from '../sql/names.ts';
import { as } from '../sql/parse.ts';
import { type Body, findQuotedBody } from './body.ts';
import type { Definition } from './definitions.ts';
import { escaped, type Found, findInPolicy, findInRoutine, findInRule, findInStandard, findUnread, type NamedBody } from './find-bodies.ts';
import { nameRoutine, type Routine, readRoutines } from './routines.ts';

const othersQuery = `
  SELECT 'rule' AS kind, n.nspname AS schema, c.relname AS table, r.rulename AS name FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE r.rulename <> '_RETURN' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  UNION ALL
  SELECT 'policy', n.nspname, c.relname, p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace`;

/** The statements of functions, rules and policies that the schema ends up with, each where it was defined last. */
export async function findKept(definitions: readonly Definition[], database: Database): Promise<readonly NamedBody[]> {
  const latest = definitions.toReversed();
  const [routines, others] = [await readRoutines(database), await database.query(othersQuery)];
  return [...findRoutines(latest, routines), ...others.flatMap((row) => findOther(latest, row) ?? [])];
}

/** Functions are told by their text, which an earlier definition of the same name does not share. */
function findRoutines(latest: readonly Definition[], routines: readonly Routine[]): readonly NamedBody[] {
  const taken = new Set<Definition>();
  const candidates = latest.flatMap((definition) => {
    const { funcname, parameters = [], sql_body } = as(definition.tree, 'CreateFunctionStmt') ?? {};
    if (funcname === undefined) return [];
    return [{ definition, ...toName(funcname), arity: parameters.length, isStandard: sql_body !== undefined, body: findQuotedBody(definition) }];
  });
  return routines.toReversed().flatMap((routine) => {
    const own = candidates.filter(
      ({ definition, schema, name }) => !taken.has(definition) && name === routine.name && (schema ?? routine.schema) === routine.schema,
    );
    const same = own.find(({ arity, isStandard, body }) =>
      isStandard ? routine.body === '' && arity >= routine.arguments : body !== null && toLines(body.text) === toLines(routine.body),
    );
    const found = same ?? own[0];
    if (found === undefined) return [];
    taken.add(found.definition);
    return [{ ...readCandidate(found, routine, same !== undefined), name: nameRoutine(routine), searchPath: routine.searchPath }];
  });
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

function findOther(latest: readonly Definition[], row: Row): NamedBody | null {
  const [kind, schema, table, name] = ['kind', 'schema', 'table', 'name'].map((column) => String(row[column])) as [string, string, string, string];
  const isOn = (relation: Parameters<typeof ofRelation>[0]): boolean => {
    const named = ofRelation(relation);
    return named.name === table && (named.schema ?? schema) === schema;
  };
  const relation = `"${schema}"."${table}"`;
  for (const definition of latest) {
    const rule = kind === 'rule' ? as(definition.tree, 'RuleStmt') : undefined;
    const policy = kind === 'policy' ? as(definition.tree, 'CreatePolicyStmt') : undefined;
    const label = `${kind} ${name} on ${qualify({ schema, name: table }).replace(/^public\./, '')}`;
    if (rule?.rulename === name && isOn(rule.relation)) return { ...findInRule(definition, relation), name: label, searchPath: null };
    if (policy?.policy_name === name && isOn(policy.table)) return { ...findInPolicy(definition, policy, relation), name: label, searchPath: null };
  }
  return null;
}
