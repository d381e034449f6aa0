import { rules } from '../../rules/index.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import { examine } from '../../src/examine.ts';
import { checkRules } from '../../src/findings/check-rules.ts';
import { readPolicy } from '../../src/policy/policy.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { loadParser } from '../../src/sql/parse.ts';
import type { Examined } from '../../src/subject.ts';
import { hasGateError } from '../cases/records.ts';
import { explainBound, explainGeneric } from './asked.ts';
import { checks, type Flag } from './checks.ts';
import { type Site, sites, type Trial } from './trials.ts';

/** What everyone says of one statement, planlint first and then each check. */
export interface Outcome {
  readonly trial: Trial;
  readonly set: Site['set'];
  readonly flags: readonly Flag[];
}

/** Who is measured, in the order of an outcome's flags. */
export const judges: readonly string[] = ['planlint', ...checks.map(({ title }) => title)];

export interface Figures {
  readonly right: number;
  readonly badPassed: number;
  readonly goodFlagged: number;
  readonly unanswered: number;
}

/** Asks everyone about every statement, on a server of that version. */
export async function measure(major: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const site of sites) outcomes.push(...(await measureSite(site, major)));
  return outcomes;
}

async function measureSite({ set, trials, open }: Site, major: number): Promise<readonly Outcome[]> {
  const database = await open(major);
  try {
    if (database.major !== major) throw new Error(`PostgreSQL ${database.major} for ${major}`);
    const catalog = await readCatalog(database);
    const rulesFor = readPolicy(rules, {})(catalog);
    await loadParser();
    const statements = await parseJsonLines(
      'cases.jsonl',
      trials.map(({ statement: { sql, params, types } }) => JSON.stringify({ sql, params, types })).join('\n'),
    );
    const examined = await examine(statements, { database, catalog }, { showValues: true, onProgress: () => {} });
    const outcomes: Outcome[] = [];
    for (const [index, trial] of trials.entries()) {
      const one = examined[index] as Examined;
      const own = one.judgement.status === 'analysed' ? hasGateError(checkRules(rulesFor(one.statement), { ...one, catalog }, index)) : null;
      const [bound, generic] = await Promise.all([explainBound(trial.statement, database), explainGeneric(trial.statement, database)]);
      outcomes.push({ trial, set, flags: [own, ...checks.map((check) => check.flags({ sql: trial.statement.sql, catalog, bound, generic }))] });
    }
    return outcomes;
  } finally {
    await database.close();
  }
}

export function countUp(outcomes: readonly Outcome[], judge: number): Figures {
  const count = (matches: (flag: Flag | undefined, isBad: boolean) => boolean): number =>
    outcomes.filter(({ flags, trial }) => matches(flags[judge], trial.isBad)).length;
  return {
    right: count((flag, isBad) => flag === isBad),
    badPassed: count((flag, isBad) => flag === false && isBad),
    goodFlagged: count((flag, isBad) => flag === true && !isBad),
    unanswered: count((flag) => flag === null),
  };
}
