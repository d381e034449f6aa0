import type { Edit } from '../../sql/edits.ts';
import { brief, type HostText, type Literal } from './host-text.ts';
import { type Language, languages, listLiterals, nameHole } from './literals.ts';

/** The texts of a program, those put together from several literals as one. */
export function listProgramTexts(file: string, extension: string): readonly HostText[] {
  const language = languages[extension];
  if (language === undefined) return [];
  const chains: Literal[][] = [];
  for (const literal of listLiterals(file, language)) {
    const last = chains.at(-1)?.at(-1);
    if (last !== undefined && joins(file.slice(last.end, literal.start), language)) chains.at(-1)?.push(literal);
    else chains.push([literal]);
  }
  return chains.map((chain) => toText(file, chain));
}

/** Whether what stands between two literals makes one text of them. */
function joins(between: string, { skipped, joinsAdjacent }: Language): boolean {
  const bare = between
    .replace(new RegExp(skipped.source, 'g'), '')
    .replace(/\\\r?\n/g, '')
    .trim();
  return bare === '+' || (joinsAdjacent && bare === '');
}

function toText(file: string, chain: readonly Literal[]): HostText {
  const [first, last] = [chain[0] as Literal, chain.at(-1) as Literal];
  const edits = chain.flatMap((literal, index): readonly Edit[] => {
    const next = chain[index + 1];
    return [...literal.edits, ...(next === undefined ? [] : [{ start: literal.body.end, end: next.body.start, text: '' }])];
  });
  const before = file.slice(Math.max(0, first.start - 200), first.start);
  const behind = file.slice(last.end, last.end + 200);
  const hole = chain.find((literal) => literal.hole !== null)?.hole ?? null;
  const [, name = null] = /([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?=\s*\(?\s*$/.exec(before) ?? [];
  return {
    start: first.body.start,
    end: last.body.end,
    edits,
    name,
    reserved: [...new Set(chain.flatMap(({ reserved }) => [...reserved]))].join(''),
    dynamic: hole === null ? madeAround(file.slice(first.body.start, last.body.end), before, behind) : nameHole(hole),
  };
}

/** What is done to a text before it is sent: more of it is added, or pieces are put in. */
function madeAround(text: string, before: string, behind: string): string | null {
  const added = /^\s*\)?\s*\+\s*([\w.()[\]]+)/.exec(behind)?.[1] ?? /([\w.()[\]]+)\s*\+\s*$/.exec(before)?.[1];
  if (added !== undefined) return `${brief(added)} is added when it runs`;
  const isFormatted =
    (/^\s*\)?\s*\.\s*(?:format|formatted)\s*\(/.test(behind) && /[{%]/.test(text)) ||
    (/\b[Ss]tring\s*\.\s*[Ff]ormat\s*\(\s*$/.test(before) && /[{%]/.test(text)) ||
    /^\s*%\s*[\w(]/.test(behind);
  return isFormatted ? 'pieces are put in when it runs' : null;
}
