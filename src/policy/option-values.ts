import { parsePeriod } from '../period.ts';
import type { OptionValue, RuleOption } from '../rule.ts';

/** What a value has to be, as the end of "… has to be". */
export const forms: Readonly<Record<RuleOption['kind'], string>> = {
  count: 'a whole number from 1',
  flag: 'true or false',
  period: 'a period such as "12 months", or "off"',
  names: 'a list of words',
};

/** The value of an option as it is written in a config; `undefined` where it is none. */
export function readValue({ kind }: RuleOption, written: unknown): OptionValue | undefined {
  switch (kind) {
    case 'count':
      return typeof written === 'number' && Number.isSafeInteger(written) && written >= 1 ? written : undefined;
    case 'flag':
      return typeof written === 'boolean' ? written : undefined;
    case 'period':
      return typeof written === 'string' ? readPeriod(written) : undefined;
    case 'names':
      return Array.isArray(written) && written.every((one) => typeof one === 'string') ? written : undefined;
  }
}

/** A period that ends later than it begins. */
function readPeriod(written: string): OptionValue | undefined {
  if (written === 'off') return null;
  const period = parsePeriod(written);
  const lengths = period === null ? [] : [period.months, period.days, period.milliseconds];
  return period !== null && lengths.every((length) => length >= 0) && lengths.some((length) => length > 0) ? period : undefined;
}

/** The value as it stands in a comment, in the form that a config has it in. */
export function fromComment({ kind }: RuleOption, text: string): unknown {
  const bare = text.trim().replace(/^(['"])(.*)\1$/s, '$2');
  if (kind === 'count') return /^\d+$/.test(bare) ? Number(bare) : bare;
  if (kind === 'flag') return bare === 'true' ? true : bare === 'false' ? false : bare;
  return kind === 'names' ? bare.split(/\s*,\s*/) : bare;
}
