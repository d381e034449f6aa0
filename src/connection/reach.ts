import { type Access, type Connection, connectAs, isServerSide } from '../database/server.ts';
import { type ConnectFault, MissingPassword } from './connect-fault.ts';
import type { Route } from './dial.ts';
import { type Host, isSocket } from './hosts.ts';
import { toLogin, toPasswordFile } from './login.ts';
import type { Machine, Parameters } from './parameters.ts';
import { type Lookup, readPassword } from './password-file.ts';
import { isWanted, toTargets } from './target-session.ts';
import { isDirect, type Tls, toAttempts } from './tls.ts';

/** A session, or all that went wrong on the way to one: a fault for each host. */
export type Reached = { readonly connection: Connection; readonly route: Route } | { readonly faults: readonly ConnectFault[] };

/** Tries the hosts in turn, each with TLS and without as `sslmode` has it, until one takes the connection and is what `target_session_attrs` asks for. */
export async function reach(parameters: Parameters, machine: Machine): Promise<Reached> {
  let faults: ConnectFault[] = [];
  for (const target of toTargets(parameters.given)) {
    faults = [];
    for (const host of parameters.hosts) {
      const reached = await reachHost(host, parameters, machine);
      if ('error' in reached) {
        faults.push({ host, error: reached.error });
        if (isFinal(reached.error)) return { faults };
      } else if (await isWanted(reached.connection, target)) return reached;
      else {
        await reached.connection.end();
        faults.push({ host, error: new Error(`it is not ${target}, which target_session_attrs asks for`) });
      }
    }
  }
  return { faults };
}

/** A server that is there and refuses is not asked for again elsewhere, unless it only takes nobody at the moment. */
function isFinal(error: unknown): boolean {
  return error instanceof MissingPassword || (isServerSide(error) && (error as { code?: string }).code !== '57P03');
}

type ReachedHost = { readonly connection: Connection; readonly route: Route } | { readonly error: unknown };

async function reachHost(host: Host, parameters: Parameters, machine: Machine): Promise<ReachedHost> {
  const errors: unknown[] = [];
  for (const tls of toAttempts(parameters.given, host, machine.home)) {
    try {
      const { user, database } = parameters;
      const access = toAccess(host, tls, { parameters, machine });
      return {
        connection: await connectAs({ host: host.address, port: host.port, user, database }, access),
        route: { host, tls, isDirect: access.isDirect },
      };
    } catch (error) {
      errors.push(error);
      if (isOfTheWay(error)) break;
    }
  }
  return { error: mostTelling(errors) };
}

/** No connection was made, which TLS has no part in. */
function isOfTheWay(error: unknown): boolean {
  return /^E[A-Z_]+$/.test((error as { code?: string }).code ?? '') && !/^(?:EPROTO|ECONNRESET)$/.test((error as { code?: string }).code ?? '');
}

/** What a server that let us speak says of the role is more than that it lets nobody speak without TLS, or with it. */
function mostTelling(errors: readonly unknown[]): unknown {
  const weigh = (error: unknown): number => {
    if (error instanceof MissingPassword) return 3;
    if (!isServerSide(error)) return /channel binding/.test((error as Error).message) ? 2 : 0;
    return (error as { code?: string }).code === '28000' ? 1 : 2;
  };
  return errors.toSorted((a, b) => weigh(b) - weigh(a))[0];
}

interface Surroundings {
  readonly parameters: Parameters;
  readonly machine: Machine;
}

function toAccess(host: Host, tls: Tls, { parameters, machine }: Surroundings): Access {
  const { given } = parameters;
  const { keepalives_idle: idle = '0' } = given;
  return {
    tls,
    isDirect: tls !== null && isDirect(given),
    bindsChannel: given.channel_binding === 'require',
    applicationName: given.application_name ?? given.fallback_application_name ?? 'planlint',
    options: given.options ?? '',
    timeout: toMilliseconds(given.connect_timeout),
    keepAlive: given.keepalives === '0' || isSocket(host) ? null : Number(idle) * 1000,
    password() {
      const { password, fault } = lookUpPassword(host, parameters, machine);
      if (password !== null) return password;
      throw new MissingPassword(fault);
    },
  };
}

/** The password for a host, given or in the password file, and why there is none in that. */
export function lookUpPassword(host: Host, parameters: Parameters, machine: Machine): Lookup {
  const { given } = parameters;
  if (given.password !== undefined) return { password: given.password, fault: null };
  const file = toPasswordFile(given, machine);
  const { password, fault } = readPassword(file, toLogin(host, parameters), machine.isWindows);
  return { password, fault: fault === null ? null : `${file} ${fault}` };
}

/** Longer than a server that sleeps takes to wake up, in seconds. libpq waits for ever. */
const usualTimeout = 30;

/** libpq's 1 is 2, since it may have just begun its last tick. */
function toMilliseconds(seconds = String(usualTimeout)): number {
  const number = Number.parseInt(seconds, 10);
  return Number.isNaN(number) || number <= 0 ? 0 : Math.max(number, 2) * 1000;
}
