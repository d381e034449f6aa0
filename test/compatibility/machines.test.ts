import { afterAll, vi } from 'vitest';
import type { MachineRow } from '../machines/conditions.ts';
import { isRoot } from '../machines/machine.ts';
import { removeInstalled } from '../package/installed.ts';
import { managed } from '../package/managers.ts';
import { machines } from './machines.ts';
import { testSection } from './section.ts';

vi.setConfig({ testTimeout: 600_000 });
afterAll(removeInstalled);

// Without root there are no other accounts to try.
testSection({ ...machines, rows: machines.rows.filter((row: MachineRow) => isRoot || row.needsRoot !== true) });

// They fetch a hundred megabytes each.
if (process.env['PLANLINT_TEST_MANAGERS'] !== undefined) testSection({ ...machines, title: 'Package managers', rows: managed });
