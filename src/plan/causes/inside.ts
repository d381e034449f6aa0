import type { Binding } from '../../verdict.ts';
import type { Cause, Found, Situation } from './cause.ts';

const present: readonly Binding[] = ['wrapped', 'run-time', 'exclusion', 'half-range', 'range', 'list'];

const phrases: Readonly<Record<string, string>> = {
  wrapped: 'stands in a condition that prunes nothing',
  'run-time': 'is compared with a value that is known only while the query runs',
};

function atPlace({ place }: Situation, name: string): Found | null {
  return place === null ? null : { span: place, name };
}

const bare = (name: string): string => name.replace(/^public\./, '');

/** Conditions that the statement does not write itself. */
export const inside: readonly Cause[] = [
  {
    id: 'view-keeps-out',
    explains: ['missing'],
    find(situation) {
      const { mention, planned } = situation;
      const { through = null } = planned.attribution.candidate ?? {};
      return mention === null || mention.isJoin || through?.kind !== 'view' ? null : atPlace(situation, bare(through.name));
    },
    why: ({ key, name }) => `${key} is constrained outside of the view \`${name}\`, which lets no filter in (a LIMIT, a window function or the like)`,
    advice: ({ key, name }) => `Constrain ${key} inside the view \`${name}\`, or query the table itself.`,
  },
  {
    id: 'inside-view',
    explains: present,
    find(situation) {
      const { through = null } = situation.planned.attribution.candidate ?? {};
      return situation.mention !== null || through?.kind !== 'view' ? null : atPlace(situation, bare(through.name));
    },
    why: ({ key, name, binding }) => `${key} ${phrases[binding] ?? 'is constrained to more than one partition'}, inside the view \`${name}\``,
    advice: ({ key, name, wanted }) => `Mend the condition on ${key} inside the view \`${name}\`, or add ${wanted} where it is queried.`,
  },
  {
    id: 'inside-function',
    explains: present,
    find(situation) {
      const { through = null } = situation.planned.attribution.candidate ?? {};
      return situation.mention !== null || through?.kind !== 'function' ? null : atPlace(situation, bare(through.name));
    },
    why: ({ key, name, binding }) => `${key} ${phrases[binding] ?? 'is constrained to more than one partition'}, inside the function \`${name}\``,
    advice: ({ key, name }) => `Mend the condition on ${key} inside the function \`${name}\`, or constrain ${key} where it is called.`,
  },
  {
    id: 'inside-policy',
    explains: present,
    find: (situation) => (situation.mention === null && situation.origin === 'policy' ? atPlace(situation, '') : null),
    why: ({ key, binding }) => `${key} ${phrases[binding] ?? 'is constrained to more than one partition'}, in a row-level security policy`,
    advice: ({ key, wanted }) => `Add ${wanted} to the statement, or mend the policy's condition on ${key}.`,
  },
];
