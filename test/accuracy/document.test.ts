import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { majors } from '../open-schema.ts';
import { measure, type Outcome } from './measure.ts';
import { findMajor, head, renderExamples, renderMajor } from './page.ts';

const path = join(import.meta.dirname, '../../docs/accuracy.md');
const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';

/** `PLANLINT_MAJORS=15,16,17,18` measures these; the sections of others stay as they were measured last. */
const newest = Math.max(...majors);
const measured = new Set([newest, ...(process.env['PLANLINT_MAJORS'] ?? '').split(',').filter(Boolean).map(Number)]);

/** Written anew with `--update`. */
test('docs/accuracy.md is what was measured', { timeout: 600_000 }, async () => {
  const outcomes = new Map<number, readonly Outcome[]>();
  for (const major of measured) outcomes.set(major, await measure(major));
  const sections = majors.toReversed().map((major) => {
    const own = outcomes.get(major);
    const section = own === undefined ? findMajor(committed, major) : renderMajor(major, own);
    if (section === null) throw new Error(`PostgreSQL ${major} was never measured: set PLANLINT_MAJORS`);
    return section;
  });
  const page = [head, renderExamples(outcomes.get(newest) ?? []), ...sections].map((part) => `${part.trimEnd()}\n`).join('\n');
  await expect(page).toMatchFileSnapshot(path);
});
