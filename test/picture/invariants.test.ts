import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/report/cells.ts';
import { formatExplanation } from '../../src/report/explain/explain.ts';
import type { Explanation, PlanBranch } from '../../src/report/explanation.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import { type Captured, groupBy, readCases } from '../cases/records.ts';
import { openFiles } from '../open-schema.ts';
import { explainAll } from './draw.ts';

interface Case extends Captured {
  readonly id: string;
  readonly schema: string;
  readonly settings?: Readonly<Record<string, string>>;
}

const groups = groupBy(readCases<Case>('pruning/cases.jsonl'), ({ schema, settings }) => ({ schema, settings }));

describe.each([...groups])('of all cases of %s', (_, cases) => {
  test('pictures, counts and trees agree, and fit', async () => {
    const explanation = await explainCases(cases);
    expect(explanation.statements).toHaveLength(cases.length);
    expect(
      explanation.statements.flatMap(({ references, tree, name }) => [
        ...references.flatMap((reference) => faultsOf(reference).map((fault) => `${name} ${reference.title}: ${fault}`)),
        ...(references.some(({ leaves }) => leaves.planned > 0) && tree === null ? [`${name} has no tree`] : []),
        ...(tree === null
          ? []
          : treeFaults(
              tree,
              references.reduce((sum, { leaves }) => sum + leaves.planned, 0),
            ).map((fault) => `${name}: ${fault}`)),
      ]),
    ).toEqual([]);
    for (const width of [80, 200]) {
      const text = formatExplanation(explanation, { colour: false, width, elapsedMs: 1, schema: 's' });
      expect(text.split('\n').filter((line) => displayWidth(line) > width)).toEqual([]);
    }
  });
});

async function explainCases(cases: readonly Case[]): Promise<Explanation> {
  const [{ schema = '', settings = {} } = {}] = cases;
  const files = [`fixtures/cases/pruning/${schema}.sql`, `fixtures/cases/pruning/${schema}.seed.sql`];
  const lines = cases.map(({ id, sql, params, types }) => JSON.stringify({ sql, params, types, name: id }));
  const statements = await parseJsonLines('cases.jsonl', lines.join('\n'));
  const database = await openFiles(files, { settings });
  return explainAll(database, statements).finally(database.close);
}

function faultsOf({ grid, leaves, pruned }: Explanation['statements'][number]['references'][number]): readonly string[] {
  const cells = grid.rows.flatMap(({ cells: row, count }) => Array.from({ length: count }, () => row).flat());
  const of = (...states: readonly string[]): number => cells.filter((cell) => cell !== null && states.includes(cell)).length;
  return [
    ...(of('read', 'run-time') === leaves.planned ? [] : [`draws ${of('read', 'run-time')} of ${leaves.planned} leaves`]),
    ...(of('read', 'run-time', 'start', 'pruned') === grid.leaves ? [] : [`has ${cells.length} cells for ${grid.leaves} leaves`]),
    ...([0, pruned.start].includes(of('start')) ? [] : [`draws ${of('start')} of ${pruned.start} removed at start`]),
    ...(grid.rows.some((row, index) => row.cells.length !== grid.columns.length || row.first === grid.rows[index - 1]?.first)
      ? ['has ragged rows']
      : []),
  ];
}

/** A reference can be scanned more than once; none is lost. */
function treeFaults(tree: PlanBranch, planned: number): readonly string[] {
  const drawn = sumOf(tree);
  return drawn >= planned ? [] : [`the tree has ${drawn} of ${planned} leaves`];
}

function sumOf({ leaves, children }: PlanBranch): number {
  return (leaves ?? 0) + children.reduce((sum, child) => sum + sumOf(child), 0);
}
