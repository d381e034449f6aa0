import { version } from '../version.ts';
import type { Choices } from './choices.ts';

/** Actions by the commit of their version, so that nobody can put another one in its place. */
const checkout = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';
const setupNode = 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0';
const image = 'node:22.20.0-bookworm-slim';

/** The major version that planlint brings along. */
const ownMajor = 18;

/** planlint as a job runs it. */
export function toCommand({ program }: Pick<Choices, 'program'>): string {
  return `npx --yes planlint@${version} ${program === null ? 'check' : `run -- ${program}`}`;
}

/** What a job needs before: the tools that make the tables or run the tests. */
function toInstall({ isPackage, packageManager, parts, program, pgVersion }: Choices): string | null {
  const isServed = pgVersion === null || pgVersion === ownMajor;
  if (!isPackage || (isServed && program === null && parts.every(({ schema }) => schema.command === null))) return null;
  return { npm: 'npm ci', pnpm: 'corepack enable && pnpm install --frozen-lockfile', yarn: 'corepack enable && yarn install --immutable' }[
    packageManager
  ];
}

export function toWorkflow(choices: Choices): string {
  const install = toInstall(choices);
  return `name: planlint

on:
  pull_request:

permissions:
  contents: read

jobs:
  planlint:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: ${checkout}
      - uses: ${setupNode}
        with:
          node-version: 22
${install === null ? '' : `      - run: ${install}\n`}      - run: ${toCommand(choices)}
`;
}

export function toGitlabJob(choices: Choices): string {
  const install = toInstall(choices);
  const lines = [
    'planlint:',
    '  stage: test',
    `  image: ${image}`,
    '  variables:',
    '    PLANLINT_CACHE: $CI_PROJECT_DIR/.cache/planlint',
    '  cache:',
    `    key: planlint-${version}`,
    '    paths:',
    '      - .cache/',
    '  script:',
    ...(install === null ? [] : [`    - ${install}`]),
    '    - >-',
    `      ${toCommand({ program: null }).replace(/ check$/, '')} ${choices.program === null ? 'check' : 'run'}`,
    '      --format pretty',
    '      --format gitlab=planlint-code-quality.json',
    '      --format junit=planlint-junit.xml',
    ...(choices.program === null ? [] : [`      -- ${choices.program}`]),
    '  artifacts:',
    '    when: always',
    '    expire_in: 1 week',
    '    reports:',
    '      codequality: planlint-code-quality.json',
    '      junit: planlint-junit.xml',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
  ];
  return `${lines.join('\n')}\n`;
}
