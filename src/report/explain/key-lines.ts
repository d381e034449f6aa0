import { thousands } from '../count.ts';
import type { KeyPicture, ReferencePicture, Stage } from '../explanation.ts';
import type { Layout } from '../finding-lines.ts';
import { printableLine } from '../printable.ts';
import { hang, paintCode } from '../prose.ts';
import { fit, pad, widest } from './fit.ts';

export const stages: Readonly<Record<Stage, string>> = {
  named: 'named in FROM',
  plan: 'when planned',
  start: 'at start',
  'run-time': 'while running',
  nothing: 'nothing',
};

const heads = ['key', 'condition', 'binding', 'prunes'] as const;
const leastCondition = 12;
const longestKey = 22;
const gap = '  ';

/** A table of the keys: what the text says, how that binds the key and from where, and when it takes leaves away. Below, why what stays stays. */
export function formatKeys({ keys, alias, leaves }: ReferencePicture, { width, palette }: Layout): readonly string[] {
  if (keys.length === 0) return [];
  const rows = keys.map(
    ({ column, text, stage, ...key }) =>
      [printableLine(column), printableLine(text === null ? '–' : withoutKey(text, column, alias)), describeBinding(key), stages[stage]] as const,
  );
  const [key, condition, binding, prunes] = heads.map((head, index) => widest([head, ...rows.map((row) => row[index] ?? '')])) as [
    number,
    number,
    number,
    number,
  ];
  const column = Math.min(key, longestKey);
  const room = Math.max(leastCondition, Math.min(condition, width - gap.length * 4 - column - binding - prunes));
  const line = ([name, text, bound, stage]: readonly [string, string, string, string]): string =>
    `${gap}${pad(fit(name, column), column)}${gap}${pad(fit(text, room), room)}${gap}${pad(bound, binding)}${gap}${stage}`.trimEnd();
  const reasons = [
    ...reasonsOf(keys, leaves).flatMap((reason) => paintCode(hang(gap, reason, width), palette)),
    ...adviceOn(keys).flatMap((advice) => paintCode(hang(`${gap}→ `, advice, width), palette)),
  ];
  return [palette.dim(line(heads)), ...rows.map(line), ...(reasons.length === 0 ? [] : ['', ...reasons])];
}

/** `equality, where 15:29` */
export function describeBinding({ binding, origin, at }: Pick<KeyPicture, 'binding' | 'origin' | 'at'>): string {
  const place = at === null ? '' : ` ${at.line}:${at.column}`;
  if (origin === null) return binding + place;
  return `${binding}, ${origin}${place}`;
}

/** `c.created_at >= $3 AND c.created_at < $4` beside its key's name: `>= $3, < $4`. */
export function withoutKey(text: string, column: string, alias: string): string {
  const lead = new RegExp(`^(?:"?${literally(alias)}"?\\.)?"?${literally(column)}"?(?:\\s*(?=[<>=!])|\\s+(?=(?:in|between|is|not)\\b))`, 'i');
  if (!lead.test(text)) return text;
  const parts = text.split(/\s+and\s+/i);
  return parts.every((part) => lead.test(part)) ? parts.map((part) => part.replace(lead, '')).join(', ') : text.replace(lead, '');
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Why what is read is read, and what to write instead: of the keys that hold too little back, or else how far the values reach. */
function reasonsOf(keys: readonly KeyPicture[], { planned, byGroup }: ReferencePicture['leaves']): readonly string[] {
  const loose = keys.filter(({ cause, stage }) => cause !== null || stage === 'run-time' || (stage === 'nothing' && planned > 1));
  if (loose.length > 0) return loose.map(({ why }) => why);
  if (planned < 2) return [];
  const groups = Object.keys(byGroup);
  const where = groups[0] === '*' ? '' : groups.length === 1 ? ' in 1 group' : ` in ${thousands(groups.length)} groups`;
  return [`Each key is constrained, and the values reach ${thousands(planned)} leaves${where}.`];
}

/** What several keys have in common is said once. */
function adviceOn(keys: readonly KeyPicture[]): readonly string[] {
  return [...new Set(keys.flatMap(({ advice }) => advice ?? []))];
}
