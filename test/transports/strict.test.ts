/**
 * Strict mode over the behaviour: nothing is reported of calls that are right, in the default profile and in the one that differs
 * in nearly everything. `npm run test:whole` runs all subjects, else they take turns.
 */
import { behaveOver, shareOf } from './behaviour/index.ts';
import { profiles } from './profiles.ts';
import type { Transport } from './transport.ts';
import { direct } from './ways/direct.ts';

const plain = direct();
const strict: Transport = {
  ...plain,
  name: 'direct calls, strict',
  open: (options) => plain.open({ ...options, strict: 'refuse' }),
};
behaveOver(strict, profiles, shareOf(0));
