import type { Verdict } from '../../src/verdict.ts';
import { type Captured, groupBy, readCases } from './records.ts';

/** A fault that someone reported, with the schema it takes. */
export interface Fault {
  readonly id: string;
  readonly ddl: readonly string[];
  readonly bad: Captured;
  readonly fixed: Captured;
  readonly verdict: Readonly<Record<'bad' | 'fixed', Verdict>>;
}

const isLocal = (statement: string): boolean => statement.startsWith('SET LOCAL');

const faults = readCases<Fault>('reports/reports.jsonl');

/** Faults on tables of one name have the same schema, so that all schemas fit into one. */
export const reportsSchema = `${[...new Set(faults.flatMap(({ ddl }) => ddl))].filter((statement) => !isLocal(statement)).join(';\n')};\n`;

/** Faults by the settings that they are seen under, as JSON of the statements that set them. */
export function groupReports(): ReadonlyMap<string, readonly Fault[]> {
  return groupBy(faults, ({ ddl }) => ddl.filter(isLocal));
}

/** The settings that such statements make. */
export function toSettings(local: readonly string[]): Readonly<Record<string, string>> {
  const settings = local.map((statement) => {
    const [, name = '', value = ''] = /^SET LOCAL ([\w.]+)(?: =)? '?([^']*)/.exec(statement) ?? [];
    return [name.toLowerCase(), value];
  });
  return Object.fromEntries(settings);
}
