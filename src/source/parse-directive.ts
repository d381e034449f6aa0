import { UserError } from '../errors.ts';
import { type Annotation, nameSite, type Placing } from './annotation-form.ts';
import type { Directive, Ignore } from './directive.ts';

const forms = {
  'planlint-ignore': 'planlint-ignore no-leaf-fanout: runs once a night',
  'planlint-ignore-file': 'planlint-ignore-file no-leaf-fanout: reports of the back office',
  'planlint-ignore-start': 'planlint-ignore-start no-leaf-fanout: runs once a night',
  'planlint-set': 'planlint-set no-leaf-fanout maxLeavesPerGroup=2: a month may cross the year',
} as const;

const scopes = { 'planlint-ignore': 'statement', 'planlint-ignore-file': 'file', 'planlint-ignore-start': 'range' } as const;

/** The directive that an annotation writes. Throws a UserError with the right form where it lacks a rule or a reason, or its date is none. */
export function parseDirective({ word, offset, rest }: Annotation & { readonly word: keyof typeof forms }, placeOf: Placing): Directive {
  const site = placeOf(offset);
  const refuse = (what: string, hint = `write it as in: ${forms[word]}`): never => {
    throw new UserError('source', `${nameSite(site)}: ${word} ${what}`, { hint });
  };
  const [said = ''] = rest.split(/[\n\r]/, 1);
  const colon = said.indexOf(':');
  const head = (colon === -1 ? said : said.slice(0, colon)).trim();
  const reason = colon === -1 ? '' : said.slice(colon + 1).trim();
  if (head === '') return refuse('names no rule');
  if (reason === '') return refuse('gives no reason');
  const second = /planlint-(?:ignore|set|params)[\w-]*/.exec(reason)?.[0];
  if (second !== undefined) return refuse(`shares its line with ${second}`, 'give each a comment or a line of its own');
  const common = { reason, line: site.line, column: site.column };
  if (word === 'planlint-set') {
    const [, rule, option, value] = /^(\S+)\s+([\w.-]+)\s*=\s*(\S(?:.*\S)?)$/.exec(head) ?? [];
    if (rule === undefined || option === undefined || value === undefined) return refuse('is not <rule> <option>=<value>: <reason>');
    return { kind: 'set', rule, option, value, ...common };
  }
  const [list = '', until] = splitUntil(head);
  const rules = list.split(',').map((rule) => rule.trim());
  if (list === '') return refuse('names no rule');
  const odd = rules.find((rule) => !/^[\w@][\w@/.-]*$/.test(rule));
  if (odd !== undefined) return refuse(odd === '' ? 'has a comma without a rule' : `cannot read "${odd}" as a rule; a comma goes between rules`);
  if (until !== null && !isDay(until))
    return refuse(`has "${until}" for a date`, `write the last day that it holds as year-month-day: ${withUntil(word)}`);
  return { kind: 'ignore', scope: scopes[word], rules: [...new Set(rules)], until, ...common } satisfies Ignore;
}

function withUntil(word: keyof typeof scopes): string {
  return forms[word].replace(':', ' until 2027-01-31:');
}

/** `no-leaf-fanout until 2027-01-31` */
function splitUntil(head: string): readonly [list: string, until: string | null] {
  const found = /(?:^|\s)until(?:\s+(.*))?$/i.exec(head);
  return found === null ? [head, null] : [head.slice(0, found.index).trim(), found[1] ?? ''];
}

/** Whether a text is a day of the calendar, as `2027-01-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
