import { randomBytes } from 'node:crypto';
import { UserError } from '../errors.ts';
import { loadSchema } from '../load/load.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { toEnvironment } from '../schema-command/environment.ts';
import { runCommand } from '../schema-command/run-command.ts';
import { joinStates, type SchemaState, wholeSchema } from '../schema-state.ts';
import type { Hold } from './cluster.ts';
import type { Entry } from './entry.ts';
import { findPort } from './free-port.ts';
import { allowPort, ownHost } from './host-access.ts';
import { connectTo } from './own-connection.ts';
import { commandDatabase, type PreparedCommand } from './schema-command.ts';
import type { Connection } from './server.ts';

/** Fills a new cluster: the schema's files, what the command makes, the seed. The server listens on the network for the length of this alone. */
export async function fillByCommand(entry: Entry, command: PreparedCommand, folder: string): Promise<SchemaState> {
  const { machine, files, seed, settings } = entry;
  allowPort(folder);
  const cluster = { folder, port: await findPort() };
  let usual: string | undefined;
  const connect = (database?: string): Promise<Hold<Connection>> =>
    machine.system.hold(machine, cluster, (way) => {
      usual = way.password;
      return connectTo({ ...way, ...(database === undefined ? {} : { database }) }, settings);
    });
  const load = async (more: readonly SchemaFile[]): Promise<SchemaState> => {
    const { connection, release } = await connect(commandDatabase);
    try {
      return await loadSchema(connection, more);
    } finally {
      await connection.end();
      await release(0);
    }
  };

  const { connection, release } = await connect();
  try {
    const password = usual ?? randomBytes(16).toString('hex');
    await run(connection, `CREATE DATABASE ${commandDatabase}`, `ALTER ROLE postgres PASSWORD '${password}'`);
    const before = files.length === 0 ? wholeSchema : await load(files);
    const env = toEnvironment(command.base, command.env, {
      host: ownHost,
      port: cluster.port,
      user: 'postgres',
      password,
      database: commandDatabase,
    });
    try {
      await runCommand({ text: command.text, cwd: command.cwd, env, secret: password });
    } finally {
      // What the command left running is not to come back, nor to keep the server from its end.
      await run(connection, `ALTER ROLE postgres PASSWORD ${usual === undefined ? 'NULL' : `'${usual}'`}`, endOthers);
    }
    if (!(await hasDatabase(connection))) throw toEmptyError();
    const { connection: own, release: leave } = await connect(commandDatabase);
    const [row] = await run(own, countTables).finally(async () => {
      await own.end();
      await leave(0);
    });
    if (Number(row?.['tables']) === 0) throw toEmptyError();
    return joinStates(before, await load(seed));
  } finally {
    await connection.end();
    await release(60_000);
  }
}

const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

const countTables = `SELECT count(*)::int AS tables FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`;

async function hasDatabase(connection: Connection): Promise<boolean> {
  return (await run(connection, `SELECT 1 AS found FROM pg_database WHERE datname = '${commandDatabase}'`)).length > 0;
}

/** The rows of the last command. A refusal is planlint's fault and throws. */
async function run(connection: Connection, ...commands: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const replies = await connection.run(commands.map((text) => ({ text })));
  for (const reply of replies) if ('error' in reply) throw new Error(reply.error.message);
  const last = replies.at(-1);
  return last !== undefined && 'rows' in last ? last.rows : [];
}

function toEmptyError(): UserError {
  return new UserError('database', `the schema command made no table in the database ${commandDatabase}, which DATABASE_URL and PG* name`, {
    hint: 'it may work on another server or database: --env NAME=template hands ours over in another variable, as in --env DB_NAME={database}',
  });
}
