import { as, type Fields, lastName, type Node, walk } from '../../sql/parse.ts';
import { at, type Cause, type Situation } from './cause.ts';
import { bareComparison, functionName } from './key-path.ts';

const known = ['equality', 'list', 'range', 'half-range', 'exclusion'] as const;

/** A value that is not there yet when the query is planned. */
export const runTime: readonly Cause[] = [
  {
    id: 'sub-select',
    explains: ['run-time'],
    find: ({ written, arrives }) => (arrives?.kind === 'init-plan' ? at(written) : null),
    why: ({ key, arrival }) => `${key} is compared with ${arrival}`,
    advice: ({ key }) => `Read the value first and pass it as a parameter, so that ${key} is known when the query is planned.`,
  },
  {
    id: 'start-function',
    explains: known,
    find(situation) {
      const value = startValue(situation);
      const name = value === null ? null : callIn(value);
      return name === null ? null : at(situation.written, name);
    },
    why: ({ key, name }) => `${key} is compared with \`${name}\`, whose value is known only when the query starts`,
    advice: ({ key }) => `Compute the value in the application, as the type of ${key}, and pass it as a parameter; or write it as a constant.`,
  },
  {
    id: 'start-conversion',
    explains: known,
    find: (situation) => (startValue(situation) === null ? null : at(situation.written)),
    why: ({ key }) => `${key} is compared with a value that depends on the session's settings and is known only when the query starts`,
    advice: ({ key }) => `Compute the value in the application, as the type of ${key}, and pass it as a parameter; or write it as a constant.`,
  },
];

/** What the text compares the key with, where the plan has not made a constant of the key's own type of it. */
function startValue({ mention, part, planned, level, reader }: Situation): Node | null {
  const [scan] = level.scans;
  if (mention === null || scan === undefined || planned.pruned.start === 0 || level.isSpread) return null;
  const planValues = reader.conjunctsOf(scan).flatMap((conjunct) => bareComparison({ conjunct, qualifier: null }, part.name)?.value ?? []);
  return planValues.some((value) => !isOwnConstant(value, part.type)) ? (bareComparison(mention, part.name)?.value ?? null) : null;
}

function isOwnConstant(value: Node, type: string): boolean {
  const cast = as(value, 'TypeCast');
  const spelled = lastName(cast?.typeName?.names);
  const isOther = type === 'timestamp with time zone' && cast !== undefined && spelled !== 'timestamptz';
  return as(cast === undefined ? value : cast.arg, 'A_Const') !== undefined && !isOther;
}

/** The innermost function in a value: `now()`, `current_date`. */
function callIn(value: Node): string | null {
  let found: string | null = null;
  walk([value], (kind, fields) => {
    if (kind === 'FuncCall') found = `${functionName(fields as Fields<'FuncCall'>)}()`;
    if (kind === 'SQLValueFunction')
      found = String(fields['op'])
        .replace(/^SVFOP_/, '')
        .replace(/_N$/, '')
        .toLowerCase();
    return true;
  });
  return found;
}
