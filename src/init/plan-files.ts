import { version } from '../version.ts';
import type { Choices } from './choices.ts';
import { toGitlabJob, toWorkflow } from './ci-job.ts';
import { toConfigText } from './config-text.ts';
import type { Hook } from './tools.ts';

export const configFile = 'planlint.config.json';

/** A file that is planlint's alone, or text that belongs into a file of the user's. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** What to add to the file where it is there already: it is never changed. */
  readonly addition: string | null;
}

/** Every file that the choices ask for. */
export function planFiles(choices: Choices): readonly PlannedFile[] {
  return [{ path: configFile, text: toConfigText(choices), addition: null }, ...planCi(choices), ...planHook(choices.hook)];
}

function planCi(choices: Choices): readonly PlannedFile[] {
  if (choices.ci === 'none') return [];
  if (choices.ci === 'github') return [{ path: '.github/workflows/planlint.yml', text: toWorkflow(choices), addition: null }];
  const path = '.gitlab/planlint.gitlab-ci.yml';
  const include = `include:\n  - local: ${path}\n`;
  return [
    { path, text: toGitlabJob(choices), addition: null },
    { path: '.gitlab-ci.yml', text: include, addition: include },
  ];
}

const staged = 'npx planlint check --staged';

function planHook(hook: Hook): readonly PlannedFile[] {
  switch (hook) {
    case 'none':
      return [];
    case 'husky':
      return [{ path: '.husky/pre-commit', text: `${staged}\n`, addition: `${staged}\n` }];
    case 'lefthook': {
      const command = `    planlint:\n      glob: '*.{sql,ts,tsx,js,jsx}'\n      run: ${staged}\n`;
      const text = `pre-commit:\n  commands:\n${command}`;
      return [{ path: 'lefthook.yml', text, addition: text }];
    }
    case 'pre-commit': {
      const entry = [
        '  - repo: local',
        '    hooks:',
        '      - id: planlint',
        '        name: planlint',
        '        entry: planlint check --no-error-on-unmatched-pattern',
        '        language: node',
        `        additional_dependencies: [planlint@${version}]`,
        '        types_or: [sql, ts, tsx, javascript, jsx]',
        '        require_serial: true',
        '',
      ].join('\n');
      return [{ path: '.pre-commit-config.yaml', text: `repos:\n${entry}`, addition: `repos:\n${entry}` }];
    }
  }
}
