import { displayWidth } from '../cells.ts';
import { count, thousands } from '../count.ts';
import type { PlanBranch } from '../explanation.ts';
import type { Layout } from '../finding-lines.ts';
import { printableLine } from '../printable.ts';
import { fit, pad, widest } from './fit.ts';

interface Line {
  /** The branches of the tree to the left of it, and those to the left of what is below. */
  readonly stem: string;
  readonly below: string;
  readonly label: string;
  /** How it is read, and under which conditions. */
  readonly details: readonly string[];
}

const mostNodes = 60;
/** Lines that the details of one node may take. */
const mostDetails = 3;
/** Columns that details take beside their node; below it where there are fewer. */
const leastBeside = 24;
const gap = 3;

/** The plan as a tree, within the width. */
export function formatPlan(plan: PlanBranch, layout: Layout): readonly string[] {
  const all = toLines(plan, '', '');
  const shown = all.length > mostNodes ? all.slice(0, mostNodes - 1) : all;
  const column = Math.min(widest(shown.map(({ stem, label }) => stem + label)), Math.floor(layout.width / 2));
  const lines = shown.flatMap((line) => formatNode(line, column, layout));
  return all.length > shown.length ? [...lines, `… ${count(all.length - shown.length, 'more node')}`] : lines;
}

function formatNode({ stem, below, label, details }: Line, column: number, { width, palette }: Layout): readonly string[] {
  const name = fit(label, Math.max(8, width - displayWidth(stem)));
  const left = Math.max(column, displayWidth(stem) + displayWidth(name));
  const blank = ' '.repeat(gap);
  if (width - left - gap < leastBeside) {
    const lead = below + blank.slice(displayWidth(below) > displayWidth(stem) ? 1 : 0);
    const lines = flow(details, width - displayWidth(lead));
    return [palette.dim(stem) + name, ...lines.map((text) => palette.dim(lead + text))];
  }
  const [first = '', ...more] = flow(details, width - left - gap);
  return [
    `${palette.dim(stem)}${pad(name, left - displayWidth(stem))}${blank}${palette.dim(first)}`.trimEnd(),
    ...more.map((text) => `${palette.dim(pad(below, left))}${blank}${palette.dim(text)}`),
  ];
}

/** The details in lines of `width` columns, those that are longer cut off; nothing where there is no room to speak of. */
function flow(details: readonly string[], width: number): readonly string[] {
  if (width < 12) return [];
  const lines: string[] = [];
  for (const [index, detail] of details.entries()) {
    const item = fit(detail, width - 1) + (index === details.length - 1 ? '' : ',');
    const line = lines.at(-1);
    if (line !== undefined && displayWidth(line) + 1 + displayWidth(item) <= width) lines[lines.length - 1] = `${line} ${item}`;
    else lines.push(item);
  }
  return lines.length > mostDetails ? [...lines.slice(0, mostDetails - 1), fit(`${lines[mostDetails - 1]} …`, width)] : lines;
}

function toLines(branch: PlanBranch, stem: string, below: string): readonly Line[] {
  const { children } = branch;
  return [
    { stem, below: children.length === 0 ? below : `${below}│`, label: labelOf(branch), details: detailsOf(branch).map(printableLine) },
    ...children.flatMap((child, index) => {
      const isLast = index === children.length - 1;
      return toLines(child, `${below}${isLast ? '└─ ' : '├─ '}`, `${below}${isLast ? '   ' : '│  '}`);
    }),
  ];
}

export function labelOf({ role, label, leaves, times }: PlanBranch): string {
  const amount = leaves === null ? (times > 1 ? ` × ${thousands(times)}` : '') : `: ${leaves === 1 ? '1 leaf' : `${thousands(leaves)} leaves`}`;
  return printableLine(`${role === null ? '' : `${role}: `}${label}${amount}`);
}

export function detailsOf({ scans, conditions, removed, isEmpty }: PlanBranch): readonly string[] {
  const facts = [removed > 0 ? `${thousands(removed)} removed at start` : '', isEmpty ? 'yields no row' : ''];
  return [...scans, ...facts, ...conditions].filter((part) => part !== '');
}
