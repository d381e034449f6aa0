import type { Span } from '../sql/span.ts';
import type { Reference, Verdict } from '../verdict.ts';

/** Where a statement's parameter values came from. */
export type ParameterSource = 'none' | 'captured' | 'given' | 'sampled';

/** What became of one statement. Only `analysed` can be a pass. */
export type Judgement =
  | { readonly status: 'analysed'; readonly verdict: Verdict; readonly parameters: ParameterSource; readonly references: readonly Reference[] }
  | {
      readonly status: 'inconclusive';
      readonly reason: string;
      readonly verdict: Verdict | null;
      readonly parameters: ParameterSource;
      readonly references: readonly Reference[];
    }
  | { readonly status: 'skipped'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string; readonly sqlstate: string; readonly span: Span | null };

/** The judgement of a statement of which nothing was read. */
export function inconclusive(reason: string, parameters: ParameterSource = 'none'): Judgement {
  return { status: 'inconclusive', reason, verdict: null, parameters, references: [] };
}
