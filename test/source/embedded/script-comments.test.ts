import { describe, expect, test } from 'vitest';
import { parseScript } from '../../../src/source/embedded/script/parse-script.ts';

const header = "import postgres from 'postgres';\nconst sql = postgres();\n";
const why = 'no-leaf-fanout: runs once a night';

/** The rules that are ignored for each statement, and where that is said. */
async function ignored(code: string): Promise<readonly (readonly string[])[]> {
  const statements = await parseScript('q.ts', header + code);
  return statements.map(({ directives }) =>
    directives.map((one) => `${one.kind === 'ignore' ? `${one.scope} ${one.rules}` : `${one.option}=${one.value}`} ${one.line}:${one.column}`),
  );
}

describe('a comment directly above a query is for that query', () => {
  const cases: readonly (readonly [code: string, ...directives: (readonly string[])[]])[] = [
    [`// planlint-ignore ${why}\nconst a = sql\`select 1\`; const b = sql\`select 2\`;`, ['statement no-leaf-fanout 3:4'], []],
    [`/* planlint-ignore ${why} */\nexport const f = (id: string) => sql\`select \${id}::int\`;`, ['statement no-leaf-fanout 3:4']],
    [`/**\n * planlint-ignore ${why}\n */\nexport const f = () => sql\`select 1\`;`, ['statement no-leaf-fanout 4:4']],
    [`const f = () => {\n  // planlint-ignore ${why}\n  return sql\`select 1\`;\n};`, ['statement no-leaf-fanout 4:6']],
    [`class A {\n  // planlint-ignore ${why}\n  q = sql\`select 1\`;\n}`, ['statement no-leaf-fanout 4:6']],
    [`const q = {\n  // planlint-ignore ${why}\n  a: sql\`select 1\`,\n  b: sql\`select 2\`,\n};`, ['statement no-leaf-fanout 4:6'], []],
    [`run(/* planlint-ignore ${why} */ sql\`select 1\`);`, ['statement no-leaf-fanout 3:8']],
    [`sql/* planlint-ignore ${why} */\`select 1\`;`, ['statement no-leaf-fanout 3:7']],
    [`pool.query(\n  // planlint-ignore ${why}\n  'select 1 from t',\n);`, ['statement no-leaf-fanout 4:6']],
    [`// planlint-ignore ${why}\n// a word to the reader\nawait pool.query('select 1 from t');`, ['statement no-leaf-fanout 3:4']],
    [
      `// planlint-ignore ${why}\n// planlint-set no-leaf-fanout maxLeavesPerGroup=2: crosses years\nconst a = sql\`select 1\`;`,
      ['maxLeavesPerGroup=2 4:4', 'statement no-leaf-fanout 3:4'],
    ],
    [`const a = sql\`-- planlint-ignore ${why}\nselect 1\`;`, ['statement no-leaf-fanout 3:18']],
    [
      `const a = sql\`select 1\`;\n// planlint-ignore-file ${why}\nconst b = sql\`select 2\`;`,
      ['file no-leaf-fanout 4:4'],
      ['file no-leaf-fanout 4:4'],
    ],
    [
      `const a = sql\`select 1\`;\n// planlint-ignore-start ${why}\nconst b = sql\`select 2\`;\n// planlint-ignore-end\nconst c = sql\`select 3\`;`,
      [],
      ['range no-leaf-fanout 4:4'],
      [],
    ],
    // The same in the SQL itself.
    [
      `const a = sql\`select 1\`;\nconst b = sql\`-- planlint-ignore-file ${why}\nselect 2\`;`,
      ['file no-leaf-fanout 4:18'],
      ['file no-leaf-fanout 4:18'],
    ],
    [
      `const a = sql\`select 1; -- planlint-ignore-start ${why}\nselect 2;\n-- planlint-ignore-end\n\`;\nconst b = sql\`select 3\`;`,
      [],
      ['range no-leaf-fanout 3:28'],
      [],
    ],
    [
      `// planlint-ignore-start ${why}\nconst a = sql\`select 1\`;\nconst b = sql\`/* planlint-ignore-end */ select 2\`;`,
      ['range no-leaf-fanout 3:4'],
      [],
    ],
    // One text, two queries: one comment.
    [
      `const f = (x) => sql\`-- planlint-ignore-start ${why}\nselect 1 from t where \${x ? sql\`a = 1\` : sql\`b = 1\`};\n-- planlint-ignore-end\nselect 2\`;`,
      ['range no-leaf-fanout 3:25'],
      [],
      ['range no-leaf-fanout 3:25'],
      [],
    ],
    [`pool.query('select 1 from t /*\\n planlint-ignore-file ${why}\\n*/');`, ['file no-leaf-fanout 3:34']],
    [`log('-- planlint-ignore-file ${why}');\nconst a = sql\`select 1\`;`, []],
  ];
  test.each(cases)('%s', async (code, ...directives) => expect(await ignored(String(code))).toEqual(directives));
});

test('values may stand there, by the names of the holes', async () => {
  const [first] = await parseScript(
    'q.ts',
    `${header}// planlint-params: {"id": 7}\nconst f = (id, at) => sql\`select * from t where id = \${id} and at = \${at}\`;`,
  );
  expect(first?.parameters?.values).toEqual(new Map([[1, '7']]));
});

describe('one without effect is an error', () => {
  test.each([
    [`// planlint-ignore ${why}\nfunction f() {\n  return sql\`select 1\`;\n}`, 'q.ts:3: planlint-ignore belongs to no statement'],
    [`const a = sql\`select 1\`;\n// planlint-ignore ${why}`, 'q.ts:4: planlint-ignore belongs to no statement'],
    ['// planlint-ignore no-leaf-fanout\nconst a = sql`select 1`;', 'q.ts:3: planlint-ignore gives no reason'],
    [`const a = sql\`-- planlint-ignore-start ${why}\nselect 1\`;`, 'q.ts:3: planlint-ignore-start without an end'],
    ['const a = sql`\nselect 1 -- planlint-ignore-end\n`;', 'q.ts:4: planlint-ignore-end without a planlint-ignore-start above it'],
    ['const a = sql`select 1 -- planlint-ignore-file no-leaf-fanout\n`;', 'q.ts:3: planlint-ignore-file gives no reason'],
    [`const a = sql\`select 1;\n-- planlint-ignore ${why}\n\`;`, 'q.ts:4: planlint-ignore belongs to no statement'],
    ['// planlint-ignroe no-leaf-fanout: x\nconst a = sql`select 1`;', 'q.ts:3: unknown annotation planlint-ignroe'],
  ])('%s', async (code, message) => {
    await expect(ignored(code)).rejects.toMatchObject({ name: 'UserError', area: 'source', message });
  });
});
