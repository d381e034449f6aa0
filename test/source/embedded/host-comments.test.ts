import { describe, expect, test } from 'vitest';
import { parseHostFile } from '../../../src/source/embedded/host-statements.ts';
import { loadParser } from '../../../src/sql/parse.ts';

const why = 'no-leaf-fanout: runs once a night';

/** The directives of each statement, and where they stand. */
async function said(name: string, code: string): Promise<readonly (readonly string[])[]> {
  await loadParser();
  return parseHostFile(name, code, null).map(({ directives }) =>
    directives.map((one) => `${one.kind === 'ignore' ? one.scope : one.option} ${one.line}:${one.column}`),
  );
}

describe("a program's comments are read", () => {
  const cases: readonly (readonly [name: string, code: string, directives: readonly (readonly string[])[]])[] = [
    ['a.py', `# planlint-ignore ${why}\nrows = c.fetch("SELECT 1 FROM t")\nc.fetch("SELECT 2 FROM t")`, [['statement 1:3'], []]],
    ['a.py', `# planlint-ignore ${why}\n# for the reader\nrows = c.fetch(\n    'x', """\n  SELECT 1 FROM t""")`, [['statement 1:3']]],
    ['a.py', `# planlint-set no-leaf-fanout maxLeavesPerGroup=2: a month\nq = "SELECT 1 FROM t"`, [['maxLeavesPerGroup 1:3']]],
    ['a.py', `# planlint-ignore-file ${why}\nq = "SELECT 1 FROM t"\n\nr = "SELECT 2 FROM t"`, [['file 1:3'], ['file 1:3']]],
    [
      'a.py',
      `q = "SELECT 1 FROM t"\n# planlint-ignore-start ${why}\nr = "SELECT 2 FROM t"\n# planlint-ignore-end\ns = "SELECT 3 FROM t"`,
      [[], ['range 2:3'], []],
    ],
    // In the SQL itself.
    ['a.py', `q = "SELECT 1 FROM t"\nr = """\n-- planlint-ignore-file ${why}\nSELECT 2 FROM t"""`, [['file 3:4'], ['file 3:4']]],
    [
      'a.py',
      `q = """\nSELECT 1 FROM t;\n-- planlint-ignore-start ${why}\nSELECT 2 FROM t;\n"""\nr = "SELECT 3 FROM t"\ns = "SELECT 4 FROM t -- planlint-ignore-end"\nt = "SELECT 5 FROM t"`,
      [[], ['range 3:4'], ['range 3:4'], ['range 3:4'], []],
    ],
    ['A.java', `String a = "/* planlint-ignore-file ${why} */" +\n  " SELECT 1 FROM t";`, [['file 1:16']]],
    ['A.java', `String a = "\\n-- planlint-ignore-file ${why}\\nSELECT 1 FROM t";`, [['file 1:18']]],
    ['m.xml', `<mapper><select id="a">/* planlint-ignore-file ${why} */ SELECT 1 FROM t</select></mapper>`, [['file 1:27']]],
    ['m.xml', `<mapper><select id="a">SELECT 1\n<!-- planlint-ignore-file ${why} -->\nFROM t</select></mapper>`, [['file 2:6']]],
    ['a.py', `help = "-- planlint-ignore-file ${why}"\nq = "SELECT 1 FROM t"`, [[]]],
    ['a.py', `x = "# planlint-ignore ${why}"\nq = "SELECT 1 FROM t"`, [[]]],
    ['A.java', `// planlint-ignore ${why}\n@Query("SELECT 1 FROM t")\nList<T> all();`, [['statement 1:4']]],
    ['A.java', `/* planlint-ignore ${why} */\nString sql =\n    "SELECT 1 " +\n    "FROM t";`, [['statement 1:4']]],
    ['A.cs', `// planlint-ignore-file ${why}\nvar q = @"SELECT 1 FROM t";`, [['file 1:4']]],
    ['A.kt', `// planlint-ignore ${why}\nval q = "SELECT 1 FROM t"`, [['statement 1:4']]],
    [
      'm.xml',
      `<mapper namespace="m">\n<!-- planlint-ignore ${why} -->\n<select id="a"\n  resultType="T">SELECT 1 FROM t</select></mapper>`,
      [['statement 2:6']],
    ],
  ];
  test.each(cases)('%s %j', async (name, code, directives) => {
    expect(await said(name, code)).toEqual(directives);
  });
});

describe('one that is for no statement is refused', () => {
  const cases: readonly (readonly [name: string, code: string, message: string])[] = [
    ['a.py', `# planlint-ignore ${why}\nx = 1\nq = "SELECT 1 FROM t"`, 'a.py:1: planlint-ignore belongs to no statement'],
    ['a.py', `q = "SELECT 1 FROM t"\n# planlint-ignore ${why}`, 'a.py:2: planlint-ignore belongs to no statement'],
    ['A.java', `// planlint-ignore ${why}\nint x = 1;\nString q = "SELECT 1 FROM t";`, 'A.java:1: planlint-ignore belongs to no statement'],
    ['a.py', `# planlint-ignore-start ${why}\nq = "SELECT 1 FROM t"`, 'a.py:1: planlint-ignore-start without an end'],
    ['a.py', `q = """\nSELECT 1 FROM t -- planlint-ignore-start ${why}\n"""`, 'a.py:2: planlint-ignore-start without an end'],
    ['a.py', `q = """SELECT 1 FROM t;\n-- planlint-ignore ${why}\n"""`, 'a.py:2: planlint-ignore belongs to no statement'],
    ['a.py', '# planlint-ignore no-leaf-fanout\nq = "SELECT 1 FROM t"', 'a.py:1: planlint-ignore gives no reason'],
    ['a.py', `# planlint-ignroe ${why}\nq = "SELECT 1 FROM t"`, 'a.py:1: unknown annotation planlint-ignroe'],
  ];
  test.each(cases)('%s %j', async (name, code, message) => {
    await expect(said(name, code)).rejects.toMatchObject({ name: 'UserError', message });
  });
});
