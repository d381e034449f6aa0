import { onlySchemas, rootsOf } from './catalog/only-schemas.ts';
import { readCatalog } from './catalog/read-catalog.ts';
import type { Database } from './database/database.ts';
import type { Examination } from './examine.ts';
import { buildReport } from './findings/build-report.ts';
import { checkRules } from './findings/check-rules.ts';
import { suppress } from './findings/suppress.ts';
import { withTemporary } from './plan/temporary-tables.ts';
import { readPolicy, severitiesOf } from './policy/policy.ts';
import type { RuleSettings } from './policy/rule-settings.ts';
import type { Finding, Report } from './report/report.ts';
import type { Rule } from './rule.ts';
import type { Sources } from './source/inputs.ts';
import type { Examined, Subject } from './subject.ts';
import { toDay } from './today.ts';

export interface LintSettings extends Omit<Examination, 'keepPlans'> {
  /** In order of precedence: of several problems with one reference and key the first rule's is reported. */
  readonly rules: readonly Rule[];
  /** Which rules are on, how severe they are, and their options; all as they come where there is none. Throws a `UserError` for what no rule knows. */
  readonly policy?: RuleSettings;
  /** Judges only the partitioned tables of schemas that one of these patterns matches; all where there is none. */
  readonly onlySchemas?: readonly string[];
  /** The day that ignores are held against, `2027-01-31`; the clock's in UTC where there is none. */
  readonly today?: string;
  /** Obeys comments that ignore rules or set their options; so it is where nothing is said. */
  readonly inlineConfig?: boolean;
  /** Makes an ignore that has nothing to ignore an error. */
  readonly reportUnusedIgnores?: boolean;
  /** Draws the statements that findings are about, which plans each of them once more. */
  readonly pictures?: boolean;
}

/**
 * The whole of planlint: statements are read, planned and judged on the schema that `database` holds, and the rules say what is wrong.
 * Writes nothing, and executes nothing but what planning itself runs unless `analyze` is set. Throws a `UserError` where the database cannot be reached.
 *
 * @example
 * const report = await lint(await readSources(['queries'], process.cwd(), process.stdin), database, { rules, showValues: false, onProgress: () => {} });
 */
export async function lint(sources: Sources, database: Database, settings: LintSettings): Promise<Report> {
  const { rules, policy = {}, inlineConfig = true, today = toDay(new Date()), showValues } = settings;
  const policyOn = readPolicy(rules, policy);
  const [whole, { examine, addFixes }] = await Promise.all([readCatalog(database), loadExamination()]);
  const chosen = onlySchemas(whole, settings.onlySchemas ?? []);
  const catalog = withTemporary(chosen, sources.statements);
  const statements = inlineConfig ? sources.statements : sources.statements.map((statement) => ({ ...statement, directives: [] }));
  const keepPlans = rules.some(({ readsPlan }) => readsPlan === true);
  const examined = await examine(statements, { database, catalog }, { ...settings, keepPlans });
  const rulesFor = policyOn(whole);
  const check = (subject: Subject, index: number): readonly Finding[] => checkRules(rulesFor(subject.statement), subject, index);
  const proven = { database, catalog, showValues, check: (one: Examined) => check({ ...one, catalog, plan: null }, 0) };
  const found = await addFixes(examined, examined.map(check), proven);
  const suppressed = suppress(examined, found, {
    known: rules.map(({ id }) => id),
    severityOf: severitiesOf(rulesFor),
    today,
    isWhole: chosen === whole,
    reportUnused: settings.reportUnusedIgnores ?? false,
  });
  const read = { files: sources.files, logs: sources.logs ?? [], roots: rootsOf(catalog).length };
  const report = buildReport({ ...read, examined, ...suppressed }, database, showValues);
  if (settings.pictures !== true) return report;
  const { drawAtFault } = await import('./picture/draw-at-fault.ts');
  return { ...report, pictures: await drawAtFault(report, examined, { database, catalog, ...settings }) };
}

/** The judge, and PostgreSQL's parser with it, are large: they load while the catalogue is read. */
async function loadExamination(): Promise<typeof import('./examine.ts') & typeof import('./fix/find-fixes.ts')> {
  const [examination, fixes, { loadParser }] = await Promise.all([import('./examine.ts'), import('./fix/find-fixes.ts'), import('./sql/parse.ts')]);
  await loadParser();
  return { ...examination, ...fixes };
}
