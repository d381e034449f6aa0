/**
 * planlint as a library: what the command line does, in three steps. What the user can mend throws a `UserError`.
 *
 * @example
 * const cwd = process.cwd();
 * const sources = await readSources(['db/queries'], cwd, process.stdin);
 * const database = await openEmbedded({ schema: ['db/schema.sql'], seed: ['db/seed.sql'], cwd, settings: {}, binaries: null });
 * try {
 *   const report = await lint(sources, database, { rules, showValues: false, onProgress: () => {} });
 *   console.log(formatJson(report));
 * } finally {
 *   await database.close();
 * }
 *
 * @module
 */

export { rules } from '../rules/index.ts';
export type { Bound, Catalog, ForeignKey, InlinedFunction, KeyPart, Partition, PartitionKey, RangeEnd, View } from './catalog/catalog.ts';
export type { Command, Database, Refusal, Row, Trial } from './database/database.ts';
export { type EmbeddedOptions, openEmbedded } from './database/embedded.ts';
export { openServer, type ServerOptions } from './database/remote.ts';
export { type ErrorArea, UserError } from './errors.ts';
export type { Examination } from './examine.ts';
export { type ExplainSettings, explainStatements } from './explain.ts';
export { type LintSettings, lint } from './lint.ts';
export type { KeyPeriod, Period } from './period.ts';
export type { PlanDetail } from './plan/detail.ts';
export type { Judgement, ParameterSource } from './plan/judgement.ts';
export type { PlanNode, ScannedRelation } from './plan/plan.ts';
export { joinsOf, nodesOf, type ScanNode, scansOf } from './plan/walk.ts';
export { loadRules } from './policy/load-rules.ts';
export type { OptionSettings, RuleLevel, RuleOverride, RuleSetting, RuleSettings } from './policy/rule-settings.ts';
export { formatCompact } from './report/compact.ts';
export { formatExplanation } from './report/explain/explain.ts';
export type {
  CellState,
  Explanation,
  Grid,
  GridRow,
  KeyPicture,
  Picture,
  PlanBranch,
  ReferencePicture,
  Stage,
  StatementPicture,
} from './report/explanation.ts';
export { formatGithub } from './report/github.ts';
export { formatGitlab } from './report/gitlab.ts';
export { formatHtml } from './report/html/html.ts';
export { formatJson } from './report/json.ts';
export { formatJunit } from './report/junit.ts';
export { formatMarkdown } from './report/markdown/markdown.ts';
export type { FullPresentation, Presentation, RuleText } from './report/presentation.ts';
export { formatPretty } from './report/pretty.ts';
export type { Evidence, Finding, Fix, Report, Severity, StatementReport, Status, Suppression, TableReport } from './report/report.ts';
export { formatSarif } from './report/sarif/sarif.ts';
export type { OptionValue, OptionValues, Problem, Rule, RuleOption, RuleOptions } from './rule.ts';
export type { CapturedPlan } from './source/captured-plan.ts';
export { readSources, type Sources } from './source/inputs.ts';
export type { KnownParameters, ParameterValue, Statement } from './source/statement.ts';
export type { Assignment } from './sql/assignments.ts';
export type { Deletion } from './sql/deletions.ts';
export type { Node } from './sql/parse.ts';
export type { Level, TextReference } from './sql/references.ts';
export type { Position, Span } from './sql/span.ts';
export type { StatementKind, StatementText } from './sql/statement-text.ts';
export type { Examined, Subject } from './subject.ts';
export type { Arrival, Binding, CauseId, GenericReading, KeyBinding, Origin, Reference, Verdict, Wrap } from './verdict.ts';
