import { UserError } from '../errors.ts';
import type { Comment, Piece } from '../sql/split.ts';
import type { KnownParameters } from './statement.ts';
import { parseExact, toValues } from './values.ts';

/** What the comments above and inside a statement say about it. */
export interface Annotations {
  readonly name: string | null;
  readonly parameters: KnownParameters | null;
}

const known = ['params', 'ignore', 'ignore-file', 'set'];
const nameForms = [/^[ \t*]*name:[ \t]*([^\s:]+)(?:[ \t]+:\w+)?[ \t\r]*$/m, /^[ \t*]*@name[ \t]+([^\s:]+)/m];
const paramsForm = /^[ \t*]*planlint-params(?![\w-])[ \t]*(:?)([\s\S]*)/m;
const anyForm = /^[ \t*]*planlint-([\w-]+)[ \t]*:/m;
const rightForm = 'Write the values as JSON, such as -- planlint-params: ["2025-06-11", 3, null] or -- planlint-params: {"1": "2025-06-11", "2": 3}.';

/** Reads a statement's annotations; of several of a kind the nearest one above counts. `placeOf` names an offset as `file:line` for errors. */
export function parseAnnotations({ start, comments }: Piece, placeOf: (offset: number) => string): Annotations {
  if (comments.length === 0) return { name: null, parameters: null };
  const above = comments.filter((comment) => comment.start < start);
  const nearest = [...above.toReversed(), ...comments.slice(above.length)];
  const parameters = nearest.map((comment) => parseParameters(comment, placeOf));
  return {
    name: nearest.map(({ text }) => parseName(text)).find((name) => name !== null) ?? null,
    parameters: parameters.find((one) => one !== null) ?? null,
  };
}

function parseName(text: string): string | null {
  for (const form of nameForms) {
    const name = form.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

function parseParameters({ text, start }: Comment, placeOf: (offset: number) => string): KnownParameters | null {
  if (!text.includes('planlint-')) return null;
  const kind = anyForm.exec(text)?.[1];
  if (kind !== undefined && !known.includes(kind)) {
    const hint = `planlint reads ${known.map((one) => `planlint-${one}`).join(', ')}.`;
    throw new UserError('source', `${placeOf(start)}: unknown annotation planlint-${kind}`, { hint });
  }
  const found = paramsForm.exec(text);
  if (found === null) return null;
  const place = placeOf(start + 2 + found.index);
  const values = found[1] === ':' ? parseValues(found[2] ?? '') : null;
  if (values === null) throw new UserError('source', `${place}: planlint-params without a list or an object of values`, { hint: rightForm });
  return { from: 'given', values, types: new Map() };
}

/** The values on the rest of the line, or on all the lines that follow in the comment. */
function parseValues(text: string): KnownParameters['values'] | null {
  for (const json of [text.replace(/\n[\s\S]*/, ''), text.replace(/^[ \t]*\*/gm, '')]) {
    try {
      return toValues(parseExact(json));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return null;
}
