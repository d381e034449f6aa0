import type { Rule } from '../src/rule.ts';
import noExpiredIgnore from './no-expired-ignore.ts';
import noGenericFanout from './no-generic-fanout.ts';
import noGroupFanout from './no-group-fanout.ts';
import noHiddenCascade from './no-hidden-cascade.ts';
import noLeafFanout from './no-leaf-fanout.ts';
import noPartitionKeyUpdate from './no-partition-key-update.ts';
import noStartOnlyPruning from './no-start-only-pruning.ts';
import noUnknownIgnore from './no-unknown-ignore.ts';
import noUnplannableStatement from './no-unplannable-statement.ts';
import noUnusedIgnore from './no-unused-ignore.ts';
import noVacuousPlan from './no-vacuous-plan.ts';
import noWrappedPartitionKey from './no-wrapped-partition-key.ts';
import requirePartitionKeys from './require-partition-keys.ts';

/** Every rule. Of several that find fault with one reference and key, the first of this list speaks. */
export const rules: readonly Rule[] = [
  noWrappedPartitionKey,
  requirePartitionKeys,
  noLeafFanout,
  noGroupFanout,
  noGenericFanout,
  noStartOnlyPruning,
  noPartitionKeyUpdate,
  noHiddenCascade,
  noVacuousPlan,
  noUnplannableStatement,
  noUnknownIgnore,
  noExpiredIgnore,
  noUnusedIgnore,
];
