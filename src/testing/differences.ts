import type { Finding } from '../report/report.ts';
import type { Subject } from '../subject.ts';
import type { ExpectedFinding } from './rule-tester.ts';

/** How what was found in a statement differs from what was expected, `null` for anything; none where it does not. */
export function describeDifferences(
  found: readonly Finding[],
  expected: readonly ExpectedFinding[] | null,
  subject: Omit<Subject, 'catalog'> | undefined,
): readonly string[] {
  const { judgement, statement } = subject ?? {};
  // What was not planned is no proof that a rule finds nothing.
  if (found.length === 0 && judgement !== undefined && judgement.status !== 'analysed') return [`it is ${judgement.status}: ${judgement.reason}`];
  if (expected === null) return found.length > 0 ? [] : ['expected a finding, and there is none'];
  if (found.length !== expected.length) return [`expected ${count(expected.length)}, and there ${found.length === 1 ? 'is' : 'are'} ${list(found)}`];
  return expected.flatMap((wanted, index) => {
    const one = found[index];
    if (one === undefined) return [];
    const text = statement?.sql.slice(...(one.evidence.span ?? [0, 0]));
    const actual: { readonly [Name in keyof ExpectedFinding]?: string | null | undefined } = { ...one, text };
    return Object.entries(wanted).flatMap(([name, value]: [string, string | RegExp | null | undefined]) => {
      const own = actual[name as keyof ExpectedFinding];
      return value === undefined || isLike(own, value) ? [] : [`findings[${index}].${name}\n  expected ${show(value)}\n  found    ${show(own)}`];
    });
  });
}

/** An expression may come from another realm. */
function isLike(actual: string | null | undefined, wanted: string | RegExp | null): boolean {
  if (wanted === null || typeof wanted === 'string') return actual === wanted;
  return typeof actual === 'string' && wanted.test(actual);
}

function show(value: string | RegExp | null | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function count(number: number): string {
  return number === 0 ? 'no finding' : `${number} finding${number === 1 ? '' : 's'}`;
}

function list(found: readonly Finding[]): string {
  if (found.length === 0) return 'none';
  return [count(found.length), ...found.map(({ severity, message }) => `  ${severity}: ${message}`)].join('\n');
}
