import { ignoreRules } from '../findings/suppress.ts';
import type { BaselineEntry, Finding, Report } from '../report/report.ts';
import { type Surroundings, staleness } from './is-stale.ts';
import { toOneLine } from './one-line.ts';

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
  /** Entries that hold nothing, though what they were for is judged or gone. */
  readonly stale: readonly BaselineEntry[];
  /** Entries for what this run has not judged. */
  readonly others: readonly BaselineEntry[];
}

/**
 * Finds for each finding the entry that holds it. An entry holds one finding of its file, or, where that has left the file, one elsewhere: a copy is a new
 * finding. `today` is the day that entries are held against, `2027-01-31`.
 */
export function matchBaseline(report: Report, entries: readonly BaselineEntry[], today: string, surroundings: Surroundings): Match {
  const taken = new Map<Claim, BaselineEntry>();
  const take = (claims: readonly Claim[], free: readonly BaselineEntry[], keyOf: (one: Claim | BaselineEntry) => string): void => {
    const pools = new Map<string, BaselineEntry[]>();
    for (const entry of free.toReversed()) {
      const pool = pools.get(keyOf(entry)) ?? [];
      pools.set(keyOf(entry), pool);
      pool.push(entry);
    }
    for (const claim of claims) {
      const entry = pools.get(keyOf(claim))?.pop();
      if (entry !== undefined) taken.set(claim, entry);
    }
  };
  const without = (some: readonly BaselineEntry[], gone: Iterable<BaselineEntry>): readonly BaselineEntry[] => {
    const set = new Set(gone);
    return some.filter((entry) => !set.has(entry));
  };
  const claims = toClaims(report, surroundings.pathOf);
  take(claims, entries, ({ path, fingerprint }) => JSON.stringify([path, fingerprint]));
  const left = without(entries, taken.values());
  const movable = left.length === 0 ? [] : left.filter(staleness(report, surroundings));
  const unheld = claims.filter((claim) => !taken.has(claim));
  take(unheld, movable, ({ fingerprint }) => fingerprint);
  const moved = [...taken].map(([claim, entry]) => ({ claim, entry: { ...entry, path: claim.path } }));
  const isExpired = ({ until }: BaselineEntry): boolean => until !== undefined && until < today;
  const holding = moved.filter(({ entry }) => !isExpired(entry));
  return {
    held: new Map(holding.flatMap(({ claim, entry }) => claim.findings.map((finding) => [finding, entry] as const))),
    used: moved.map(({ entry }) => entry),
    expired: moved.map(({ entry }) => entry).filter(isExpired),
    fresh: new Map(unheld.filter((claim) => !taken.has(claim)).map((claim) => [toEntry(claim, report), claim.findings])),
    stale: without(movable, taken.values()),
    others: without(left, movable),
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
  const text = toOneLine({ sql, captured });
  const statement = text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
  return { path, rule: finding?.rule ?? '', table: finding?.table ?? null, statement, fingerprint, ...(captured ? { captured: true as const } : {}) };
}
