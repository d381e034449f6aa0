import { UserError } from '../errors.ts';
import type { Piece } from '../sql/split.ts';
import { type Annotation, listAnnotations, nameSite, type Placing } from './annotation-form.ts';
import type { Directive } from './directive.ts';
import { parseDirective } from './parse-directive.ts';
import type { KnownParameters } from './statement.ts';
import { type ParameterNames, parseExact, toValues } from './values.ts';

/** What the comments above and inside a statement say about it. */
export interface Annotations {
  readonly name: string | null;
  readonly parameters: KnownParameters | null;
  /** For this statement alone. */
  readonly directives: readonly Directive[];
}

/** sqlc's form, with its command at the end, and PgTyped's. */
const nameForms = [/^[ \t*]*name:[ \t]*(?!:\w+[ \t\r]*$)(\S.*?)(?:[ \t]+:\w+)?[ \t\r]*$/m, /^[ \t*]*@name[ \t]+([^\s@].*?)(?:[ \t]+@.*)?[ \t\r]*$/m];
const rightForm = 'write the values as JSON, such as -- planlint-params: ["2025-06-11", 3, null] or -- planlint-params: {"1": "2025-06-11", "2": 3}';

/** Reads a statement's annotations; of several of a kind the nearest one above counts. Its parameters go by these names, in the order of their numbers, where they have any. */
export function parseAnnotations({ start, comments }: Pick<Piece, 'start' | 'comments'>, placeOf: Placing, names: ParameterNames = []): Annotations {
  if (comments.length === 0) return { name: null, parameters: null, directives: [] };
  const above = comments.filter((comment) => comment.start < start);
  const nearest = [...above.toReversed(), ...comments.slice(above.length)];
  const annotations = nearest.flatMap((comment) => listAnnotations(comment, placeOf));
  const values = annotations.filter(({ word }) => word === 'planlint-params').map((annotation) => parseParameters(annotation, placeOf, names));
  return {
    name: nearest.map(({ text }) => parseName(text)).find((name) => name !== null) ?? null,
    parameters: values[0] ?? null,
    directives: annotations.flatMap(({ word, ...annotation }) =>
      word === 'planlint-ignore' || word === 'planlint-set' ? parseDirective({ ...annotation, word }, placeOf) : [],
    ),
  };
}

function parseName(text: string): string | null {
  for (const form of nameForms) {
    const name = form.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

function parseParameters({ offset, rest }: Annotation, placeOf: Placing, names: ParameterNames): KnownParameters {
  const [, values] = /^[ \t]*:([\s\S]*)/.exec(rest) ?? [];
  const parsed = values === undefined ? null : parseValues(values, names);
  if (parsed === null) {
    const place = nameSite(placeOf(offset));
    throw new UserError('source', `${place}: planlint-params without a list or an object of values`, { hint: rightForm });
  }
  return { from: 'given', values: parsed, types: new Map() };
}

/** The values on the rest of the line, or on all the lines that follow in the comment. */
function parseValues(text: string, names: ParameterNames): KnownParameters['values'] | null {
  for (const json of [text.replace(/\n[\s\S]*/, ''), text.replace(/^[ \t]*\*/gm, '')]) {
    try {
      return toValues(parseExact(json), new Map(), names);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return null;
}
