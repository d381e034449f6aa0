import { describe, expect, test } from 'vitest';
import { checkBodies, tables } from './bodies.ts';

const why = 'require-partition-keys: once a night';
const bad = (id: number): string => `PERFORM 1 FROM entry WHERE id = ${id};`;
const make = (body: string, quote = '$$'): string =>
  `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS ${quote}\nBEGIN\n${quote === "'" ? body.replaceAll("'", "''") : body}\nEND ${quote};`;

/** Of each statement of a body, whether what is found in it is ignored. */
async function ignored(schema: string): Promise<readonly boolean[]> {
  const found = await checkBodies(`${tables}\n${schema}`, { functions: true, migrations: false });
  return found.map(({ findings }) => findings.filter(({ rule }) => rule === 'require-partition-keys').every(({ suppressed }) => suppressed !== null));
}

describe('comments in and around a function are for its statements', () => {
  const cases: readonly (readonly [what: string, schema: string, ignored: readonly boolean[]])[] = [
    ['none', make(bad(1)), [false]],
    ['above one', make(`${bad(1)}\n-- planlint-ignore ${why}\n${bad(2)}`), [false, true]],
    ['behind one', make(`${bad(1)} -- planlint-ignore ${why}\n${bad(2)}`), [true, false]],
    ['inside one', make(`PERFORM 1 /* planlint-ignore ${why} */ FROM entry;\n${bad(2)}`), [true, false]],
    ['in a body in plain quotes', make(`${bad(1)}\n-- planlint-ignore ${why}, it's slow\n${bad(2)}`, "'"), [false, true]],
    ['in a body with a tag', make(`-- planlint-ignore ${why}\n${bad(1)}`, '$body$'), [true]],
    ['in a branch', make(`IF true THEN\n-- planlint-ignore ${why}\n${bad(1)}\nELSE ${bad(2)} END IF;`), [true, false]],
    ['above the function', `-- planlint-ignore ${why}\n${make(`${bad(1)}\n${bad(2)}`)}`, [true, true]],
    ['for a stretch with the function', `-- planlint-ignore-start ${why}\n${make(bad(1))}\n-- planlint-ignore-end\n`, [true]],
    ['for the file', `${make(bad(1))}\n-- planlint-ignore-file ${why}\n`, [true]],
    ['a string in a body', make(`PERFORM '\n-- planlint-ignore ${why}\n' FROM entry;`), [false]],
  ];
  test.each(cases)('%s', async (_, schema, expected) => expect(await ignored(schema)).toEqual(expected));
});

describe('one that has no effect is an error', () => {
  test.each([
    [`-- planlint-ignore-file ${why}\n${bad(1)}`, /planlint-ignore-file inside the body of a function$/],
    [`-- planlint-ignore-start ${why}\n${bad(1)}\n-- planlint-ignore-end`, /:14: planlint-ignore-start inside the body of a function$/],
    [`${bad(1)}\n-- planlint-ignore ${why}`, /:15: this annotation belongs to no statement$/],
    [`-- planlint-ignore\n${bad(1)}`, /:14: planlint-ignore names no rule$/],
  ])('%j', async (body, message) => {
    await expect(ignored(make(body))).rejects.toThrow(message);
  });
});
