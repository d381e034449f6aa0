import { showPath } from '../../shown-path.ts';
import { displayWidth } from '../cells.ts';
import { thousands } from '../count.ts';
import { formatExcerpt } from '../excerpt.ts';
import type { Explanation, ReferencePicture, StatementPicture } from '../explanation.ts';
import type { Layout } from '../finding-lines.ts';
import { paletteFor } from '../palette.ts';
import type { Presentation } from '../presentation.ts';
import { printableLine } from '../printable.ts';
import { hang, hangItems } from '../prose.ts';
import { formatEngine } from '../summary.ts';
import { putBeside } from './beside.ts';
import { fit } from './fit.ts';
import { formatGrid, type PaintCell } from './grid-lines.ts';
import { formatKeys } from './key-lines.ts';
import { formatLegend } from './legend.ts';
import { toMarks } from './marks.ts';
import { formatPlan } from './plan-lines.ts';
import { formatStages } from './stage-lines.ts';

/** The explanation for people: of each statement the text, a picture of what each reference reads, its keys, and the plan. */
export function formatExplanation(explanation: Explanation, presentation: Presentation): string {
  const layout: Layout = { width: presentation.width, palette: paletteFor(presentation.colour) };
  const lines = [
    ...explanation.statements.flatMap((statement) => [...formatStatement(statement, layout), '']),
    ...formatLegend(explanation),
    ...hangItems('', formatEngine(explanation, presentation), layout.width).map((line) => layout.palette.dim(line)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatStatement(statement: StatementPicture, layout: Layout): readonly string[] {
  const { palette } = layout;
  const { path, line, column, name, captured, sql } = statement;
  const passage = captured ? { sql, line: 1, column: 1 } : { sql, line, column };
  const place = palette.strong(printableLine(`${showPath(path)}:${line}`));
  return [
    name === null ? place : `${place}  ${printableLine(name)}`,
    '',
    ...formatExcerpt(passage, toMarks(statement), layout),
    ...formatState(statement, layout),
    ...statement.references.flatMap((reference) => ['', ...formatReference(reference, layout)]),
    ...(statement.tree === null ? [] : ['', ...formatPlan(statement.tree, layout)]),
  ];
}

/** Why there is nothing to draw, or what to know of what is drawn. */
function formatState({ status, reason, references, ...statement }: StatementPicture, layout: Layout): readonly string[] {
  const { palette, width } = layout;
  if (status !== 'analysed') {
    const [first = '', ...rest] = hang(`${status}: `, reason ?? 'no reason known', width);
    const paint = status === 'failed' ? palette.error : palette.warning;
    return ['', paint(first), ...rest];
  }
  const note = references.length === 0 ? 'It reads no partitioned table.' : describeSource(statement);
  return note === null ? [] : ['', palette.dim(note)];
}

function describeSource({ plan, parameters }: Pick<StatementPicture, 'plan' | 'parameters'>): string | null {
  if (plan === 'captured') return 'The plan is the one that was captured with it.';
  return parameters === 'sampled' ? 'Its values are not known: planned with some from inside a leaf.' : null;
}

function formatReference(reference: ReferencePicture, layout: Layout): readonly string[] {
  const { palette } = layout;
  const paint: PaintCell = (state, glyph) => {
    if (state === 'read') return isGood(reference) ? palette.good(glyph) : palette.error(glyph);
    return state === 'run-time' ? palette.warning(glyph) : palette.dim(glyph);
  };
  const heading = formatHeading(reference, layout);
  if (reference.role === 'insert') return [...heading, '', '  Each row goes to the leaf that its keys name; no leaf is searched.'];
  return [...heading, '', ...formatGrids(reference, paint, layout), '', ...formatKeys(reference, layout), ...formatStages(reference, layout)];
}

/** The custom plan's picture, and the generic one's where that reads more or less. */
function formatGrids({ grid, genericGrid }: ReferencePicture, paint: PaintCell, layout: Layout): readonly string[] {
  const custom = formatGrid(grid, paint, layout);
  if (genericGrid === null) return custom;
  const generic = formatGrid(genericGrid, (state, glyph) => (state === 'read' ? layout.palette.warning(glyph) : paint(state, glyph)), layout);
  return putBeside(['  custom plan', ...custom], ['  generic plan', ...generic], layout.width);
}

export function isGood({ verdict }: ReferencePicture): boolean {
  return verdict === 'ok' || verdict === 'start-only';
}

/** Further to the right than this, how a table is divided is not seen beside its name. */
const widestHeading = 100;

/** The reference and what it reads, and at the right how its table is divided. */
function formatHeading(reference: ReferencePicture, { width, palette }: Layout): readonly string[] {
  const reads = describeReads(reference);
  const title = fit(printableLine(reference.title), width - 2 - displayWidth(reads));
  const shape = printableLine(reference.shape);
  const used = displayWidth(title) + 2 + displayWidth(reads);
  const paint = reference.role === 'insert' || isGood(reference) ? palette.good : reference.verdict === 'run-only' ? palette.warning : palette.error;
  const line = `${palette.strong(title)}  ${paint(reads)}`;
  const room = Math.min(width, widestHeading) - used - displayWidth(shape);
  return room >= 2 ? [`${line}${' '.repeat(room)}${palette.dim(shape)}`] : [line, ...hang('  ', shape, width).map((text) => palette.dim(text))];
}

export function describeReads({ role, leaves, grid, verdict, executed }: ReferencePicture): string {
  if (role === 'insert') return 'written';
  const planned =
    leaves.planned === grid.leaves && grid.leaves > 1
      ? `all ${thousands(grid.leaves)} leaves`
      : `${thousands(leaves.planned)} of ${thousands(grid.leaves)} leaves`;
  return `${planned}, ${verdict}${executed === null ? '' : `; ${thousands(executed)} read when it ran`}`;
}
