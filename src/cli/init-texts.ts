import type { Choices } from '../init/choices.ts';
import { toCommand } from '../init/ci-job.ts';
import type { Look } from '../init/look-around.ts';
import type { PlannedFile } from '../init/plan-files.ts';
import { version } from '../version.ts';
import { usualName as baselineName } from './baseline-options.ts';
import type { Outcome } from './first-check.ts';

/** What was found, a line for each thing. */
export function describeLook({ schemas, parts, surroundings }: Look, pgVersion: number | null): string {
  const { server, orm, ci, hook } = surroundings;
  const shown = parts.map(({ schema }) => schemas.find(({ path }) => path === schema.path));
  const rows: readonly (readonly [string, string])[] = [
    ...shown.flatMap((schema) => {
      if (schema === undefined) return [];
      const { tool, path, files, command, isPartitioned } = schema;
      const how = command ?? (files > 1 ? `${tool}, ${files} files` : tool);
      return [['schema', `${path}  (${command === null ? how : `${tool}: ${how}`}${isPartitioned ? '' : '; no partitioned table in it'})`] as const];
    }),
    ...(parts.length === 0 ? [['schema', 'none'] as const] : []),
    ...parts.filter(({ seed }) => seed.length > 0).map(({ seed }) => ['seed', seed.join(', ')] as const),
    ['queries', parts.flatMap(({ paths }) => paths).join(', ') || 'none'],
    ...(orm === null ? [] : [['library', orm] as const]),
    ...(server === null
      ? []
      : [
          [
            'server',
            `PostgreSQL ${server.major}  (${server.file}${pgVersion === server.major ? '' : "; planned on planlint's own, see --pg-version"})`,
          ] as const,
        ]),
    ...(ci === 'none' ? [] : [['CI', ci] as const]),
    ...(hook === 'none' ? [] : [['hook', hook] as const]),
  ];
  return `Found:\n${rows.map(([name, value]) => `  ${name.padEnd(8)} ${value}\n`).join('')}`;
}

/** What to add to files of the user's, and what to do next. */
export function describeNext(choices: Choices, additions: readonly PlannedFile[], { summary, isHeld }: Outcome): string {
  const found = summary === null ? 0 : summary.errors + summary.warnings;
  const adds = additions.map(({ path, addition }) => `\nAdd to ${path}:\n${(addition ?? '').replace(/^(?=.)/gm, '  ')}`);
  const { isPackage, isDependency, packageManager, program, parts } = choices;
  const install = { npm: 'npm install --save-dev', pnpm: 'pnpm add --save-dev', yarn: 'yarn add --dev' }[packageManager];
  const steps = [
    ...(isPackage && !isDependency ? [`${install} planlint@${version}`] : []),
    ...(found > 0 && !isHeld
      ? [`${toCommand({ program: null })}   # shows what was found; --update-baseline holds it, so that only new ones fail`]
      : []),
    ...(isHeld ? [`git add ${baselineName}   # what is in it does not fail; everything new does`] : []),
    ...(program === null && parts.some(({ paths }) => paths.length > 0)
      ? []
      : [`npx planlint run -- ${program ?? 'npm test'}   # checks what a program sends`]),
    'planlint explain <file>:<line>   # draws what a statement reads',
  ];
  return `${adds.join('')}\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}
