/**
 * History faults: services that break a rule only after certain sequences of calls. `roadtest serve --deviate
 * history/NAME` serves one, and `roadtest explore` looks for such.
 *
 * - `fault.ts`   what one is
 * - `records.ts` `writes.ts` `limits.ts` `changes.ts` `counters.ts` `licences.ts` `expiry.ts` `visits.ts` `races.ts`   the
 *   faults, by what they are about; `allowance.ts` what those of limits are made with, `pasts.ts` those of records, `looking.ts` those around calls
 */
import { changeFaults } from './changes.ts';
import { counterFaults } from './counters.ts';
import { expiryFaults } from './expiry.ts';
import type { HistoryFault } from './fault.ts';
import { licenceFaults } from './licences.ts';
import { limitFaults } from './limits.ts';
import { raceFaults } from './races.ts';
import { recordFaults } from './records.ts';
import { visitFaults } from './visits.ts';
import { writeFaults } from './writes.ts';

/** By name. */
export const historyFaults: { readonly [name: string]: HistoryFault } = {
  ...recordFaults,
  ...limitFaults,
  ...counterFaults,
  ...licenceFaults,
  ...raceFaults,
  ...writeFaults,
  ...changeFaults,
  ...expiryFaults,
  ...visitFaults,
};
