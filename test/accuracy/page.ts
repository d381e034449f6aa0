import { checks } from './checks.ts';
import { countUp, judges, type Outcome } from './measure.ts';
import type { Site } from './trials.ts';

const sets: Readonly<Record<Site['set'], string>> = { pruning: 'values known', unvalued: 'no value known', reports: 'reported faults' };

const intro = `# Accuracy

What planlint and four simple checks say of the measured cases in \`fixtures/cases\`, each asked on a server of that version with the cases' schemas loaded. A statement is bad
where its verdict is \`missing-key\`, \`multi-leaf\` or \`run-only\`, and good where it is \`ok\`, \`start-only\` or \`not-partitioned\`. The others, \`multi-group\` and \`no-scan\`, are left out: whether
they are to be flagged depends on more than the verdict.

How to read the figures:

- **planlint's row is no estimate of how often it is right on your statements.** Its tests run these very cases and fail where it answers one otherwise, so that the row can hardly
  show an error. The cases were collected for what is hard to tell, not drawn from an application.
- What counts as bad is planlint's own definition. The answers were read off servers and checked by hand.
- Where values are known, on a seeded schema, the first check does nearly as well. What it lacks there is not the verdict but which table and key it is about, and statements of more
  than one partitioned table.
- Where no value is known, the first and third check bind NULL, which is what a script of a few lines has at hand. It leaves no leaf to read in most plans, and they then pass. With values
  chosen with care they would do better; to choose them is most of the work.
- "no answer" is a refusal to judge, or a plan that PostgreSQL refuses to make. planlint's are three statements on tables
  split by inheritance, which it skips; they are three of the good ones that the first and third check flag.

## The checks
`;

/** The part of the page that no measurement goes into. */
export const head = `${intro}\n${checks.map(({ title, does }) => `- **${title}**: ${does}`).join('\n')}\n`;

export function renderMajor(major: number, outcomes: readonly Outcome[]): string {
  const rows = Object.entries(sets).flatMap(([set, title]) => {
    const own = outcomes.filter((outcome) => outcome.set === set);
    const bad = own.filter(({ trial }) => trial.isBad).length;
    return judges.map((judge, index) => {
      const { right, badPassed, goodFlagged, unanswered } = countUp(own, index);
      const of = index === 0 ? `${title}: ${bad} bad, ${own.length - bad} good` : '';
      return `| ${of} | ${judge} | ${right} | ${badPassed} | ${goodFlagged} | ${unanswered} |`;
    });
  });
  const header = ['| statements | who | right | bad passed | good flagged | no answer |', '|---|---|---|---|---|---|'];
  return [headingOf(major), '', ...header, ...rows].join('\n');
}

/** The section of a version in a page that was written before. */
export function findMajor(page: string, major: number): string | null {
  const start = page.indexOf(`${headingOf(major)}\n`);
  if (start === -1) return null;
  const end = page.indexOf('\n## ', start);
  return page.slice(start, end === -1 ? undefined : end).trimEnd();
}

function headingOf(major: number): string {
  return `## PostgreSQL ${major}`;
}

interface Example {
  readonly id: string;
  /** Which of the checks gets it wrong. */
  readonly check: number;
  readonly why: string;
}

const examples: readonly Example[] = [
  { id: 'U142', check: 0, why: 'NULL as the group leaves no leaf at all, and so no Append. With a group it reads every year.' },
  { id: 'L248', check: 0, why: 'The view joins two tables in one Append: one leaf of each is read.' },
  {
    id: 'U001',
    check: 1,
    why: 'Every key is given. A generic plan for no values lists every leaf, since what a value leaves out is left out only when it starts.',
  },
  { id: 'L247', check: 2, why: 'A UNION is an Append too, with nothing to remove; one leaf of each table is read.' },
  { id: 'L182', check: 3, why: 'Both keys stand in the WHERE, outside of a LIMIT that no condition passes.' },
  { id: 'L320', check: 3, why: 'The WHERE has one key. A row-level security policy of the role gives the other.' },
];

/** Statements that the checks get wrong, as they were seen to. Throws for one that its check got right. */
export function renderExamples(outcomes: readonly Outcome[]): string {
  const shown = examples.map(({ id, check, why }) => {
    const found = outcomes.find(({ trial }) => trial.id === id);
    const title = checks[check]?.title ?? '';
    if (found === undefined || found.flags[check + 1] !== !found.trial.isBad) throw new Error(`"${title}" is not wrong about ${id}`);
    const what = found.trial.isBad ? 'passes a bad statement' : 'flags a good statement';
    return `**${title}** ${what}. ${why}\n\n\`\`\`sql\n${found.trial.statement.sql}\n\`\`\`\n`;
  });
  return ['## What they get wrong\n', ...shown].join('\n');
}
