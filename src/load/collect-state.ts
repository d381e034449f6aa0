import type { MissingExtension, SchemaNote, SchemaState } from '../schema-state.ts';
import type { Account, Remark } from './adaptation.ts';
import { pluralOf } from './plural.ts';

/** Gathers what is to be said of the schema while it loads. */
export interface StateCollector {
  add(account: Account): void;
  toState(): SchemaState;
}

export function collectState(): StateCollector {
  const notes = new Map<string, Remark & { readonly names: Set<string> }>();
  const missing: MissingExtension[] = [];
  const unjudged: Record<string, string> = {};
  return {
    add(account) {
      for (const remark of account.remarks ?? []) {
        const key = JSON.stringify([remark.noun, remark.message]);
        const known = notes.get(key);
        if (known === undefined) notes.set(key, { ...remark, names: new Set([remark.name]) });
        else known.names.add(remark.name);
      }
      missing.push(...(account.missingExtensions ?? []));
      // What was first in the way is the reason.
      for (const [name, reason] of Object.entries(account.unjudged ?? {})) unjudged[name] ??= reason;
    },
    toState: () => ({ notes: [...notes.values()].map(toNote), missingExtensions: missing, unjudged }),
  };
}

function toNote({ noun, names, message }: Remark & { readonly names: ReadonlySet<string> }): SchemaNote {
  const subject = names.size === 1 ? noun : pluralOf(noun);
  return { subject: `${subject} ${[...names].join(', ')}`, message };
}
