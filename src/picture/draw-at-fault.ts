import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { inLanes } from '../lanes.ts';
import type { Judgement } from '../plan/judgement.ts';
import type { Picture } from '../report/explanation.ts';
import type { Report, TableReport } from '../report/report.ts';
import type { Examined } from '../subject.ts';
import { createDraftsman } from './draftsman.ts';

export interface Drawing {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly showValues: boolean;
  readonly analyze?: boolean;
}

/** Draws the statements that findings are about; those that share a judgement once. Where a drawing does not show what was judged there is none. */
export async function drawAtFault(
  { statements, findings }: Report,
  examined: readonly Examined[],
  { database, catalog, showValues, analyze = false }: Drawing,
): Promise<ReadonlyMap<number, Picture>> {
  const draw = createDraftsman(database, catalog, { showValues, analyze });
  const drawn = new Map<Judgement, Promise<Picture>>();
  const pictures = new Map<number, Picture>();
  await inLanes([...new Set(findings.map(({ statement }) => statement))], async (index) => {
    const [one, tables] = [examined[index], statements[index]?.tables ?? []];
    // What stands in a function or a view is planned with what stands around it.
    if (one === undefined || tables.length === 0 || one.statement.standing !== undefined) return;
    const drawing = drawn.get(one.judgement) ?? draw(one.statement);
    drawn.set(one.judgement, drawing);
    const picture = await drawing;
    if (shows(picture, tables)) pictures.set(index, { references: picture.references, tree: picture.tree });
  });
  return pictures;
}

function shows({ references }: Picture, tables: readonly TableReport[]): boolean {
  return (
    references.length === tables.length &&
    references.every(({ table, leaves }, index) => tables[index]?.table === table && tables[index].leaves.planned === leaves.planned)
  );
}
