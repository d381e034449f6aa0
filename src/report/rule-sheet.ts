import { displayWidth } from './cells.ts';
import { type Palette, paletteFor } from './palette.ts';
import type { OptionSheet, Presentation, RuleSheet } from './presentation.ts';
import { hang, paintCode } from './prose.ts';

type Sheet = Pick<Presentation, 'colour' | 'width'>;

/** Every rule on a line or two: `planlint rules`. */
export function formatRuleList(rules: readonly RuleSheet[], { colour, width }: Sheet): string {
  const palette = paletteFor(colour);
  const longest = Math.max(0, ...rules.map(({ id }) => displayWidth(id)));
  const lines = rules.flatMap(({ id, severity, setting, summary }) => {
    const level = setting === undefined ? severity : (setting.level ?? 'varies');
    const lead = `${id.padEnd(longest)}  ${level.padEnd('warning'.length)}  `;
    const paint = level === 'error' || level === 'warning' ? palette[level] : palette.dim;
    return paintLead(hang(lead, summary, width), lead, `${palette.strong(id.padEnd(longest))}  ${paint(level.padEnd(7))}  `, palette);
  });
  return `${[...lines, '', 'planlint rules <id> shows what a rule is about, and what can be set.'].join('\n')}\n`;
}

/** The page of one rule: `planlint rules <id>`. */
export function formatRulePage(rule: RuleSheet, { colour, width }: Sheet): string {
  const palette = paletteFor(colour);
  const { id, severity, exception, summary, why, bad, good, options = {}, setting } = rule;
  const comments = commentsFor(rule);
  const prose = (text: string): readonly string[] => paintCode(hang('  ', text, width), palette);
  const code = (text: string): readonly string[] =>
    text.split('\n').flatMap((line) => hang(`  ${/^ */.exec(line)?.[0] ?? ''}`, line.trimStart(), width).map((one) => palette.code(one)));
  const part = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', palette.strong(title), ...lines]);
  const optionLines = Object.entries(options).flatMap(([name, option]) => [
    `  ${palette.code(name)} ${palette.dim(`${describeKind(option)}, ${JSON.stringify(option.default)} where it is not set`)}`,
    ...paintCode(hang('    ', option.about, width), palette),
  ]);
  const lines = [
    `${palette.strong(id)}  ${palette[severity](severity)}${exception === undefined ? '' : `, ${exception}`}`,
    ...(setting === undefined ? [] : prose(setting.level === null ? `differs by project in ${setting.file}` : `${setting.level} in ${setting.file}`)),
    ...prose(summary),
    ...part('Why', prose(why)),
    ...part('Instead of', code(bad)),
    ...part('Write', code(good)),
    ...part('Options', optionLines),
    ...part('Where it does not fit', [
      ...(comments.length === 0
        ? prose('A comment cannot ignore it.')
        : [...prose('For one statement, in a comment above it:'), ...code(comments.join('\n'))]),
      ...prose('For some files, or for all, in planlint.config.json:'),
      ...code(configFor(rule)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The first line begins with `lead`, whose colours come last so that they do not count. */
function paintLead([first = '', ...rest]: readonly string[], lead: string, painted: string, palette: Palette): readonly string[] {
  return [painted + paintCode([first.slice(lead.length)], palette).join(''), ...paintCode(rest, palette)];
}

const kinds: Readonly<Record<string, string>> = {
  count: 'a number from 1',
  flag: 'true or false',
  period: 'a period, or "off"',
  names: 'a list of words',
};

/** What an option takes: `a number from 1, by table`. */
export function describeKind({ kind, perTable }: OptionSheet): string {
  return `${kinds[kind] ?? kind}${perTable === true ? ', by table' : ''}`;
}

/** Comments that speak of a rule; none where it finds fault with comments. */
export function commentsFor({ id, options = {}, aboutComments = false }: RuleSheet): readonly string[] {
  if (aboutComments) return [];
  const [first] = Object.entries(options);
  const ignore = `-- planlint-ignore ${id} until 2027-01-31: why it may`;
  return first === undefined ? [ignore] : [`-- planlint-set ${id} ${first[0]}=${exampleOf(first[1])}: why it may`, ignore];
}

/** A config that speaks of a rule. */
export function configFor({ id }: RuleSheet): string {
  return `{
  "rules": { "${id}": "warning" },
  "overrides": [{ "paths": ["db/reports/**"], "rules": { "${id}": "off" } }]
}`;
}

function exampleOf({ kind }: OptionSheet): string {
  return kind === 'count' ? '2' : kind === 'flag' ? 'true' : kind === 'period' ? '12 months' : 'word';
}
