import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/source/statement.ts';
import { checkAll, toStatement } from '../check-sql.ts';
import { openFiles } from '../open-schema.ts';

/** A statement, or one with the values that it was captured with. */
export type Asked = string | readonly [sql: string, ...values: readonly string[]];

/** What planlint says of each statement: `passes`, the rules that find something in it, or why it was not judged. */
export async function judge(
  files: readonly string[],
  asked: readonly Asked[],
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const checked = await checkAll(await openShared(files, settings), asked.map(toAsked));
  return checked.map(({ statement: { status, reason }, findings }) => {
    if (findings.length > 0) return [...new Set(findings.map(({ rule }) => rule))].join(', ');
    return status === 'analysed' ? 'passes' : `${status}: ${reason}`;
  });
}

const databases = new Map<string, Promise<Database>>();

/** The server with these files loaded, which rows share until `closeServers`. */
export function openShared(files: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Database> {
  const key = JSON.stringify([files, settings]);
  const opening = databases.get(key) ?? openFiles(files, { settings });
  databases.set(key, opening);
  return opening;
}

export async function closeServers(): Promise<void> {
  await Promise.allSettled([...databases.values()].map(async (opening) => (await opening).close()));
}

function toAsked(asked: Asked): Statement {
  if (typeof asked === 'string') return toStatement(asked);
  const [sql, ...values] = asked;
  return toStatement(sql, {
    captured: true,
    parameters: { from: 'captured', values: new Map(values.map((value, index) => [index + 1, value])), types: new Map() },
  });
}

/** Statements that are right, by what they show, and wrong ones, by the rules that have to find them. */
export interface Trials {
  readonly files: readonly string[];
  readonly good: Readonly<Record<string, readonly Asked[]>>;
  readonly bad: Readonly<Record<string, readonly Asked[]>>;
  readonly settings?: Readonly<Record<string, string>>;
}

export const everyTrial = 'right ones pass, wrong ones are found';

/** Says `everyTrial` where all is as it should be, and otherwise what is not. */
export async function tryOut({ files, good, bad, settings }: Trials): Promise<string> {
  const asked = [...Object.values(good), ...Object.values(bad)].flat();
  const answers = await judge(files, asked, settings);
  const expected = [
    ...Object.values(good).flatMap((list) => list.map(() => 'passes')),
    ...Object.entries(bad).flatMap(([rule, list]) => list.map(() => rule)),
  ];
  const wrong = asked.flatMap((one, index) =>
    answers[index] === expected[index] ? [] : [`${JSON.stringify(one)} ${answers[index]}, not ${expected[index]}`],
  );
  return wrong.length === 0 && asked.length > 0 ? everyTrial : wrong.join('; ');
}
