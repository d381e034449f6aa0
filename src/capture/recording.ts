import type { CapturedStatement } from './record.ts';

/** Collects statements; those that were sent again with the same values are one line. */
export interface Recording {
  add(statement: CapturedStatement, durationMs: number | null): void;
  /** Writes the lines that are still held. */
  end(): void;
  readonly statements: () => number;
}

interface Counted {
  calls: number;
  timed: number;
  totalMs: number;
}

/** Characters of the lines that are held at once, at most. */
const room = 64 * 1024 * 1024;

/** Writes JSON Lines, each with its line feed. Where many different statements come, those that were sent longest ago are written early, and once more if they come again. */
export function startRecording(write: (line: string) => void, limit = room): Recording {
  const held = new Map<string, Counted>();
  let size = 0;
  let statements = 0;
  const flush = (key: string, { calls, timed, totalMs }: Counted): void => {
    held.delete(key);
    size -= key.length;
    const durationMs = timed === 0 ? {} : { durationMs: Math.round((totalMs / timed) * 1000) / 1000 };
    write(`${JSON.stringify({ ...JSON.parse(key), calls, ...durationMs })}\n`);
  };
  return {
    add(statement, durationMs) {
      const key = JSON.stringify(statement);
      const counted = held.get(key) ?? { calls: 0, timed: 0, totalMs: 0 };
      counted.calls += 1;
      if (durationMs !== null) {
        counted.timed += 1;
        counted.totalMs += durationMs;
      }
      statements += 1;
      // The one that was sent last is the last in the map.
      if (!held.delete(key)) size += key.length;
      held.set(key, counted);
      for (const [oldest, first] of held) {
        if (size <= limit || oldest === key) break;
        flush(oldest, first);
      }
    },
    end() {
      for (const [key, counted] of held) flush(key, counted);
    },
    statements: () => statements,
  };
}
