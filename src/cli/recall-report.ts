import { join, resolve } from 'node:path';
import { readAsked } from '../database/asked.ts';
import { openSite, prepare } from '../database/embedded.ts';
import { listModuleFiles } from '../module-files.ts';
import { readBuild } from '../results/build.ts';
import { addFiles, addText, newContent, toKey } from '../results/content.ts';
import { findReport, keepReport } from '../results/store.ts';
import { findOverlooked } from '../schema/overlooked.ts';
import type { CheckOptions } from './check-options.ts';
import type { Judged } from './judge-project.ts';
import type { Streams } from './streams.ts';
import { toTarget } from './target.ts';

/** Where a project's report is kept, and as what. */
interface Place {
  readonly folder: string;
  readonly key: string;
}

/** The report of an earlier run, where that had all the same to judge; else that of this one, which is kept for the next. */
export async function recallReport(options: CheckOptions, streams: Streams, judge: () => Promise<Judged>): Promise<Judged> {
  const place = await findPlace(options, streams);
  if (place === null) return judge();
  const kept = findReport(place.folder, place.key);
  if (kept !== null) return { ...kept, diff: null, receipt: '', ending: Promise.resolve(), isRecalled: true };
  const judged = await judge();
  // What was written meanwhile may be what was judged.
  if ((await findPlace(options, streams))?.key === place.key) keepReport(place.folder, place.key, judged);
  return judged;
}

/** What is wrong with the options is told by who judges. */
function findPlace(options: CheckOptions, streams: Streams): Promise<Place | null> {
  return toPlace(options, streams).catch(() => null);
}

/** How a report is shown, and not what is in it. */
const shows: readonly (keyof CheckOptions)[] = [
  'format',
  'outputFile',
  'quiet',
  'failOn',
  'maxWarnings',
  'failOnInconclusive',
  'color',
  'baseline',
  'updateBaseline',
  'pruneBaseline',
  'failOnStaleBaseline',
  'since',
  'staged',
  'cache',
  'cacheLocation',
];

/** `null` where not all is known that a report depends on, or more than a report is wanted. */
async function toPlace(options: CheckOptions, { cwd, env }: Streams): Promise<Place | null> {
  const { paths, ruleFiles, cacheLocation, schemaCommand, schemaInput } = options;
  const build = readBuild();
  const doesMore = options.fix || options.fixDryRun || options.analyze || options.read !== undefined;
  if (build === null || doesMore || paths.includes('-') || (schemaCommand !== undefined && schemaInput.length === 0)) return null;
  const target = toTarget(options, { cwd, env });
  if ('url' in target) return null;
  const { cache, machine } = await openSite(target);
  const command = await prepare(target);
  const told = Object.entries(options).filter(([name]) => !shows.includes(name as keyof CheckOptions));
  const content = newContent();
  addText(content, 'options', JSON.stringify([build, machine.binaries.build, cwd, told, command?.key, findOverlooked(target.schema, cwd)]));
  const { files, seed } = readAsked(target);
  for (const [part, list] of Object.entries({ files, seed }))
    for (const { path, text, continues = false, rows } of list)
      addText(content, `${part} ${path} ${continues}`, text + (rows === undefined ? '' : `\0${rows.text}`));
  for (const file of ruleFiles) {
    const { files: modules, isWhole } = listModuleFiles(resolve(cwd, file));
    if (!isWhole) return null;
    for (const module of modules) if (!(await addFiles(content, module, cwd))) return null;
  }
  for (const path of paths) if (!(await addFiles(content, path, cwd))) return null;
  return { folder: cacheLocation === undefined ? join(cache.folder, 'reports') : resolve(cwd, cacheLocation), key: toKey(content, new Date()) };
}
