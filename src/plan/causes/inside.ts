import type { Binding } from '../../verdict.ts';
import { at, type Cause, type Facts, throughWhich } from './cause.ts';

const present: readonly Binding[] = ['wrapped', 'run-time', 'exclusion', 'half-range', 'range', 'list'];

const phrases: Readonly<Record<string, string>> = {
  wrapped: 'stands in a condition that prunes nothing',
  'run-time': 'is compared with a value that is known only while the query runs',
};

function describeBinding({ key, binding }: Facts): string {
  return `${key} ${phrases[binding] ?? 'is constrained to more than one partition'}`;
}

/** In place of the whole view or function, where nothing outside of it says anything of the key. */
function inWhole(kind: 'view' | 'function'): Cause['find'] {
  return (situation) => {
    const name = throughWhich(situation, kind);
    return situation.mention !== null || name === null ? null : at(situation.place, name);
  };
}

/** Conditions that the statement does not write itself. */
export const inside: readonly Cause[] = [
  {
    id: 'view-keeps-out',
    explains: ['missing'],
    find(situation) {
      const { mention, place } = situation;
      const name = throughWhich(situation, 'view');
      return mention === null || mention.isJoin || name === null ? null : at(place, name);
    },
    why: ({ key, name }) => `${key} is constrained outside of the view \`${name}\`, which lets no filter in (a LIMIT, a window function or the like)`,
    advice: ({ key, name }) => `Constrain ${key} inside the view \`${name}\`, or query the table itself.`,
  },
  {
    id: 'inside-view',
    explains: present,
    find: inWhole('view'),
    why: (facts) => `${describeBinding(facts)}, inside the view \`${facts.name}\``,
    advice: ({ key, name, wanted }) => `Mend the condition on ${key} inside the view \`${name}\`, or add ${wanted} where it is queried.`,
  },
  {
    id: 'inside-function',
    explains: present,
    find: inWhole('function'),
    why: (facts) => `${describeBinding(facts)}, inside the function \`${facts.name}\``,
    advice: ({ key, name }) => `Mend the condition on ${key} inside the function \`${name}\`, or constrain ${key} where it is called.`,
  },
  {
    id: 'inside-policy',
    explains: present,
    find: ({ mention, origin, place }) => (mention === null && origin === 'policy' ? at(place) : null),
    why: (facts) => `${describeBinding(facts)}, in a row-level security policy`,
    advice: ({ key, wanted }) => `Add ${wanted} to the statement, or mend the policy's condition on ${key}.`,
  },
];
