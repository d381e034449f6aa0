import { isGenerated } from './generated.ts';

/** Where an application called its driver. */
export interface CallSite {
  /** An absolute path, or what a source map calls the file. */
  readonly file: string;
  readonly line: number;
}

/** For what nobody is known to have called. */
export const noSite = (): CallSite | null => null;

/** A frame as V8 prints it: `at name (place:line:column)`, or without a name. A source map's tool may print its own in the same form. */
const frame = /^\s*at (?:async )?(?:.*? \()?(?:file:\/\/)?(.+?):(\d+)(?::\d+)?\)?$/;

/** Frames that are not the application's: Node.js itself, packages, planlint's own, what a test runner keeps between, and text that was evaluated. */
const foreign = /^node:|[\\/]node_modules[\\/]|^internal[\\/]|^<anonymous>|^eval at |^evalmachine|\bvitest\/dist\/|[\\/]register[\\/]register\.cjs$/;

/** The first frame of a stack that is the application's own. */
export function findCallSite(stack: string): CallSite | null {
  for (const text of stack.split('\n')) {
    const [, place = '', line = ''] = frame.exec(text) ?? [];
    if (place === '' || foreign.test(place) || text.includes('eval at ')) continue;
    const file = toPath(place);
    if (!isGenerated(file)) return { file, line: Number(line) };
  }
  return null;
}

function toPath(place: string): string {
  // What is left of a file's URL on Windows.
  const plain = /^\/[A-Za-z]:\//.test(place) ? place.slice(1) : place;
  const path = plain.replace(/\?.*$/, '');
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}
