import type { Import, Module } from './imports.ts';

/** Packages that one file alone may import; the flags that commands share are in a file beside the commands. */
const owners: Readonly<Record<string, string | readonly string[]>> = {
  commander: ['src/cli/main.ts', 'src/cli/flags.ts'],
  pg: 'src/database/server.ts',
  'libpg-query': 'src/sql/parse.ts',
  'pgsql-ast-parser': 'src/sql/spans.ts',
  'oxc-parser': 'src/source/embedded/script/syntax.ts',
};

/** Where the process, its environment and its streams may be touched. A process of its own plans for tests. What is loaded into a user's program learns from its environment whom to tell. */
const nearProcess = [
  'bin/',
  'src/cli/',
  'src/database/embedded.ts',
  'src/database/windows-watcher.ts',
  'src/register/register.ts',
  'src/testing/planner-process.ts',
];

const rulesSee = ['src/rule.ts', 'src/subject.ts', 'src/verdict.ts', 'src/plan/', 'src/catalog/', 'src/sql/'];
/** Pure functions over what rules see. */
const rulesCall = ['src/wording.ts', 'src/keys.ts', 'src/period.ts', 'src/catalog/catalog.ts', 'src/catalog/resolve.ts'];
const reportersSee = ['src/report/', 'src/sql/span.ts', 'src/shown-path.ts', 'chalk'];
/** Whose types the report's own types are made of. */
const reportSays = ['src/schema-state.ts', 'src/verdict.ts', 'src/plan/judgement.ts', 'src/sql/statement-text.ts'];

const longest = 300;

/** Every crossing of a border, a sentence each. */
export function findCrossings(modules: readonly Module[]): readonly string[] {
  return [...modules.flatMap(crossingsOf), ...findCycles(modules)];
}

function crossingsOf(module: Module): readonly string[] {
  const { path, imports } = module;
  const crossings = imports.filter((one) => !mayImport(path, one)).map(({ target }) => `${path} imports ${target}`);
  const isBarrel = imports.some(({ isExport, target }) => isExport && isIn(target, ['src/', 'rules/']));
  if (isBarrel && path !== 'src/index.ts') crossings.push(`${path} exports what is another file's`);
  if (module.usesProcess && !isIn(path, nearProcess)) crossings.push(`${path} touches process`);
  if (module.lines > longest) crossings.push(`${path} has ${module.lines} lines`);
  if (!/^[a-z0-9/.-]+$/.test(path)) crossings.push(`${path} is not named in kebab case`);
  return crossings;
}

function mayImport(path: string, { target, isType }: Import): boolean {
  const owner = owners[target];
  if (owner !== undefined && ![owner].flat().includes(path)) return false;
  if (target === 'chalk' && !path.startsWith('src/report/')) return false;
  if (target === 'node:process' && !isIn(path, nearProcess)) return false;
  if (path.startsWith('rules/'))
    return path === 'rules/index.ts' ? isIn(target, ['rules/', 'src/rule.ts']) : isIn(target, rulesCall) || (isType && isIn(target, rulesSee));
  if (path.startsWith('src/report/')) return isIn(target, reportersSee) || (isType && isIn(target, reportSays));
  return !target.startsWith('rules/') || path === 'src/index.ts' || path.startsWith('src/cli/');
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)));
}

/** Files that need each other to start. Types are gone by then and may refer to each other freely. */
function findCycles(modules: readonly Module[]): readonly string[] {
  const needs = new Map(modules.map(({ path, imports }) => [path, imports.filter(({ isType }) => !isType).map(({ target }) => target)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start !== -1) {
      cycles.push(`${[...way.slice(start), path].join(' → ')} is a cycle`);
      return;
    }
    if (done.has(path)) return;
    for (const next of needs.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const { path } of modules) visit(path, []);
  return cycles;
}
