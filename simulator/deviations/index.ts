/**
 * Deviations: services with one rule of the document broken. `roadtest serve --deviate` serves one, and it is what the
 * contract suite is shown to catch; `test/faults` has further ones for our own tests.
 * The simulator itself has no branch for any of this: a deviation replaces rule functions, or wraps the service.
 *
 * - `deviation.ts`   what a deviation is
 * - `token.ts` `bearers.ts` `devices.ts` `records.ts` `limits.ts` `expiry.ts` `licences.ts`   one for each rule, by area
 * - `spellings.ts` `at-once.ts`   calls that are written otherwise, or come at the same time
 * - `history.ts`     faults that show only after certain sequences of calls
 * - `apply.ts`       a simulator with a deviation, and what is judged of it
 * - `calls.ts`       calls and replies, which these look at
 */
import type { Area } from '../../contracts/specification/rules/rule.ts';
import { authDeviations } from './bearers.ts';
import type { DeviationsOf } from './deviation.ts';
import { deviceDeviations } from './devices.ts';
import { expiryDeviations } from './expiry.ts';
import { licenceDeviations } from './licences.ts';
import { limitDeviations } from './limits.ts';
import { groupDeviations, userDeviations } from './records.ts';
import { tokenDeviations } from './token.ts';

/** The deviation from each rule. */
export const deviations: DeviationsOf<Area> = {
  ...tokenDeviations,
  ...authDeviations,
  'operations/*': {
    does: 'does not serve the operation',
    rules: ({ operations }) => ({ servesOperation: (operation) => !operations.has(operation) }),
  },
  ...deviceDeviations,
  ...groupDeviations,
  ...userDeviations,
  ...limitDeviations,
  ...expiryDeviations,
  ...licenceDeviations,
};
