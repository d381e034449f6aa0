import { rules } from '../../rules/index.ts';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import { formatRuleList, formatRulePage } from '../report/rule-sheet.ts';
import { hasColour } from './colour.ts';
import { print, type Streams } from './streams.ts';

export interface RulesOptions {
  /** The rule whose page is shown; all of them in a list where there is none. */
  readonly id?: string;
  readonly color?: boolean;
}

/** Shows what the rules are, or what one of them is about. */
export async function showRules({ id, color }: RulesOptions, streams: Streams): Promise<number> {
  const sheet = { colour: hasColour(color, streams.stdout, streams.env), width: streams.stdout.columns ?? 80 };
  const rule = rules.find((one) => one.id === id);
  if (id !== undefined && rule === undefined)
    throw new UserError('usage', `unknown rule "${id}"`, {
      hint: suggest(
        id,
        rules.map((one) => one.id),
      ),
    });
  await print(streams, rule === undefined ? formatRuleList(rules, sheet) : formatRulePage(rule, sheet));
  return 0;
}
