import { nearest } from '../nearest.ts';
import type { Finding, Severity } from '../report/report.ts';
import type { Directive, Ignore } from '../source/directive.ts';
import type { Statement } from '../source/statement.ts';
import type { Examined } from '../subject.ts';
import { fingerprintOf } from './fingerprint.ts';

/** What an ignore names to accept that a statement cannot be judged. */
export const inconclusive = 'inconclusive';

/** The rules about ignores themselves. */
export const ignoreRules = { unknown: 'no-unknown-ignore', expired: 'no-expired-ignore', unused: 'no-unused-ignore' } as const;

export interface Suppressing {
  /** The ids of all rules. */
  readonly known: readonly string[];
  /** A rule's severity for a file; `null` where it is off. */
  readonly severityOf: (rule: string, path: string) => Severity | null;
  /** The day that ignores are held against, `2027-01-31`. */
  readonly today: string;
  /** All tables are judged, so that an ignore without a finding is one too many. */
  readonly isWhole: boolean;
  /** Makes an ignore without a finding an error, even where its rule is off. */
  readonly reportUnused: boolean;
}

export interface Suppressed {
  readonly findings: readonly Finding[];
  /** By the statement's index, why it may stay inconclusive. */
  readonly accepted: ReadonlyMap<number, string>;
}

/** An ignore, and the statements that it covers. */
interface Use {
  readonly ignore: Ignore;
  readonly statements: number[];
  /** Those of its rules that had something to suppress. */
  readonly used: Set<string>;
}

/** Marks the findings that comments ignore, and adds what is wrong with the comments: an unknown rule, a day that is past, nothing to ignore. */
export function suppress(examined: readonly Examined[], findings: readonly Finding[], settings: Suppressing): Suppressed {
  const uses = collectUses(examined);
  if (uses.size === 0) return { findings, accepted: new Map() };
  const find = (statement: number, rule: string): Ignore | null => {
    let found: Ignore | null = null;
    for (const directive of examined[statement]?.statement.directives ?? []) {
      if (directive.kind !== 'ignore' || !directive.rules.includes(rule)) continue;
      uses.get(directive)?.used.add(rule);
      if (found === null && !isExpired(directive, settings.today)) found = directive;
    }
    return found;
  };
  const marked = findings.map((finding): Finding => {
    const ignore = find(finding.statement, finding.rule);
    return ignore === null ? finding : { ...finding, suppressed: { kind: 'ignore', reason: ignore.reason } };
  });
  const accepted = new Map<number, string>();
  for (const [index, { judgement }] of examined.entries()) {
    const ignore = judgement.status === 'inconclusive' ? find(index, inconclusive) : null;
    if (ignore !== null) accepted.set(index, ignore.reason);
  }
  const faults = [...uses.values()].flatMap((use) => findFaults(use, examined, settings));
  return { findings: [...marked, ...faults].sort((a, b) => a.statement - b.statement), accepted };
}

function collectUses(examined: readonly Examined[]): ReadonlyMap<Directive, Use> {
  const uses = new Map<Directive, Use>();
  for (const [index, { statement }] of examined.entries()) {
    for (const directive of statement.directives) {
      if (directive.kind !== 'ignore') continue;
      const use = uses.get(directive) ?? { ignore: directive, statements: [], used: new Set() };
      use.statements.push(index);
      uses.set(directive, use);
    }
  }
  return uses;
}

/** The day itself is the last. */
function isExpired({ until }: Ignore, today: string): boolean {
  return until !== null && until < today;
}

function findFaults(use: Use, examined: readonly Examined[], settings: Suppressing): readonly Finding[] {
  const { ignore, statements, used } = use;
  const [index = 0] = statements;
  const statement = examined[index]?.statement;
  if (statement === undefined) return [];
  const known = [...settings.known, inconclusive];
  const own: readonly string[] = Object.values(ignoreRules);
  const at = { statement, index, ignore, settings };
  const faults = ignore.rules.flatMap((rule) => {
    if (known.includes(rule) && !own.includes(rule)) return [];
    return toFinding(ignoreRules.unknown, at, rule, {
      message: own.includes(rule) ? `\`${rule}\` cannot be ignored in a comment` : `\`${rule}\` is ignored, and there is no such rule`,
      help: own.includes(rule) ? 'Set its severity in the config.' : helpFor(rule, known),
    });
  });
  if (isExpired(ignore, settings.today)) {
    const fault = {
      message: `${nameIgnore(ignore)} has expired: it held until ${ignore.until}`,
      help: used.size === 0 ? 'Take it out: it has nothing to ignore any more.' : 'Mend the statement, or write a later day and why.',
    };
    return [...faults, ...toFinding(ignoreRules.expired, at, ignore.rules.join(), fault)];
  }
  // What could not be judged may have had the finding.
  const isJudged = (rule: string): boolean => statements.every((one) => rule === inconclusive || examined[one]?.judgement.status === 'analysed');
  const unused = ignore.rules.filter((rule) => known.includes(rule) && !own.includes(rule) && !used.has(rule) && settings.isWhole && isJudged(rule));
  return [
    ...faults,
    ...unused.flatMap((rule) =>
      toFinding(ignoreRules.unused, at, rule, {
        message: `\`${rule}\` is ignored, and ${rule === inconclusive ? 'nothing is inconclusive' : 'finds nothing'} ${extents[ignore.scope]}`,
        help: ignore.rules.length === 1 ? 'Take the comment out.' : `Take \`${rule}\` out of the comment.`,
      }),
    ),
  ];
}

const extents = { statement: 'here', range: 'in its range', file: 'in this file' } as const;

function helpFor(rule: string, known: readonly string[]): string {
  const meant = nearest(rule, known);
  return meant === null ? 'Name a rule that `planlint rules` lists.' : `Write \`${meant}\`.`;
}

function nameIgnore({ rules }: Ignore): string {
  return `the ignore of ${rules.map((rule) => `\`${rule}\``).join(' and ')}`;
}

interface Place {
  readonly statement: Statement;
  readonly index: number;
  readonly ignore: Ignore;
  readonly settings: Suppressing;
}

function toFinding(
  rule: string,
  { statement, index, ignore, settings }: Place,
  about: string,
  { message, help }: Pick<Finding, 'message' | 'help'>,
): readonly Finding[] {
  const severity = rule === ignoreRules.unused && settings.reportUnused ? 'error' : settings.severityOf(rule, statement.path);
  if (severity === null) return [];
  const { line, column } = statement.captured ? statement : ignore;
  return [
    {
      rule,
      severity,
      path: statement.path,
      line,
      column,
      endLine: line,
      endColumn: column,
      statement: index,
      table: null,
      message: statement.captured ? message : `line ${line}: ${message}`,
      help,
      evidence: {},
      fingerprint: fingerprintOf(rule, [about], statement),
      suppressed: null,
    },
  ];
}
