import { gutterWidth } from './excerpt.ts';
import { formatFix } from './fix-lines.ts';
import type { Palette } from './palette.ts';
import type { Passage } from './passage.ts';
import { printableLine } from './printable.ts';
import { hang, paintCode } from './prose.ts';
import type { Finding } from './report.ts';

export interface Layout {
  readonly width: number;
  readonly palette: Palette;
}

/** What was found in one statement, what to write, and the rules. What findings in a row share is said once; a proven fix stands in place of advice, behind the last finding that it mends. */
export function formatFindings(findings: readonly Finding[], passage: Passage, layout: Layout): readonly string[] {
  const mended = findings.findLastIndex(({ evidence }) => evidence.fix !== undefined);
  return findings.flatMap((finding, index) => [
    ...paragraph(finding.severity, toNews(finding, findings[index - 1]), layout),
    ...(finding.evidence.fix === undefined ? formatAdvice(finding, findings[index + 1], layout) : []),
    ...(index === mended && finding.evidence.fix !== undefined ? formatFix(finding.evidence.fix, passage, layout) : []),
    ...(findings[index + 1]?.rule === finding.rule ? [] : [lead('') + layout.palette.dim(printableLine(finding.rule))]),
  ]);
}

/** The message, or the cause alone where the finding before has said the same effect of the same reference. */
function toNews({ message, evidence: { reference, effect, cause } }: Finding, previous: Finding | undefined): string {
  if (reference === undefined || effect === undefined || cause === undefined) return message;
  const isSaid = previous?.evidence.reference === reference && previous.evidence.effect === effect;
  return isSaid ? cause : message;
}

function formatAdvice({ help, rule }: Finding, next: Finding | undefined, layout: Layout): readonly string[] {
  if (help === '' || (next?.help === help && next.rule === rule)) return [];
  return help.startsWith('Add ') ? paragraph('add', help.slice('Add '.length), layout) : paragraph('fix', help, layout);
}

function paragraph(label: 'error' | 'warning' | 'add' | 'fix', text: string, { width, palette }: Layout): readonly string[] {
  const [first = '', ...rest] = paintCode(hang(lead(label), text, width), palette);
  const paint = label === 'error' || label === 'warning' ? palette[label] : palette.good;
  return [paint(palette.strong(first.slice(0, gutterWidth))) + first.slice(gutterWidth), ...rest];
}

function lead(label: string): string {
  return `  ${label}`.padEnd(gutterWidth);
}
