/**
 * All history faults: the product's, and further ones by what they are about. `lost.ts` is what those of records are
 * made with, `looking.ts` those around calls.
 */
import type { HistoryFault } from '../../../simulator/deviations/history/fault.ts';
import { historyFaults as ofProduct } from '../../../simulator/deviations/history/index.ts';
import { changeFaults } from './changes.ts';
import { counterFaults } from './counters.ts';
import { expiryFaults } from './expiry.ts';
import { licenceFaults } from './licences.ts';
import { limitFaults } from './limits.ts';
import { raceFaults } from './races.ts';
import { recordFaults } from './records.ts';
import { visitFaults } from './visits.ts';
import { writeFaults } from './writes.ts';

/** By name. */
export const historyFaults: { readonly [name: string]: HistoryFault } = {
  ...ofProduct,
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
