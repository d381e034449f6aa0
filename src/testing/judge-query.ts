import type { CheckOptions } from '../cli/check-options.ts';
import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { explainStatements } from '../explain.ts';
import { lint } from '../lint.ts';
import { formatExplanation } from '../report/explain/explain.ts';
import type { Finding } from '../report/report.ts';
import type { Rule } from '../rule.ts';
import type { Statement } from '../source/statement.ts';
import type { Judged } from './messages.ts';

interface Judging {
  readonly options: CheckOptions;
  readonly rules: readonly Rule[];
  /** It is to be at fault. */
  readonly isNot: boolean;
  readonly colour: boolean;
}

/** Whether a statement passes as it would in `planlint check`, with a drawing of what it reads. What cannot be judged is a `UserError`. */
export async function judgeQuery(statement: Statement, database: Database, { options, rules, isNot, colour }: Judging): Promise<Judged> {
  const started = performance.now();
  const { onlySchema: onlySchemas, policy, inlineConfig } = options;
  const shared = { showValues: true, onlySchemas, onProgress: () => {} };
  const settings = { ...shared, rules, inlineConfig, ...(policy === undefined ? {} : { policy }) };
  const { statements, findings } = await lint({ files: 1, statements: [statement] }, database, settings);
  const [judged] = statements;
  if (judged?.status !== 'analysed') {
    throw new UserError('source', `this query cannot be judged: ${judged?.reason ?? 'it is no statement'}`, {
      hint: 'what cannot be judged neither passes nor fails',
      excerpt: statement.sql.split('\n'),
    });
  }
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const pass = open.every(({ severity }) => severity !== 'error');
  if (pass !== isNot) return { pass, text: '' };
  const explanation = await explainStatements([statement], database, shared);
  const drawing = formatExplanation(explanation, { colour, width: 100, elapsedMs: performance.now() - started, schema: options.schema.join(', ') });
  return { pass, text: [...open.map(describe), drawing.trimEnd()].join('\n\n') };
}

function describe({ severity, rule, message, help, evidence: { fix } }: Finding): string {
  const written = fix === undefined ? [] : ['', ...fix.sql.split('\n').map((line) => `    ${line}`)];
  return [`${severity} ${rule}: ${message}`, `  ${help}`, ...written].join('\n');
}
