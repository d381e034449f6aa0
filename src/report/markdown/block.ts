import { showPath } from '../../shown-path.ts';
import type { Block } from '../blocks.ts';
import { toChangedLines } from '../changed-lines.ts';
import { count } from '../count.ts';
import { formatExcerpt } from '../excerpt.ts';
import { describeReads } from '../explain/explain.ts';
import { formatGrid } from '../explain/grid-lines.ts';
import type { Picture } from '../explanation.ts';
import { toCondition } from '../fix-lines.ts';
import { html, nothing, prose } from '../markup.ts';
import { paletteFor } from '../palette.ts';
import type { Passage } from '../passage.ts';
import { printable, printableLine } from '../printable.ts';
import type { Finding, Fix } from '../report.ts';
import { calm, fence, line } from './calm.ts';

const layout = { width: 100, palette: paletteFor(false) };
const longestMessage = 600;
const longestLine = 200;
/** References that are drawn of one statement. */
const mostPictures = 4;

/** A statement, folded: what was found, its text, the leaves that it reads, and the proven fix. */
export function formatBlock({ statement, findings, passage, marks, repeats }: Block, pictures: ReadonlyMap<number, Picture>): string {
  const sign = findings.some(({ severity }) => severity === 'error') ? '❌' : '⚠️';
  const picture = pictures.get(findings[0]?.statement ?? -1);
  const fix = findings.find(({ evidence }) => evidence.fix !== undefined)?.evidence.fix;
  const more = findings.length > 1 ? html` and ${count(findings.length - 1, 'more finding')}` : nothing;
  const name = statement.name === null ? nothing : html`<b>${line(statement.name, 100)}</b> `;
  const place = line(`${showPath(statement.path)}:${statement.line}`, 200);
  return [
    '<details>',
    calm(html`<summary>${sign} <code>${place}</code> ${name}${prose(line(findings[0]?.message ?? '', longestMessage))}${more}</summary>`),
    ...findings.map((finding, index) => calm(formatFinding(finding, index === 0))),
    ...(repeats.length === 0 ? [] : [`<p>Also at ${count(repeats.length, 'more place')} of this file.</p>`]),
    '',
    ...(passage.sql === '' ? [] : fence('text', formatExcerpt(passage, marks, layout))),
    ...(fix === undefined ? [] : formatFix(fix, passage)),
    ...(picture === undefined ? [] : formatPicture(picture)),
    '',
    '</details>',
    '',
  ].join('\n');
}

/** The first one's message is the summary. */
function formatFinding({ severity, rule, message, help, evidence }: Finding, isFirst: boolean): ReturnType<typeof html> {
  const news = isFirst ? nothing : html`<b>${severity}</b> ${prose(line(message, longestMessage))}<br>`;
  const advice = help === '' || evidence.fix !== undefined ? nothing : html`${prose(line(help, longestMessage))}<br>`;
  return html`<p>${news}${advice}<sub>${rule}</sub></p>`;
}

function formatFix(fix: Fix, passage: Passage): readonly string[] {
  const lines = toChangedLines(fix, passage).map(({ sign, text }) => `${sign === '+' ? '+' : '-'} ${shorten(printable(text))}`);
  const condition = toCondition(fix);
  const leaves = count(fix.leaves, 'leaf').replace('leafs', 'leaves');
  return [
    '',
    `Write instead (planned again: ${leaves}):`,
    '',
    ...fence('diff', lines),
    ...(condition === '' ? [] : ['', calm(html`<p>${prose(line(condition, longestMessage))}</p>`)]),
  ];
}

function formatPicture({ references }: Picture): readonly string[] {
  const drawn = references.filter(({ role }) => role === 'read').slice(0, mostPictures);
  const lines = drawn.flatMap((reference, index) => [
    ...(index === 0 ? [] : ['']),
    shorten(`${printableLine(reference.title)}: ${describeReads(reference)}`),
    '',
    ...formatGrid(reference.grid, (_, glyph) => glyph, layout),
  ]);
  return lines.length === 0 ? [] : ['', ...fence('text', lines)];
}

function shorten(text: string): string {
  return text.length <= longestLine ? text : `${text.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
