import { type Catalog, qualify } from '../catalog/catalog.ts';
import { bare } from '../wording.ts';
import { mapPlan, type PlanNode, visitPlan } from './plan.ts';

/** A captured plan with the schemas of its relations, and what of them is not known. */
export interface Placed {
  readonly plan: PlanNode;
  /** Why what it reads cannot be told, one sentence for each relation. */
  readonly strangers: readonly string[];
  /** It was captured without VERBOSE, which also leaves out what foreign servers are asked for. */
  readonly isTerse: boolean;
}

/** Schemas whose relations are no one's tables. */
const system: ReadonlySet<string> = new Set(['pg_catalog', 'information_schema', 'pg_toast']);

/** Without VERBOSE, EXPLAIN prints relations without their schemas. A name that one schema has is that one's; production may have relations that none has. */
export function placeRelations(captured: PlanNode, catalog: Catalog): Placed {
  const strangers = new Set<string>();
  let isTerse = false;
  const schemasOf = schemaFinder(catalog);
  const place = (name: string): string => {
    const schemas = schemasOf(name);
    const [first = name.startsWith('pg_') ? 'pg_catalog' : ''] = schemas;
    if (first === '') strangers.add(toAbsence(name));
    const isSplit = schemas.some((schema) => catalog.partitions.has(qualify({ schema, name })));
    if (schemas.length > 1 && isSplit)
      strangers.add(`it reads ${name}, which ${schemas.toSorted().join(' and ')} have: capture the plan with VERBOSE`);
    return first;
  };
  const plan = mapPlan(captured, (node) => {
    const { relation } = node;
    if (relation === null) return node;
    if (relation.schema === '') {
      isTerse = true;
      return { ...node, relation: { ...relation, schema: place(relation.name) } };
    }
    if (!system.has(relation.schema) && !schemasOf(relation.name).includes(relation.schema)) strangers.add(toAbsence(qualify(relation)));
    return node;
  });
  visitPlan(captured, ({ type, relation, children, detail }) => {
    if (type === 'Foreign Scan' && relation === null && children.length === 0)
      strangers.add('it has a foreign server join tables, and its plan does not tell their schemas: capture the plan with VERBOSE');
    const target = type === 'ModifyTable' ? (detail.subject ?? '') : null;
    if (target !== null && !catalog.tables.has(target) && schemasOf(target).length === 0) strangers.add(toAbsence(target));
  });
  return { plan, strangers: [...strangers], isTerse };
}

function toAbsence(name: string): string {
  return `it reads ${bare(name)}, which the schema that planlint loads does not have`;
}

/** The schemas that have a relation of a name. */
function schemaFinder({ tables, partitions }: Catalog): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const all = [...new Set([...tables, ...partitions.keys()])];
  return (name) => {
    const end = `.${qualify({ schema: null, name })}`;
    const schemas =
      known.get(name) ?? all.filter((qualified) => qualified.endsWith(end)).map((qualified) => unquote(qualified.slice(0, -end.length)));
    known.set(name, schemas);
    return schemas;
  };
}

function unquote(part: string): string {
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}
