import type { Judgement } from './plan/judgement.ts';
import type { Problem } from './rule.ts';
import { writeName } from './sql/quote.ts';
import type { Span } from './sql/span.ts';
import type { KeyBinding, Reference } from './verdict.ts';

/** The references of a judgement; there are none where nothing was planned. */
export function referencesOf(judgement: Judgement): readonly Reference[] {
  return judgement.status === 'analysed' || judgement.status === 'inconclusive' ? judgement.references : [];
}

/** A reference as the statement names it: `credit c`, or `ledger_entry (through v_entry)`. */
export function nameReference({ table, named, alias, through }: Reference): string {
  const name = bare(named ?? table);
  const inside = through === null ? '' : ` (through ${bare(through)})`;
  return alias === name || through !== null ? `\`${name}\`${inside}` : `\`${name} ${alias}\``;
}

/** What a reference costs: "reads all 70 leaves in 14 groups". */
export function describeReading({ leaves, executed, executedWith }: Reference): string {
  const groups = Object.keys(leaves.byGroup);
  const all = leaves.planned === leaves.total && leaves.total > 1 ? 'all ' : '';
  const where = groups[0] === '*' ? '' : groups.length === 1 ? ' in 1 group' : ` in ${groups.length} groups`;
  if (leaves.planned === 0) return 'reads no leaf here';
  const run = executed === null ? '' : describeRun(executed, leaves.planned, executedWith);
  return `reads ${all}${leaves.planned === 1 ? '1 leaf' : `${leaves.planned} leaves`}${where}${run}`;
}

/** What was read when the statement ran, in production or because planlint had it executed. */
function describeRun(executed: number, planned: number, values: Reference['executedWith']): string {
  if (values === null) return executed >= planned ? '' : ` (${executed} when it ran)`;
  const known = values === 'none' ? '' : ` with ${values} values`;
  return ` (executed${known}: ${executed} of ${planned} ${executed === 1 ? 'was' : 'were'} read)`;
}

/** A table's name without its schema where that is `public`. */
export function bare(qualified: string): string {
  return qualified.replace(/^public\./, '');
}

/** A key as SQL takes it: a column of its table, in quotes where it needs them, or an expression, which PostgreSQL prints with parentheses, as it is. */
export function writeKey(key: string, alias: string): string {
  return key.includes('(') ? key : `${writeName(alias)}.${writeName(key)}`;
}

/** The condition to write for a key: a list key equals something, a range key lies in a half-open range. */
export function conditionOn(key: string, alias: string, strategy: 'list' | 'range' | 'hash'): string {
  const column = writeKey(key, alias);
  return strategy === 'range' ? `${column} >= … AND ${column} < …` : `${column} = …`;
}

/** Why a key binds as it does, as the end of a sentence. */
export function reasonOf({ why }: KeyBinding): string {
  return why.replace(/\.$/, '');
}

/** The piece of the statement to look at for a key: what is at fault, else where the key is constrained, else the table. */
export function placeOf({ fault, span }: KeyBinding, reference: Reference): Span | null {
  return fault ?? span ?? reference.span;
}

/** A problem with what a reference reads, for which one of its keys is the cause. */
export interface KeyProblem {
  /** The reference's place in the judgement. */
  readonly index: number;
  readonly reference: Reference;
  readonly key: KeyBinding;
  /** The end of the sentence that begins with what is read. */
  readonly cause: string;
}

/** The message and the facts that findings about a key have in common. */
export function aboutKey({ index, reference, key, cause }: KeyProblem): Pick<Problem, 'reference' | 'key' | 'message' | 'evidence'> {
  const effect = `${nameReference(reference)} ${describeReading(reference)}`;
  const { planned, total, byGroup } = reference.leaves;
  return {
    reference: index,
    key: key.column,
    message: `${effect}; ${cause}`,
    evidence: {
      alias: reference.alias,
      key: key.column,
      binding: key.binding,
      leaves: planned,
      groups: Object.keys(byGroup).length,
      total,
      ...(reference.executed === null ? {} : { executed: reference.executed }),
      effect,
      cause,
    },
  };
}
