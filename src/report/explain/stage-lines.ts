import type { GenericReading } from '../../verdict.ts';
import { thousands } from '../count.ts';
import type { ReferencePicture } from '../explanation.ts';
import type { Layout } from '../finding-lines.ts';
import { pad, widest } from './fit.ts';

const heads = ['', 'leaves', 'removed when planned', 'at start', 'locked'] as const;

/** The custom and the generic plan side by side where they differ; the custom one alone where it leaves work for executor start. */
export function formatStages({ leaves, pruned, generic }: ReferencePicture, { palette }: Layout): readonly string[] {
  const custom = { planned: leaves.planned, start: pruned.start, locked: leaves.planned + pruned.start };
  const isSame = generic !== null && (['planned', 'start', 'locked'] as const).every((figure) => generic[figure] === custom[figure]);
  if (generic === null ? custom.start === 0 : isSame) return [];
  const total = leaves.planned + pruned.plan + pruned.start;
  const rows = [toRow('custom plan', custom, total), ...(generic === null ? [] : [toRow('generic plan', generic, total)])];
  const [head = '', ...lines] = align([heads, ...rows]);
  return ['', palette.dim(head), ...lines];
}

function toRow(name: string, { planned, start, locked }: Pick<GenericReading, 'planned' | 'start' | 'locked'>, total: number): readonly string[] {
  return [name, ...[planned, Math.max(0, total - planned - start), start, locked].map(thousands)];
}

/** Names at the left, figures below the ends of their heads. */
function align(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = heads.map((_, index) => widest(rows.map((row) => row[index] ?? '')));
  return rows.map(([name = '', ...figures]) => {
    const cells = figures.map((figure, index) => figure.padStart(widths[index + 1] ?? 0));
    return `  ${[pad(name, widths[0] ?? 0), ...cells].join('   ')}`;
  });
}
