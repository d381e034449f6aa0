import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../errors.ts';

export interface Running {
  /** As a shell takes it. */
  readonly text: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is not to be shown of what it writes. */
  readonly secret: string;
}

/**
 * Only this process holds the other end of the standard input: when it lets go, or is gone, however that ended, the watcher ends the whole group, and with it
 * what the command left running. It takes the group's name for its own, so that nobody else can have it by then.
 */
const script = `exec 3<&0 </dev/null
{ cat <&3; trap '' TERM; kill -TERM -$$; sleep 1; kill -KILL -$$; } >/dev/null 2>&1 &
exec /bin/sh -c "$0" 3<&-`;

/** Characters of its output that are kept. */
const kept = 20_000;

/** Lines of them that are shown. */
const shown = 15;

/** How long the output may stay open after the command has ended, in milliseconds: until those that it left running are gone. */
const patience = 2_000;

/** Runs a command to its end. Throws a `UserError` with the last that it wrote where it fails. */
export async function runCommand({ text, cwd, env, secret }: Running): Promise<void> {
  // A session of its own: what is typed in the terminal is not for it.
  const child = spawn('/bin/sh', ['-c', script, text], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said = (said + piece).slice(-kept);
    });
  }
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  child.stdin.end();
  const timer = new AbortController();
  await Promise.race([closed, delay(patience, null, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  child.stdout.destroy();
  child.stderr.destroy();
  if (code === 0) return;
  const end = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  throw new UserError('database', `the schema command ${end}: ${text}`, { excerpt: toExcerpt(said.replaceAll(secret, '***')), hint: hintFor(code) });
}

function toExcerpt(said: string): readonly string[] {
  const lines = stripVTControlCharacters(said)
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  return lines.slice(-shown).map((line) => `  ${line}`);
}

function hintFor(code: number | null): string {
  if (code === 127) return 'the shell does not find it: it runs in the working folder, with the environment of planlint';
  return 'it has to find the server in DATABASE_URL or PG*; --env NAME=template hands it over in another variable, as in --env DB_PORT={port}';
}
