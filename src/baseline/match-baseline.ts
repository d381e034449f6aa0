import { ignoreRules } from '../findings/suppress.ts';
import type { Finding, Report } from '../report/report.ts';
import { toNormalShape, toNormalText } from '../sql/normal-text.ts';
import type { BaselineEntry } from './baseline-file.ts';

/** What a baseline is held against beside the findings. */
export interface Surroundings {
  readonly today: string;
  /** A statement's path as the baseline has it. */
  readonly pathOf: (path: string) => string;
  /** Whether there is no file any more at a path of the baseline. */
  readonly isGone: (path: string) => boolean;
}

/** Findings that stand and fall together: one of a file's, or all that a captured statement has from one place. */
interface Claim {
  readonly path: string;
  readonly fingerprint: string;
  readonly findings: Finding[];
}

export interface Match {
  /** The findings that an entry holds, and the entry. */
  readonly held: ReadonlyMap<Finding, BaselineEntry>;
  /** Entries that hold a finding, as they are now: a moved statement has its new path. */
  readonly used: readonly BaselineEntry[];
  /** Those of them whose day is past: they hide nothing. */
  readonly expired: readonly BaselineEntry[];
  /** Entries for what no entry holds. */
  readonly fresh: ReadonlyMap<BaselineEntry, readonly Finding[]>;
  /** Entries whose file was looked at, or is gone, and that hold nothing. */
  readonly stale: readonly BaselineEntry[];
  /** Entries of files that this run has not looked at. */
  readonly others: readonly BaselineEntry[];
}

/** Finds for each finding the entry that holds it. An entry holds one finding of its file, or, where that has left the file, one elsewhere: a copy is a new finding. */
export function matchBaseline(report: Report, entries: readonly BaselineEntry[], { today, pathOf, isGone }: Surroundings): Match {
  const seen = new Set(report.statements.map(({ path }) => pathOf(path)));
  const free = new Set(entries);
  const taken = new Map<Claim, BaselineEntry>();
  const take = (claims: readonly Claim[], mayHold: (entry: BaselineEntry, claim: Claim) => boolean): void => {
    for (const claim of claims) {
      if (taken.has(claim)) continue;
      for (const entry of free) {
        if (entry.fingerprint !== claim.fingerprint || !mayHold(entry, claim)) continue;
        free.delete(entry);
        taken.set(claim, entry);
        break;
      }
    }
  };
  const claims = toClaims(report, pathOf);
  const isFree = ({ path }: BaselineEntry): boolean => seen.has(path) || isGone(path);
  take(claims, (entry, { path }) => entry.path === path);
  take(claims, isFree);
  const moved = [...taken].map(([claim, entry]) => ({ claim, entry: { ...entry, path: claim.path } }));
  const isExpired = ({ until }: BaselineEntry): boolean => until !== undefined && until < today;
  const holding = moved.filter(({ entry }) => !isExpired(entry));
  return {
    held: new Map(holding.flatMap(({ claim, entry }) => claim.findings.map((finding) => [finding, entry] as const))),
    used: moved.map(({ entry }) => entry),
    expired: moved.map(({ entry }) => entry).filter(isExpired),
    fresh: new Map(claims.filter((claim) => !taken.has(claim)).map((claim) => [toEntry(claim, report), claim.findings])),
    stale: [...free].filter(isFree),
    others: [...free].filter((entry) => !isFree(entry)),
  };
}

const aboutIgnores: readonly string[] = Object.values(ignoreRules);

function toClaims(report: Report, pathOf: Surroundings['pathOf']): readonly Claim[] {
  const claims: Claim[] = [];
  const captured = new Map<string, Claim>();
  for (const finding of report.findings) {
    // What is wrong with a comment is mended in the comment.
    if (finding.suppressed !== null || aboutIgnores.includes(finding.rule)) continue;
    const claim = { path: pathOf(finding.path), fingerprint: finding.fingerprint, findings: [finding] };
    const key = JSON.stringify([claim.path, claim.fingerprint]);
    const same = report.statements[finding.statement]?.captured === true ? captured.get(key) : undefined;
    if (same !== undefined) same.findings.push(finding);
    else claims.push(claim);
    if (same === undefined) captured.set(key, claim);
  }
  return claims;
}

const longest = 120;

function toEntry({ path, fingerprint, findings: [finding] }: Claim, { statements }: Report): BaselineEntry {
  const { sql = '', captured = false } = statements[finding?.statement ?? -1] ?? {};
  const text = captured ? toNormalShape(sql).replace(/\?(?: ?\?)+/g, '?') : toNormalText(sql);
  const statement = text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
  return { path, rule: finding?.rule ?? '', table: finding?.table ?? null, statement, fingerprint };
}
