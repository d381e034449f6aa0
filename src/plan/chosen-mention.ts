import type { KeyPart } from '../catalog/catalog.ts';
import { extentOf } from '../sql/extent.ts';
import type { Mention } from '../sql/mentions.ts';
import { withValues } from '../sql/normalise.ts';
import { as, columnParts, type Fields, type Node, nodesOf } from '../sql/parse.ts';
import type { Span } from '../sql/span.ts';
import type { Arrival, Binding, Wrap } from '../verdict.ts';
import { type Constraint, constrain } from './constraint.ts';
import type { PlannedKey } from './read-references.ts';

/** Where a statement says what binds a key: of all conditions that name it, the one (or the two ends of a range) that has that effect. */
export interface ChosenMention {
  readonly span: Span;
  readonly mention: Mention;
  /** How it wraps the key, if it does. */
  readonly wrap: Wrap;
}

const effects: Readonly<Record<Binding, readonly (Constraint | 'none')[]>> = {
  equality: ['equality'],
  list: ['list', 'equality'],
  range: ['range', 'lower', 'upper'],
  'half-range': ['lower', 'upper'],
  exclusion: ['exclusion'],
  'run-time': ['run-time'],
  wrapped: ['wrapped'],
  bound: [],
  missing: ['none', 'run-time'],
};

export function chooseMention(
  { part, binding, arrives }: Pick<PlannedKey, 'part' | 'binding' | 'arrives'>,
  { mentions, sql }: { readonly mentions: readonly Mention[]; readonly sql: string },
): ChosenMention | null {
  const effective = mentions.filter((mention) => effects[binding].includes(effectOf(mention, part) ?? 'none'));
  const bringing = arrives === null ? [] : mentions.filter(({ conjunct }) => brings(conjunct, arrives));
  const [first, second] = [bringing, effective, mentions].find((some) => some.length > 0) ?? [];
  if (first === undefined) return null;
  const span = extentOf(first.conjunct, sql);
  const other = second === undefined || binding !== 'range' ? span : extentOf(second.conjunct, sql);
  const isOneRange = /^\s*and\s*$/i.test(sql.slice(span.end, other.start));
  return { span: isOneRange ? { start: span.start, end: other.end } : span, mention: first, wrap: wrapOf(first.conjunct, part) };
}

/** Whether a condition holds what the key's value comes from: the sub-select, or the other row's column. */
function brings(conjunct: Node, arrives: Arrival): boolean {
  return arrives.kind === 'init-plan'
    ? nodesOf(conjunct, 'SubLink').length > 0
    : nodesOf(conjunct, 'ColumnRef').some((reference) => columnParts(reference).join('.') === arrives.of);
}

function wrapOf(conjunct: Node, part: KeyPart): Wrap {
  const bool = as(conjunct, 'BoolExpr')?.boolop;
  if (bool === 'OR_EXPR') return 'or';
  const comparison = as(conjunct, 'A_Expr');
  if (bool === 'NOT_EXPR' || comparison?.kind === 'AEXPR_DISTINCT' || comparison?.kind === 'AEXPR_NOT_DISTINCT') return 'negation';
  const sides = [comparison?.lexpr, comparison?.rexpr];
  if (sides.some((side) => as(side, 'RowExpr') !== undefined)) return 'row';
  const isBare = sides.some((side) => columnParts(as(side, 'ColumnRef') ?? {}).at(-1) === part.name);
  return isBare ? 'value' : 'expression';
}

/** What a condition of the text does to a key when it is read as a condition of a plan, where the columns of the scan are bare and parameters are values. */
function effectOf({ conjunct, qualifier }: Mention, part: KeyPart): Constraint | null {
  const comparison = as(conjunct, 'A_Expr');
  const name = (comparison?.kind ?? '').replace('_SYM', '');
  const isBare = as(comparison?.lexpr, 'ColumnRef') !== undefined;
  if (isBare && name === 'AEXPR_BETWEEN') return 'range';
  if (isBare && name === 'AEXPR_IN') return 'list';
  const key = { part, expression: null, columns: new Set([part.name]) };
  return constrain([toPlanForm(conjunct, qualifier)], key, new Set());
}

function toPlanForm(node: Node, qualifier: string | null): Node {
  const bare = JSON.stringify(withValues(node), (name, value: unknown) => {
    const fields = name === 'ColumnRef' ? (value as Fields<'ColumnRef'>) : undefined;
    const parts = fields === undefined ? [] : columnParts(fields);
    return parts.length > 1 && parts.at(-2) === qualifier ? { ...fields, fields: [fields?.fields?.at(-1)] } : value;
  });
  return JSON.parse(bare) as Node;
}
