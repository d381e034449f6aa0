import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { holdsTheSame, type MendedStatement, toFileEdits } from '../fix/mended-text.ts';
import { formatDiff } from '../fix/unified-diff.ts';
import type { Report } from '../report/report.ts';
import { parseQueryFile, type Sources } from '../source/inputs.ts';
import type { Statement } from '../source/statement.ts';
import { decode } from '../source/text-file.ts';
import { applyEdits } from '../sql/edits.ts';
import { type Rights, replaceFile } from './replace-file.ts';

/** A file that fixes can be written into. */
export interface MendedFile {
  readonly path: string;
  /** Statements that are mended. */
  readonly statements: number;
  readonly before: string;
  readonly after: string;
  readonly diff: string;
}

/** New texts of files, and the paths of those that are left to a person: they would not hold the same statements. */
export interface Mended {
  readonly files: readonly MendedFile[];
  readonly left: readonly string[];
}

/** Reads the files that hold statements with a fix that keeps all rows, and makes their new texts. Throws a `UserError` where one has changed since it was checked. */
export async function mendFiles(sources: Sources, report: Report, cwd: string): Promise<Mended> {
  const files: MendedFile[] = [];
  const left: string[] = [];
  for (const [path, mended] of byPath(sources, report)) {
    const before = decode(path, await readFile(resolve(cwd, path)));
    const edits = toFileEdits(before, mended);
    if (edits === null) throw new UserError('source', `${path} has changed since it was checked`, { hint: 'run planlint again' });
    const after = applyEdits(before, edits);
    const read = (text: string) => parseQueryFile(path, text, sources.dialect ?? null);
    if (holdsTheSame(await read(before), await read(after).catch(ofBroken), mended))
      files.push({ path, statements: mended.length, before, after, diff: formatDiff(path, before, edits) });
    else left.push(path);
  }
  return { files, left };
}

/** Writes the new texts, each whole or not at all, and gives the sources as they are then. */
export async function writeMended(files: readonly MendedFile[], sources: Sources, cwd: string): Promise<Sources> {
  const targets = await Promise.all(files.map(async (file) => ({ ...file, ...(await toTarget(file.path, cwd)) })));
  for (const { path, target, rights, after } of targets) await replaceFile(target, after, rights).catch((cause) => refuse(path, cause));
  const texts = new Map(files.map(({ path, after }) => [path, after]));
  const rest = sources.statements.filter(({ path, captured }) => captured || !texts.has(path));
  const fresh = (await Promise.all(files.map(({ path, after }) => parseQueryFile(path, after, sources.dialect ?? null)))).flat();
  const order = [...new Set(sources.statements.map(({ path }) => path))];
  const statements = [...rest, ...fresh].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  return { ...sources, statements };
}

/** Statements that stand in files of queries, with the fixes that need no one's word. */
function byPath({ statements }: Sources, { findings }: Report): ReadonlyMap<string, readonly MendedStatement[]> {
  const files = new Map<string, MendedStatement[]>();
  for (const [index, statement] of statements.entries()) {
    const fix = findings.find((finding) => finding.statement === index && finding.suppressed === null && finding.evidence.fix !== undefined)?.evidence
      .fix;
    if (fix?.kind !== 'same' || statement.captured || statement.standing !== undefined || statement.path === '-') continue;
    files.set(statement.path, [...(files.get(statement.path) ?? []), { statement, edits: fix.edits }]);
  }
  return files;
}

/** A text that a fix would break holds nothing. */
function ofBroken(error: unknown): readonly Statement[] {
  if (error instanceof UserError) return [];
  throw error;
}

/** Renaming over a file asks for no right to write to it, so that it is asked for here. */
async function toTarget(path: string, cwd: string): Promise<{ readonly target: string; readonly rights: Rights }> {
  const target = await realpath(resolve(cwd, path));
  const { mode, uid, gid } = await stat(target);
  if ((mode & 0o222) === 0)
    throw new UserError('source', `${path} cannot be written: it is read-only`, { hint: 'make it writable, or leave --fix out' });
  return { target, rights: { mode: mode & 0o7777, uid, gid } };
}

function refuse(path: string, cause: unknown): never {
  const hint = 'mend files in a folder that you may write to, or leave --fix out';
  throw new UserError('source', `${path} cannot be written: ${reasonOf(cause)}`, { hint, cause });
}
