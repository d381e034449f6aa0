import type { Catalog } from './catalog/catalog.ts';
import type { Judgement } from './plan/judgement.ts';
import type { PlanNode } from './plan/plan.ts';
import type { Statement } from './source/statement.ts';
import type { StatementText } from './sql/statement-text.ts';

/** A statement with everything that was found out about it. */
export interface Examined {
  readonly statement: Statement;
  readonly text: StatementText;
  readonly judgement: Judgement;
  /** How many of its calls had values that were not looked at; none where this is not set. */
  readonly unjudgedCalls?: number;
}

/** What a rule looks at. */
export interface Subject extends Examined {
  readonly catalog: Catalog;
  /**
   * The plan that it was judged on, for rules that say `readsPlan`; `null` where there is none: for what was not planned, what stands in a function or a view, and
   * proposed fixes. Literals in the conditions of captured statements are masked unless values are to be shown.
   */
  readonly plan?: PlanNode | null;
}
