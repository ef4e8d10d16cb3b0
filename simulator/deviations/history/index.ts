/**
 * History faults: services that break a rule only after certain sequences of calls. `roadtest serve --deviate
 * history/NAME` serves one, and `roadtest explore` looks for such.
 *
 * - `fault.ts`   what one is
 * - `records.ts` `limits.ts` `counters.ts` `licences.ts` `races.ts`   the faults, by what they are about; `allowance.ts` what those
 *   of limits are made with
 */
import { counterFaults } from './counters.ts';
import type { HistoryFault } from './fault.ts';
import { licenceFaults } from './licences.ts';
import { limitFaults } from './limits.ts';
import { raceFaults } from './races.ts';
import { recordFaults } from './records.ts';

/** By name. */
export const historyFaults: { readonly [name: string]: HistoryFault } = {
  ...recordFaults,
  ...limitFaults,
  ...counterFaults,
  ...licenceFaults,
  ...raceFaults,
};
