import { applyEdits, type Edit } from '../../../sql/edits.ts';
import type { Span } from '../../../sql/span.ts';
import type { Placeholder } from '../embedded.ts';
import { readEscapes } from './escapes.ts';
import type { Part } from './part.ts';
import { isValuePlace } from './position.ts';

/** A piece of the file that is SQL itself, or one that something else takes the place of. */
export type Segment = (Span & { readonly kind: 'own' }) | (Span & { readonly kind: 'hole'; readonly parts: readonly Part[] });

/** One of the queries that a text can become. */
export interface Rendered {
  readonly edits: readonly Edit[];
  readonly placeholders: readonly Placeholder[];
  readonly sql: string;
  readonly dynamic: string | null;
  /** What was taken for a value by its place. */
  readonly guessed: readonly string[];
}

/** How many queries one text may become before it is given up on. */
const most = 16;

type Flat = Exclude<Part, { readonly kind: 'choice' }>;
type Choices = ReadonlyMap<string, number>;

/** The queries that a text can become: one for each way its conditions can come out. */
export function renderAll(segments: readonly Segment[], file: string): readonly Rendered[] {
  let ways: readonly { readonly holes: readonly (readonly Flat[])[]; readonly chosen: Choices }[] = [{ holes: [], chosen: new Map() }];
  for (const segment of segments) {
    const parts = segment.kind === 'own' ? [] : segment.parts;
    ways = ways.flatMap(({ holes, chosen }) => choose(parts, chosen).map((way) => ({ holes: [...holes, way.parts], chosen: way.chosen })));
    if (ways.length > most) return [render(segments, segments.map(tooMany), file)];
  }
  const rendered = ways.map(({ holes }) => render(segments, holes, file));
  return rendered.filter(({ sql, dynamic }, index) => rendered.findIndex((one) => one.sql === sql && one.dynamic === dynamic) === index);
}

function tooMany(segment: Segment): readonly Flat[] {
  return segment.kind === 'own' ? [] : [{ kind: 'unread', why: `its conditions make more than ${most} queries of it` }];
}

function choose(parts: readonly Part[], chosen: Choices): readonly { readonly parts: readonly Flat[]; readonly chosen: Choices }[] {
  let ways: readonly { readonly parts: readonly Flat[]; readonly chosen: Choices }[] = [{ parts: [], chosen }];
  for (const part of parts) {
    ways = ways.flatMap((way) => {
      if (part.kind !== 'choice') return [{ ...way, parts: [...way.parts, part] }];
      const known = way.chosen.get(part.test);
      const arms = known === undefined ? [...part.arms.keys()] : [known];
      return arms.flatMap((arm) =>
        choose(part.arms[arm] ?? [], new Map([...way.chosen, [part.test, arm]])).map((inner) => ({
          parts: [...way.parts, ...inner.parts],
          chosen: inner.chosen,
        })),
      );
    });
    if (ways.length > most) return ways;
  }
  return ways;
}

function render(segments: readonly Segment[], holes: readonly (readonly Flat[])[], file: string): Rendered {
  const edits: Edit[] = [];
  const placeholders: Placeholder[] = [];
  const guessed: string[] = [];
  let sql = '';
  let dynamic: string | null = null;
  const write = (part: Part, isAlone: boolean): void => {
    if (part.kind === 'sql') sql += part.text;
    else if (part.kind === 'placed') for (const one of part.place(sql)) write(one, false);
    else {
      if (part.kind === 'unread') dynamic ??= part.why;
      else if (part.kind === 'unknown') {
        if (!isValuePlace(sql) || (isAlone && /\bin\s*\(\s*$/i.test(sql))) dynamic ??= `\`${part.written}\` may be more than a value there`;
        guessed.push(part.written);
      } else if (part.kind === 'values' && !/(?:\bin\s*\(|\barray\s*\[)\s*$/i.test(sql))
        dynamic ??= `how many values \`${part.written}\` has is known only when it runs`;
      const written = 'written' in part ? part.written : '';
      const put = (): string => `$${placeholders.push({ name: written, text: `\${${written}}` })}`;
      sql += part.kind === 'values' ? `${put()}, ${put()}` : put();
    }
  };
  for (const [index, segment] of segments.entries()) {
    const { start, end } = segment;
    if (segment.kind === 'own') {
      const own = readEscapes(file, segment);
      edits.push(...own);
      sql += applyEdits(
        file.slice(start, end),
        own.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
      );
      continue;
    }
    const from = sql.length;
    const parts = holes[index] ?? [];
    const next = segments[index + 1];
    const isAlone = parts.length === 1 && next?.kind === 'own' && /^\s*\)/.test(file.slice(next.start, next.end));
    for (const part of parts) write(part, isAlone);
    edits.push({ start, end, text: sql.slice(from) });
  }
  return { edits, placeholders, sql, dynamic, guessed };
}
