import { type Named, ofRelation, toName } from '../sql/names.ts';
import { as, lastName, type Node } from '../sql/parse.ts';
import type { Definition } from './definitions.ts';

/** Something that the files define, under the name that they leave it with. */
export interface Held {
  readonly kind: 'routine' | 'view' | 'rule' | 'policy';
  /** A rule's or a policy's is that of its table. */
  readonly named: Named;
  /** The name that a rule or a policy has on its table. */
  readonly own: string;
  readonly definition: Definition;
  /** An ALTER POLICY that gives it other conditions. */
  readonly altered: readonly Definition[];
}

/** Follows what the files define through what renames and moves it. The latest is the last. */
export function findHeld(definitions: readonly Definition[]): readonly Held[] {
  let held: readonly Held[] = [];
  for (const definition of definitions) {
    const made = toHeld(definition);
    held = made === null ? change(held, definition) : [...held, made];
  }
  return held;
}

/** Where one of two names has no schema, it may be the other's. */
export function mayBe(one: Named, other: Named): boolean {
  return one.name === other.name && (one.schema === null || other.schema === null || one.schema === other.schema);
}

/** The types of a function's arguments, as far as they tell it from others of its name. */
export function signatureOf(tree: Node): string {
  const { parameters = [] } = as(tree, 'CreateFunctionStmt') ?? {};
  const taken = parameters.flatMap((parameter) => as(parameter, 'FunctionParameter') ?? []);
  return JSON.stringify(taken.filter(({ mode = '' }) => !outputs.has(mode)).map(({ argType }) => lastName(argType?.names)));
}

const outputs: ReadonlySet<string> = new Set(['FUNC_PARAM_OUT', 'FUNC_PARAM_TABLE']);

function drop(held: readonly Held[], objects: readonly Node[]): readonly Held[] {
  const dropped = objects.flatMap((object) => as(object, 'ObjectWithArgs') ?? []);
  return held.filter(
    ({ kind, named, definition }) =>
      kind !== 'routine' ||
      !dropped.some(({ objname, args_unspecified, objargs = [] }) => {
        const types = objargs.map((type) => lastName(as(type, 'TypeName')?.names));
        return mayBe(named, toName(objname)) && (args_unspecified === true || JSON.stringify(types) === signatureOf(definition.tree));
      }),
  );
}

function toHeld(definition: Definition): Held | null {
  const { tree } = definition;
  const hold = (kind: Held['kind'], named: Named, own = ''): Held => ({ kind, named, own, definition, altered: [] });
  const [routine, view, table] = [as(tree, 'CreateFunctionStmt'), as(tree, 'ViewStmt'), as(tree, 'CreateTableAsStmt')];
  const [rule, policy] = [as(tree, 'RuleStmt'), as(tree, 'CreatePolicyStmt')];
  if (routine !== undefined) return hold('routine', toName(routine.funcname));
  if (view !== undefined) return hold('view', ofRelation(view.view));
  if (table?.objtype === 'OBJECT_MATVIEW') return hold('view', ofRelation(table.into?.rel));
  if (rule !== undefined) return hold('rule', ofRelation(rule.relation), rule.rulename);
  return policy === undefined ? null : hold('policy', ofRelation(policy.table), policy.policy_name);
}

function change(held: readonly Held[], definition: Definition): readonly Held[] {
  const { tree } = definition;
  const dropped = as(tree, 'DropStmt')?.objects;
  if (dropped !== undefined) return drop(held, dropped);
  const altered = as(tree, 'AlterPolicyStmt');
  if (altered !== undefined) {
    const on = ofRelation(altered.table);
    return held.map((one) =>
      one.kind === 'policy' && one.own === altered.policy_name && mayBe(one.named, on) ? { ...one, altered: [...one.altered, definition] } : one,
    );
  }
  const { renameType, relation, object, subname, newname = '' } = as(tree, 'RenameStmt') ?? {};
  if (renameType === 'OBJECT_RULE' || renameType === 'OBJECT_POLICY') {
    const kind = renameType === 'OBJECT_RULE' ? 'rule' : 'policy';
    return held.map((one) => (one.kind === kind && one.own === subname && mayBe(one.named, ofRelation(relation)) ? { ...one, own: newname } : one));
  }
  if (renameType !== undefined && places.has(renameType)) return move(held, { relation, object }, (named) => ({ ...named, name: newname }));
  const { objectType = 'OBJECT_COLUMN', newschema = null, ...moved } = as(tree, 'AlterObjectSchemaStmt') ?? {};
  return places.has(objectType) ? move(held, moved, (named) => ({ ...named, schema: newschema })) : held;
}

const places: ReadonlySet<string> = new Set(['TABLE', 'VIEW', 'MATVIEW', 'FUNCTION', 'PROCEDURE', 'ROUTINE'].map((kind) => `OBJECT_${kind}`));

/** Of several functions of one name one is moved; which one their bodies tell, so that each goes by both names. */
function move(
  held: readonly Held[],
  { relation, object }: { readonly relation?: Parameters<typeof ofRelation>[0]; readonly object?: Node | undefined },
  to: (named: Named) => Named,
): readonly Held[] {
  const routine = as(object, 'ObjectWithArgs')?.objname;
  const before = routine === undefined ? ofRelation(relation) : toName(routine);
  return held.flatMap((one) => {
    if ((one.kind === 'routine') !== (routine !== undefined) || !mayBe(one.named, before)) return [one];
    const moved = { ...one, named: to({ schema: one.named.schema ?? before.schema, name: one.named.name }) };
    return routine === undefined ? [moved] : [one, moved];
  });
}
