import { splitAtAnds } from '../plan/conditions.ts';
import { writeName } from '../sql/quote.ts';

/** The conditions of a plan's node for people: each by itself, by the names that the statement has, its own columns bare, without casts of constants. */
export function toConditionTexts(conditions: readonly string[], names: ReadonlyMap<string, string>, own: string | null): readonly string[] {
  return [...new Set(conditions.flatMap(splitAtAnds).map((condition) => bare(rename(condition, names, own))))];
}

const string = `'(?:[^']|'')*'`;
const qualified = new RegExp(`${string}|(?<qualifier>"(?:[^"]|"")*"|[A-Za-z_\\u0080-\\uffff][\\w$\\u0080-\\uffff]*)\\.`, 'g');
const cast = /('(?:[^']|'')*')::(?:"(?:[^"]|"")*"|\w+(?: varying| precision| with(?:out)? time zone)?)(?:\(\d+(?:,\d+)?\))?(?:\[\])?/g;

/** The planner numbers the aliases of leaves: `e_1.id` is the statement's `e.id`. */
function rename(condition: string, names: ReadonlyMap<string, string>, own: string | null): string {
  return condition.replace(qualified, (token, qualifier?: string) => {
    if (qualifier === undefined) return token;
    const alias = qualifier.startsWith('"') ? qualifier.slice(1, -1).replaceAll('""', '"') : qualifier;
    if (alias === own) return '';
    const name = names.get(alias);
    return name === undefined ? token : `${writeName(name)}.`;
  });
}

function bare(condition: string): string {
  const text = condition.replace(cast, '$1').trim();
  return isEnclosed(text) ? bare(text.slice(1, -1)) : text;
}

/** Whether the first parenthesis is closed by the last. */
function isEnclosed(text: string): boolean {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(new RegExp(`${string}|"(?:[^"]|"")*"|[()]`, 'g'))) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token === ')') return text.startsWith('(') && index === text.length - 1;
  }
  return false;
}
