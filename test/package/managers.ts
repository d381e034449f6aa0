import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Row } from '../compatibility/section.ts';
import { onMachine, outcome } from '../machines/machine.ts';
import { install, makeProject } from './installed.ts';

const execute = promisify(execFile);

/** A package manager: where npm gets it from, its program there, and what it is told to do. */
interface Manager {
  readonly name: string;
  readonly source: string;
  readonly program: string;
  readonly add: readonly string[];
  /** What stands in front of the program that it runs. */
  readonly run: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const berry = { source: '@yarnpkg/cli-dist@4.18.1', program: 'node_modules/@yarnpkg/cli-dist/bin/yarn.js', add: ['add'], run: ['run', 'planlint'] };
const quiet = 'enableTelemetry: false\nenableGlobalCache: false\n';

const managers: readonly Manager[] = [
  { name: 'pnpm 10', source: 'pnpm@10.34.9', program: 'node_modules/pnpm/bin/pnpm.cjs', add: ['add', '--prefer-offline'], run: ['exec', 'planlint'] },
  { name: 'yarn 1', source: 'yarn@1', program: 'node_modules/yarn/bin/yarn.js', add: ['add', '--prefer-offline'], run: ['-s', 'run', 'planlint'] },
  { ...berry, name: 'yarn 4, with `nodeLinker: node-modules`', files: { '.yarnrc.yml': `${quiet}nodeLinker: node-modules\n` } },
  { ...berry, name: 'yarn 4, Plug’n’Play', files: { '.yarnrc.yml': `${quiet}nodeLinker: pnp\n` } },
];

/** Installs the packed planlint by a manager, and runs it by that manager. */
async function tryManager({ source, program, add, run, files = {} }: Manager): Promise<string> {
  const { tarball } = await install();
  return onMachine(async (machine) => {
    const tools = machine.folder('tools');
    makeProject(join(tools, 'one'));
    await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', source], { cwd: join(tools, 'one') });
    const manager = [process.execPath, join(tools, 'one', program)];
    const env = { ...process.env, HOME: machine.folder('home'), CI: '1' };
    writeFileSync(join(machine.project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
    for (const [path, text] of Object.entries({ ...files, 'yarn.lock': '' })) machine.write(path, text);
    const spec = add[0] === 'add' && source.includes('yarnpkg') ? `planlint@file:${tarball}` : `file:${tarball}`;
    await execute(manager[0] ?? '', [...manager.slice(1), ...add, spec], {
      cwd: machine.project,
      env: { ...env, YARN_ENABLE_IMMUTABLE_INSTALLS: '0' },
    });
    const { status, stdout, stderr } = await execute(
      manager[0] ?? '',
      [...manager.slice(1), ...run, 'check', 'query.sql', '--schema', 'schema.sql'],
      {
        cwd: machine.project,
        env: { ...env, PLANLINT_CACHE: join(machine.root, 'cache') },
      },
    ).then(
      (texts) => ({ status: 0, ...texts }),
      (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code }),
    );
    return outcome({ code: status, stdout, stderr: `${stderr}${status === 1 ? '' : stdout}` });
  });
}

export const managed: readonly Row[] = managers.map((manager) => ({
  what: `installed with ${manager.name}`,
  happens: 'works',
  check: () => tryManager(manager),
}));
