import { hasGroups, rootOf } from '../../catalog/catalog.ts';
import { writeName } from '../../sql/quote.ts';
import type { Span } from '../../sql/span.ts';
import { tokensOf } from '../../sql/tokens.ts';
import type { CauseId } from '../../verdict.ts';
import { conditionOn, writeKey } from '../../wording.ts';
import { describeArrival } from '../why.ts';
import { describePassed } from './absent.ts';
import type { Facts, Found, Situation } from './cause.ts';
import { isBeyondExpression } from './crossed.ts';
import { causes } from './table.ts';

/** What is told of a key that is at fault. */
export interface Told {
  readonly id: CauseId;
  /** The piece of the statement at fault. */
  readonly span: Span;
  /** A whole sentence. */
  readonly why: string;
  readonly advice: string;
}

/** The first cause that fits a key whose binding or leaf count is at fault; `null` where none does, or nothing is at fault. */
export function findCause(given: Situation): Told | null {
  if (!isAtFault(given)) return null;
  const situation = withoutStrangers(given);
  for (const cause of causes) {
    const found = cause.explains.includes(situation.binding) ? cause.find(situation) : null;
    if (found === null) continue;
    const facts = toFacts(situation, found);
    return { id: cause.id, span: found.span, why: `${cause.why(facts)}.`, advice: cause.advice(facts) };
  }
  return null;
}

/** A condition of a query around does not speak of what a sub-select in one of its expressions reads. */
function withoutStrangers(situation: Situation): Situation {
  const { mention, planned, text } = situation;
  const own = planned.attribution.candidate?.outer.level;
  if (mention === null || own === undefined || mention.level === own || !isBeyondExpression(mention, own, text.tree)) return situation;
  return { ...situation, mention: null, written: null };
}

function isAtFault({ binding, level, planned }: Situation): boolean {
  return (
    binding === 'missing' ||
    binding === 'wrapped' ||
    level.isSpread ||
    planned.pruned.start > 0 ||
    (planned.generic?.planned ?? 0) > planned.leaves.planned
  );
}

function toFacts(situation: Situation, { span, name = '' }: Found): Facts {
  const { part, planned, level, text, binding } = situation;
  const { candidate, root } = planned.attribution;
  const alias = candidate?.outer.alias ?? planned.attribution.alias;
  const isTime = /^(?:date|timestamp)/.test(part.type);
  const isGroup = hasGroups(root) && level.children.some((child) => child.parent === rootOf(child));
  return {
    key: `\`${part.name}\``,
    bareKey: part.isExpression ? part.name : writeName(part.name),
    alias,
    column: writeKey(part.name, alias),
    wanted: `\`${conditionOn(part.name, alias, level.key.strategy)}\``,
    equality: `\`${conditionOn(part.name, alias, 'list')}\``,
    piece: `\`${quotePiece(text.shown, span)}\``,
    name,
    binding,
    arrival: describeArrival(situation.arrives),
    passed: describePassed(situation, name),
    stretch: isTime ? 'period' : 'range',
    units: isGroup ? 'groups' : 'leaves',
  };
}

const longestPiece = 100;

/** A piece of a statement in one line, its comments left out. */
function quotePiece(shown: string, { start, end }: Span): string {
  const tokens = [...tokensOf(shown.slice(0, end), start)];
  const line = tokens
    .map((token) => (token.kind === 'comment' ? ' ' : shown.slice(token.start, token.end)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestPiece ? `${line.slice(0, longestPiece - 1).trimEnd()}…` : line;
}
