import { UserError } from '../errors.ts';
import type { PlanningOptions } from './planning-options.ts';

/** Whether statements are to be executed. Throws a `UserError` where that is asked for and does not fit the server. */
export function isToAnalyze({ analyze, analyzeOnServer, url }: Pick<PlanningOptions, 'analyze' | 'analyzeOnServer' | 'url'>): boolean {
  if (analyze && url !== undefined && !analyzeOnServer) {
    const hint = 'write --analyze-on-server to have statements executed there, in transactions that are rolled back; or leave it out';
    throw new UserError('usage', "--analyze executes statements, and --url names a server that is not planlint's own", { hint });
  }
  if (analyzeOnServer && url === undefined) {
    throw new UserError('usage', '--analyze-on-server is for the server that --url names', { hint: 'write --analyze for the embedded one' });
  }
  return analyze || analyzeOnServer;
}
