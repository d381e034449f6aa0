import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { refusedReason, type Schema, underSettings } from '../database/with-settings.ts';
import { examineOne } from '../examine.ts';
import { createTracer, type Judge } from '../plan/judge.ts';
import { createCapturedTracer, readCaptured } from '../plan/judge-captured.ts';
import { inconclusive } from '../plan/judgement.ts';
import { type Tracer, untraced } from '../plan/trace.ts';
import type { StatementPicture } from '../report/explanation.ts';
import type { Statement } from '../source/statement.ts';
import { drawStatement } from './draw-statement.ts';

export interface Drafting {
  readonly showValues: boolean;
  /** Executes statements of which values known at run time decide what is read, and rolls them back. */
  readonly analyze: boolean;
}

export type Draftsman = (statement: Statement) => Promise<StatementPicture>;

/** Plans a statement once more under what its session had set, keeping what its judgement is read off, and draws that. */
export function createDraftsman(database: Database, catalog: Catalog, { showValues, analyze }: Drafting): Draftsman {
  const traceCaptured = createCapturedTracer(catalog);
  const schemaUnder = underSettings({ database, catalog });
  const known = new Map<Database, Tracer>();
  const tracerOn = (under: Schema): Tracer => {
    const tracer = known.get(under.database) ?? createTracer(under.database, under.catalog, { generic: true, execution: analyze });
    known.set(under.database, tracer);
    return tracer;
  };
  return async (statement) => {
    const { plan, settings } = statement;
    const under = plan === null ? await schemaUnder(settings) : { database, catalog };
    let traced = untraced({ status: 'skipped', reason: '' });
    const trace: Tracer = async (text, known) => {
      if ('refused' in under) return untraced(inconclusive(refusedReason(under.refused)));
      return plan === null ? tracerOn(under)(text, known) : traceCaptured(text, readCaptured(plan));
    };
    const judge: Judge = async (text, known) => {
      traced = await trace(text, known);
      return traced.judgement;
    };
    const examined = { statement, ...(await examineOne(statement, judge, showValues)) };
    return drawStatement(examined, traced, { catalog: 'refused' in under ? catalog : under.catalog, showValues });
  };
}
