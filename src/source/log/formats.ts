import { libraryFormats } from './library-formats.ts';
import type { LogFormat } from './log-format.ts';
import { csvLog } from './postgresql/csvlog.ts';
import { jsonLog } from './postgresql/jsonlog.ts';
import { statementsCsv } from './postgresql/statements-csv.ts';
import { statementsJson } from './postgresql/statements-json.ts';
import { stderrLog } from './postgresql/stderr.ts';
import { syslogLog } from './postgresql/syslog.ts';

/**
 * Every format that a log may be in, in the order that messages list them; of two that recognise as much of a log, the first reads it.
 * None may count a record of planlint's own capture format.
 */
export const logFormats: readonly LogFormat[] = [stderrLog, csvLog, jsonLog, syslogLog, statementsCsv, statementsJson, ...libraryFormats];
