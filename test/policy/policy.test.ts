import { describe, expect, test } from 'vitest';
import type { Catalog, Partition } from '../../src/catalog/catalog.ts';
import { UserError } from '../../src/errors.ts';
import { readPolicy } from '../../src/policy/policy.ts';
import type { RuleSettings } from '../../src/policy/rule-settings.ts';
import type { OptionValue, Rule } from '../../src/rule.ts';
import type { Directive } from '../../src/source/directive.ts';

const texts = { summary: 'It is.', why: 'It is so.', bad: 'SELECT 1', good: 'SELECT 2', severity: 'error', *check() {} } as const;
const rules: readonly Rule[] = [
  {
    ...texts,
    id: 'no-leaf-fanout',
    options: {
      most: { kind: 'count', default: 1, perTable: true, about: 'How many.' },
      span: { kind: 'period', default: 'off', perTable: true, about: 'How long.' },
      loud: { kind: 'flag', default: false, about: 'Whether.' },
      words: { kind: 'names', default: ['a'], about: 'Which.' },
    },
  },
  { ...texts, id: 'no-group-fanout' },
];

const leaf = (schema: string, name: string, parent: Partition): Partition =>
  ({ schema, name, columns: [], parent, bound: { kind: 'default' }, key: null, isForeign: false, children: [] }) as const;
const root = (schema: string, name: string): Partition => {
  const key = { strategy: 'list', parts: [] } as const;
  const own: Partition = { schema, name, columns: [], parent: null, bound: null, key, isForeign: false, children: [] };
  return own;
};
const [entry, credit, other, odd] = [root('public', 'entry'), root('public', 'credit'), root('archive', 'credit'), root('archive', 'Odd.one')];
const catalog = {
  partitions: new Map<string, Partition>([
    ['public.entry', entry],
    ['public.entry_1', leaf('public', 'entry_1', entry)],
    ['public.credit', credit],
    ['archive.credit', other],
    ['archive."Odd.one"', odd],
  ]),
  tables: new Set(['public.plain']),
  searchPath: ['pg_catalog', 'public'],
} as unknown as Catalog;

const at = (path: string, settings: RuleSettings, directives: readonly Directive[] = []) =>
  readPolicy(rules, settings)(catalog)({ path, directives });

/** A rule's severity and options at a path, `off` where it is off; `most` and `span` are those of a table. */
function resolved(
  settings: RuleSettings,
  { path = 'q.sql', table = 'public.entry', id = 'no-leaf-fanout', directives = [] as readonly Directive[] } = {},
) {
  const found = at(path, settings, directives).find(({ rule }) => rule.id === id);
  if (found === undefined) return 'off';
  const values = Object.entries(found.options).map(([name, value]) => [name, typeof value === 'function' ? value(table) : value] as const);
  return { severity: found.severity, ...Object.fromEntries(values) } as Readonly<Record<string, OptionValue>>;
}

const origin = { file: 'planlint.config.json', folder: '/repo', cwd: '/repo/app' };

describe('settings', () => {
  test('there are none: every rule as it comes, in its order', () => {
    expect(at('q.sql', {}).map(({ rule, severity }) => [rule.id, severity])).toEqual([
      ['no-leaf-fanout', null],
      ['no-group-fanout', null],
    ]);
    expect(resolved({})).toEqual({ severity: null, most: 1, span: null, loud: false, words: ['a'] });
  });

  const cases: readonly (readonly [name: string, settings: RuleSettings, at: Parameters<typeof resolved>[1], expected: object | string])[] = [
    ['off', { rules: { 'no-leaf-fanout': 'off' } }, {}, 'off'],
    ['a severity', { rules: { 'no-leaf-fanout': 'warning' } }, {}, { severity: 'warning', most: 1 }],
    ['options', { rules: { 'no-leaf-fanout': { most: 3 } } }, {}, { severity: null, most: 3 }],
    [
      'both',
      { rules: { 'no-leaf-fanout': ['error', { span: '2 months' }] } },
      {},
      { severity: 'error', span: { months: 2, days: 0, milliseconds: 0 } },
    ],
    ['a table with its schema', { rules: { 'no-leaf-fanout': { tables: { 'public.entry': { most: 2 } } } } }, {}, { most: 2 }],
    ['a table without it', { rules: { 'no-leaf-fanout': { tables: { entry: { most: 2 } } } } }, {}, { most: 2 }],
    ['another table', { rules: { 'no-leaf-fanout': { most: 4, tables: { entry: { most: 2 } } } } }, { table: 'public.credit' }, { most: 4 }],
    ['a name along the search path', { rules: { 'no-leaf-fanout': { tables: { credit: { most: 2 } } } } }, { table: 'archive.credit' }, { most: 1 }],
    ['a name off it', { rules: { 'no-leaf-fanout': { tables: { 'Odd.one': { most: 2 } } } } }, { table: 'archive."Odd.one"' }, { most: 2 }],
    ['an override', { rules: { 'no-leaf-fanout': { most: 2 } }, overrides: [{ paths: ['q*'], rules: { 'no-leaf-fanout': 'off' } }] }, {}, 'off'],
    ['one for other files', { overrides: [{ paths: ['x.sql'], rules: { 'no-leaf-fanout': 'off' } }] }, {}, { most: 1 }],
    [
      'one that switches on',
      { rules: { 'no-leaf-fanout': 'off' }, overrides: [{ paths: ['*'], rules: { 'no-leaf-fanout': 'error' } }] },
      {},
      { severity: 'error' },
    ],
    [
      'options add up',
      {
        rules: { 'no-leaf-fanout': ['warning', { most: 2, tables: { entry: { span: '1 day' } } }] },
        overrides: [{ paths: ['*'], rules: { 'no-leaf-fanout': { loud: true, tables: { entry: { most: 5 } } } } }],
      },
      {},
      { severity: 'warning', most: 5, loud: true, span: { months: 0, days: 1, milliseconds: 0 } },
    ],
    [
      'the last of several overrides',
      {
        overrides: [
          { paths: ['**/*.sql'], rules: { 'no-leaf-fanout': { most: 2 } } },
          { paths: ['q.sql', 'r.sql'], rules: { 'no-leaf-fanout': { most: 3 } } },
        ],
      },
      {},
      { most: 3 },
    ],
    [
      'paths from the folder of the config',
      { origin, overrides: [{ paths: ['app/db'], rules: { 'no-leaf-fanout': 'off' } }] },
      { path: 'db/x/q.sql' },
      'off',
    ],
    ['paths beside it', { origin, overrides: [{ paths: ['db'], rules: { 'no-leaf-fanout': 'off' } }] }, { path: 'db/x/q.sql' }, { most: 1 }],
    [
      'paths above the working folder',
      { origin, overrides: [{ paths: ['lib/**'], rules: { 'no-leaf-fanout': 'off' } }] },
      { path: '../lib/q.sql' },
      'off',
    ],
    ['absolute paths', { origin, overrides: [{ paths: ['lib/**'], rules: { 'no-leaf-fanout': 'off' } }] }, { path: '/repo/lib/q.sql' }, 'off'],
  ];
  test.each(cases)('%s', (_, settings, where, expected) => {
    const found = resolved(settings, where);
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
  });
});

describe('what a statement sets', () => {
  const set = (rule: string, option: string, value: string): Directive => ({ kind: 'set', rule, option, value, reason: 'so', line: 7, column: 4 });

  test.each([
    ['most', '3', 3],
    ['span', "'12 months'", { months: 12, days: 0, milliseconds: 0 }],
    ['span', '12 months', { months: 12, days: 0, milliseconds: 0 }],
    ['span', 'off', null],
    ['loud', 'true', true],
    ['words', 'b, c', ['b', 'c']],
  ])('%s=%s', (option, value, expected) => {
    const settings = { rules: { 'no-leaf-fanout': { most: 2, span: '1 day', tables: { entry: { most: 9, span: '2 days' } } } } };
    expect(resolved(settings, { directives: [set('no-leaf-fanout', option, value)] })).toMatchObject({ [option]: expected });
    expect(resolved(settings)).toMatchObject({ most: 9, loud: false });
  });

  test('the nearest of several counts', () => {
    expect(resolved({}, { directives: [set('no-leaf-fanout', 'most', '3'), set('no-leaf-fanout', 'most', '4')] })).toMatchObject({ most: 3 });
  });

  test('is of no use to a rule that is off', () => {
    expect(resolved({ rules: { 'no-leaf-fanout': 'off' } }, { directives: [set('no-leaf-fanout', 'most', '3')] })).toBe('off');
  });

  test.each([
    [set('no-leaf-fan-out', 'most', '3'), 'q.sql:7: planlint-set names an unknown rule "no-leaf-fan-out"', 'did you mean "no-leaf-fanout"?'],
    [set('no-leaf-fanout', 'mots', '3'), 'q.sql:7: planlint-set names an unknown option "mots" of no-leaf-fanout', 'did you mean "most"?'],
    [
      set('no-group-fanout', 'most', '3'),
      'q.sql:7: planlint-set names an unknown option "most" of no-group-fanout',
      'no-group-fanout has no options',
    ],
    [set('no-leaf-fanout', 'most', '0'), 'q.sql:7: most has to be a whole number from 1, and is 0', null],
    [set('no-leaf-fanout', 'span', 'a while'), 'q.sql:7: span has to be a period such as "12 months", or "off", and is a while', null],
    [set('no-leaf-fanout', 'severity', 'off'), 'q.sql:7: planlint-set names an unknown option "severity" of no-leaf-fanout', expect.any(String)],
  ])('$option=$value of $rule is refused', (directive, message, hint) => {
    expect(faultOf(() => at('q.sql', {}, [directive]))).toMatchObject({ area: 'source', message, hint });
  });
});

describe('what neither rules nor catalogue know', () => {
  const rule = (setting: unknown): RuleSettings => ({ rules: { 'no-leaf-fanout': setting } }) as RuleSettings;
  const cases: readonly (readonly [settings: RuleSettings, message: string, hint?: string])[] = [
    [
      { origin, rules: { 'no-leaf-fan-out': 'off' } },
      'unknown rule "no-leaf-fan-out" in planlint.config.json at rules',
      'did you mean "no-leaf-fanout"?',
    ],
    [{ rules: { toString: 'off' } as unknown as RuleSettings['rules'] & {} }, 'unknown rule "toString" in the rule settings at rules'],
    [rule('warn'), '"warn" is no setting of a rule in the rule settings at rules.no-leaf-fanout'],
    [rule([null, {}]), '[null,{}] is no setting of a rule in the rule settings at rules.no-leaf-fanout'],
    [rule(2), '2 is no setting of a rule in the rule settings at rules.no-leaf-fanout'],
    [rule({ mots: 2 }), 'unknown option "mots" of no-leaf-fanout in the rule settings at rules.no-leaf-fanout', 'did you mean "most"?'],
    [rule({ constructor: 2 }), 'unknown option "constructor" of no-leaf-fanout in the rule settings at rules.no-leaf-fanout'],
    [rule({ most: '2' }), 'most has to be a whole number from 1, and is "2" in the rule settings at rules.no-leaf-fanout'],
    [rule({ most: 0 }), 'most has to be a whole number from 1, and is 0 in the rule settings at rules.no-leaf-fanout'],
    [rule({ span: '0 days' }), 'span has to be a period such as "12 months", or "off", and is "0 days" in the rule settings at rules.no-leaf-fanout'],
    [rule({ span: '-1 day' }), 'span has to be a period such as "12 months", or "off", and is "-1 day" in the rule settings at rules.no-leaf-fanout'],
    [rule({ loud: 'true' }), 'loud has to be true or false, and is "true" in the rule settings at rules.no-leaf-fanout'],
    [
      rule({ tables: { entry: { loud: true } } }),
      'loud of no-leaf-fanout is the same for all tables in the rule settings at rules.no-leaf-fanout.tables.entry',
    ],
    [rule({ tables: { entri: { most: 2 } } }), 'unknown table "entri" in the rule settings at rules.no-leaf-fanout.tables', 'did you mean "entry"?'],
    [
      rule({ tables: { 'public.entri': { most: 2 } } }),
      'unknown table "public.entri" in the rule settings at rules.no-leaf-fanout.tables',
      'did you mean "public.entry"?',
    ],
    [
      rule({ tables: { entry_1: { most: 2 } } }),
      '"entry_1" is a partition, and options are for whole tables, in the rule settings at rules.no-leaf-fanout.tables',
      'name the table that it is a partition of: public.entry',
    ],
    [rule({ tables: { plain: { most: 2 } } }), 'table "plain" is not partitioned, in the rule settings at rules.no-leaf-fanout.tables'],
    [{ overrides: [{ paths: [], rules: {} }] }, 'no paths in the rule settings at overrides[0]'],
    [
      { origin, overrides: [{ paths: ['*'], rules: { 'no-group': 'off' } }] },
      'unknown rule "no-group" in planlint.config.json at overrides[0].rules',
    ],
  ];
  for (const [settings, message, hint] of cases) {
    test(message, () =>
      expect(faultOf(() => at('q.sql', settings))).toMatchObject({ area: 'config', message, ...(hint === undefined ? {} : { hint }) }),
    );
  }

  test('is noticed before there is a database, tables aside', () => {
    expect(faultOf(() => readPolicy(rules, rule({ mots: 2 })))).toBeInstanceOf(UserError);
  });
});

function faultOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}
