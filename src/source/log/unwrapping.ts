import { type Wrapping, wrappings } from './wrapping.ts';

/** A line as a program wrote it, which of several programs that was, and on which line of the log it begins. */
export interface InnerLine {
  readonly source: string;
  readonly line: string;
  readonly number: number;
}

/** Takes off what is around the lines of a log. */
export interface Unwrapping {
  read(line: string, number: number): readonly InnerLine[];
  /** What is half written at the end of the log. */
  end(): readonly InnerLine[];
}

/** Whether lines hold anything of a format. */
type Recognises = (lines: readonly string[]) => boolean;

/** A container's line may hold a logger's object, and an action's a container's line. */
const mostLayers = 3;

/** How the lines of a log are unwrapped, told by its first ones; `null` where nothing is around them. */
export function findUnwrapping(sample: readonly string[], recognises: Recognises, layers = mostLayers): Unwrapping | null {
  const wrapping = layers === 0 ? undefined : wrappings.find((one) => isAround(one, sample, recognises));
  if (wrapping === undefined) return null;
  const bySource = new Map<string, string[]>();
  for (const { source, line } of unwrapAll(createLayer(wrapping), sample)) bySource.set(source, [...(bySource.get(source) ?? []), line]);
  const inner = new Map<string, Unwrapping>();
  for (const [source, lines] of bySource) {
    const found = findUnwrapping(lines, recognises, layers - 1);
    if (found !== null) inner.set(source, found);
  }
  return inner.size === 0 ? createLayer(wrapping) : stack(createLayer(wrapping), inner);
}

/** The lines of a beginning of a log as they were written. */
export function unwrapAll(unwrapping: Unwrapping, lines: readonly string[]): readonly InnerLine[] {
  return [...lines.flatMap((line, index) => unwrapping.read(line, index + 1)), ...unwrapping.end()];
}

/** A logger's object is the statement itself where its other fields are of a format; else its text has to be. */
function isAround(wrapping: Wrapping, sample: readonly string[], recognises: Recognises): boolean {
  const filled = sample.filter((line) => line.trim() !== '');
  const unwrapped = filled.filter((line) => wrapping.unwrap(line) !== null);
  if (unwrapped.length === 0 || unwrapped.length < filled.length * wrapping.share) return false;
  if (wrapping.withoutText === null) return true;
  return !recognises(filled.map(wrapping.withoutText)) && recognises(unwrapAll(createLayer(wrapping), sample).map(({ line }) => line));
}

function createLayer({ unwrap }: Wrapping): Unwrapping {
  const open = new Map<string, { text: string; number: number }>();
  return {
    read(line, number) {
      const found = unwrap(line);
      if (found === null) return [{ source: '', line, number }];
      const { source, text, isPart } = found;
      const begun = open.get(source);
      const whole = begun === undefined ? { text, number } : { text: begun.text + text, number: begun.number };
      if (isPart && whole.text.length < longest) {
        open.set(source, whole);
        return [];
      }
      open.delete(source);
      return toLines(source, whole);
    },
    end: () => [...open].flatMap(([source, whole]) => toLines(source, whole)),
  };
}

/** A line that is longer is data, and no statement. */
const longest = 1 << 24;

function toLines(source: string, { text, number }: { readonly text: string; readonly number: number }): readonly InnerLine[] {
  if (!text.includes('\n')) return [{ source, line: text, number }];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => ({ source, line, number }));
}

/** Unwraps the lines of some sources further. */
function stack(outer: Unwrapping, inner: ReadonlyMap<string, Unwrapping>): Unwrapping {
  const further = ({ source, line, number }: InnerLine): readonly InnerLine[] => {
    const own = inner.get(source);
    return own === undefined ? [{ source, line, number }] : own.read(line, number).map((one) => ({ ...one, source: `${source} ${one.source}` }));
  };
  return {
    read: (line, number) => outer.read(line, number).flatMap(further),
    end: () => [
      ...outer.end().flatMap(further),
      ...[...inner].flatMap(([source, own]) => own.end().map((one) => ({ ...one, source: `${source} ${one.source}` }))),
    ],
  };
}
