import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { underSettings } from '../database/with-settings.ts';
import { maskLiterals } from '../findings/mask.ts';
import { inLanes } from '../lanes.ts';
import { createJudge, type Judge } from '../plan/judge.ts';
import type { Judgement } from '../plan/judgement.ts';
import type { Finding, Fix } from '../report/report.ts';
import type { Examined } from '../subject.ts';
import { readColumnTypes } from './column-types.ts';
import { type Mended, mend, type Workshop } from './mend.ts';
import { toOwnFix } from './own-fix.ts';
import { readPlainDays } from './plain-days.ts';

interface Search {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly showValues: boolean;
  /** What the rules find in a statement. */
  readonly check: (examined: Examined) => readonly Finding[];
}

/** Adds to errors about what a statement reads the rewritten statement that the planner was asked about; to each of a statement's the same. */
export async function addFixes(examined: readonly Examined[], found: readonly (readonly Finding[])[], search: Search): Promise<readonly Finding[]> {
  const { database, catalog, showValues, check } = search;
  if (!found.some((findings) => findings.some(isMendable))) return found.flat();
  const [types, hasPlainDays] = await Promise.all([readColumnTypes(database, catalog), readPlainDays(database)]);
  const known = new Map<Judgement, Promise<Mended | null>>();
  const schemaUnder = underSettings({ database, catalog });
  const judges = new Map<Database, Judge>();
  const seek = async (one: Examined): Promise<Mended | null> => {
    const under = await schemaUnder(one.statement.settings);
    if ('refused' in under) return null;
    const judge = judges.get(under.database) ?? createJudge(under.database, under.catalog, { generic: false, execution: false });
    judges.set(under.database, judge);
    const isBad: Workshop['isBad'] = (text, judgement) => check({ ...one, text, judgement }).some(isMendable);
    return mend(one.text, one.judgement, one.statement.parameters, { ...types, catalog: under.catalog, hasPlainDays, judge, isBad });
  };
  const fixes: (Fix | null)[] = [];
  await inLanes(examined, async (one, index) => {
    // What was captured with its plan is not shown to the server, and neither is a variant of it. What stands in a body has variables.
    if (found[index]?.some(isMendable) !== true || one.statement.plan !== null || one.statement.standing !== undefined) return;
    const mended = known.get(one.judgement) ?? seek(one);
    known.set(one.judgement, mended);
    const done = await mended;
    const own = done === null ? null : toOwnFix(done, one);
    fixes[index] = own === null ? null : toFix(own, one, showValues);
  });
  return found.flatMap((findings, index) => findings.map((finding) => withFix(finding, fixes[index] ?? null)));
}

function withFix(finding: Finding, fix: Fix | null): Finding {
  return fix === null || !isMendable(finding) ? finding : { ...finding, evidence: { ...finding.evidence, fix } };
}

/** Errors that say how many leaves are read. */
function isMendable({ severity, evidence }: Finding): boolean {
  return severity === 'error' && evidence.leaves !== undefined && evidence.key !== undefined;
}

/** A captured statement's values do not get into the report, nor do those that a fix copies. */
function toFix({ sql, edits, ...rest }: Mended, { statement }: Examined, showValues: boolean): Fix {
  const masked = statement.captured && !showValues ? maskLiterals(sql) : sql;
  let shift = 0;
  const shown = edits.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start, end, text: masked.slice(from, from + text.length) };
  });
  return { ...rest, sql: masked, edits: shown };
}
