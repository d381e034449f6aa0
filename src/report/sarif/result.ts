import { toPosition } from '../../sql/span.ts';
import type { Finding, Fix, StatementReport } from '../report.ts';
import { toSentences } from '../sentences.ts';
import { toArtifact } from './artifact.ts';
import { toText } from './message.ts';

interface Around {
  readonly statement: StatementReport | null;
  readonly ruleIndex: number;
  readonly fingerprint: string;
  readonly folder: string;
}

const kinds = { ignore: 'inSource', baseline: 'external' } as const;

export function toResult(finding: Finding, { statement, ruleIndex, fingerprint, folder }: Around): object {
  const { rule, severity, path, table, suppressed, evidence } = finding;
  const artifactLocation = toArtifact(path, folder);
  const name = statement?.name ?? null;
  const fix = evidence.fix;
  return {
    ruleId: rule,
    ...(ruleIndex === -1 ? {} : { ruleIndex }),
    level: severity,
    message: { text: toText(toSentences(finding)) },
    locations: [
      {
        physicalLocation: { artifactLocation, region: toRegion(finding) },
        ...(name === null ? {} : { logicalLocations: [{ fullyQualifiedName: name }] }),
      },
    ],
    partialFingerprints: { 'planlint/v1': fingerprint },
    // Written where there is none as well: left out, it would say that nobody looked.
    suppressions: suppressed === null ? [] : [{ kind: kinds[suppressed.kind], status: 'accepted', justification: suppressed.reason }],
    ...(fix === undefined || statement === null ? {} : toFixes(fix, statement, artifactLocation)),
    ...(table === null ? {} : { properties: { table } }),
  };
}

function toRegion({ line, column, endLine, endColumn }: Finding): object {
  const isPoint = line === endLine && column === endColumn;
  return { startLine: line, startColumn: column, ...(isPoint ? {} : { endLine, endColumn }) };
}

/** What a reader may apply as it stands: the fixes that give the same rows, of statements that stand in a file. */
function toFixes({ kind, edits, leaves }: Fix, statement: StatementReport, artifactLocation: object): object {
  if (kind !== 'same' || statement.captured || statement.path === '-') return {};
  const replacements = edits.map(({ start, end, text }) => {
    const [from, to] = [place(statement, start), place(statement, end)];
    const deletedRegion = { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
    return { deletedRegion, insertedContent: { text } };
  });
  const text = `Planned again, it reads ${leaves === 1 ? '1 leaf' : `${leaves} leaves`} and gives the same rows.`;
  return { fixes: [{ description: { text }, artifactChanges: [{ artifactLocation, replacements }] }] };
}

function place({ sql, line, column }: StatementReport, offset: number): { readonly line: number; readonly column: number } {
  const inside = toPosition(sql, offset);
  return { line: line + inside.line - 1, column: inside.column + (inside.line === 1 ? column - 1 : 0) };
}
