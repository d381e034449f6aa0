import { numberAlike } from '../number-alike.ts';
import type { FullPresentation } from '../presentation.ts';
import type { Report } from '../report.ts';
import { type Unjudged, unjudgedStatements } from '../unjudged.ts';
import { toArtifact } from './artifact.ts';
import { toText } from './message.ts';
import { toResult } from './result.ts';
import { toDescriptors, toOverrides } from './rules.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

/** A log of SARIF 2.1.0. What was not judged is a notification of the run; paths are below `%SRCROOT%`, which the reader knows. */
export function formatSarif(report: Report, { rules, folder }: Pick<FullPresentation, 'rules' | 'folder'>): string {
  const { summary, findings, statements } = report;
  const descriptors = toDescriptors(rules, findings);
  const places = new Map(descriptors.map(({ id }, index) => [id, index]));
  const fingerprints = numberAlike(findings.map(({ fingerprint }) => fingerprint));
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'planlint', semanticVersion: report.planlint, rules: descriptors, notifications } },
        invocations: [
          {
            ruleConfigurationOverrides: toOverrides(rules),
            executionSuccessful: summary.analysed > 0 || summary.inconclusive + summary.failed === 0,
            toolExecutionNotifications: unjudgedStatements(report).map((statement) => toNotification(statement, folder)),
            toolConfigurationNotifications: report.schema.notes.map(({ subject, message }) => ({
              descriptor: { id: 'schema', index: 2 },
              level: 'note',
              message: { text: toText(`${subject}: ${message}`) },
            })),
          },
        ],
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding, index) =>
          toResult(finding, {
            statement: statements[finding.statement] ?? null,
            ruleIndex: places.get(finding.rule) ?? -1,
            fingerprint: fingerprints[index] ?? '',
            folder,
          }),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const notifications = [
  { id: 'inconclusive', shortDescription: { text: 'A statement could not be judged, which is no pass.' } },
  { id: 'failed', shortDescription: { text: 'PostgreSQL refuses a statement.' } },
  { id: 'schema', shortDescription: { text: 'The schema is not on the server as it is in production.' } },
  { id: 'partly judged', shortDescription: { text: 'Some calls of a statement had values that were not looked at, which is no pass.' } },
] as const;

function toNotification({ status, reason, accepted, path, line, column }: Unjudged, folder: string): object {
  const index = notifications.findIndex(({ id }) => id === status);
  return {
    descriptor: { id: status, index },
    level: accepted === null ? 'warning' : 'note',
    message: { text: toText(`${status}: ${reason}`) },
    locations: [{ physicalLocation: { artifactLocation: toArtifact(path, folder), region: { startLine: line, startColumn: column } } }],
  };
}
