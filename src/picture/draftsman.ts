import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { examineOne } from '../examine.ts';
import { createTracer, type Judge } from '../plan/judge.ts';
import { createCapturedTracer, readCaptured } from '../plan/judge-captured.ts';
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

/** Plans a statement once more, keeping what its judgement is read off, and draws that. */
export function createDraftsman(database: Database, catalog: Catalog, { showValues, analyze }: Drafting): Draftsman {
  const tracerOf = tracers(database, catalog, analyze);
  return async (statement) => {
    let traced = untraced({ status: 'skipped', reason: '' });
    const trace = tracerOf(statement);
    const judge: Judge = async (text, known) => {
      traced = await trace(text, known);
      return traced.judgement;
    };
    const examined = { statement, ...(await examineOne(statement, judge, showValues)) };
    return drawStatement(examined, traced, { catalog, showValues });
  };
}

/** How a statement is traced: by the plan that was captured with it, or by one that is made. */
function tracers(database: Database, catalog: Catalog, analyze: boolean): (statement: Statement) => Tracer {
  const trace = createTracer(database, catalog, { generic: true, execution: analyze });
  const traceCaptured = createCapturedTracer(catalog);
  return ({ plan }) => (plan === null ? trace : async (text) => traceCaptured(text, readCaptured(plan)));
}
