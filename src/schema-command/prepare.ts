import { randomBytes } from 'node:crypto';
import type { PreparedCommand, SchemaCommand } from '../database/schema-command.ts';
import { hashInputs } from './inputs.ts';

/** Throws a `UserError` for inputs that cannot be read. */
export async function prepareCommand(command: SchemaCommand, cwd: string, base: PreparedCommand['base']): Promise<PreparedCommand> {
  const key = command.inputs.length === 0 ? randomBytes(16).toString('hex') : await hashInputs(command.inputs, cwd);
  return { ...command, cwd: command.folder ?? cwd, base, key };
}
