/**
 * The licences of the account (sections 1, 3 and 8).
 *
 * - `state.ts`       whether a device is expired, and how many licences are used and available
 * - `cast.ts`        the devices that take and release licences, from case to case
 * - `acts.ts`        what is done with them, and the counts before and after
 * - `counting.ts`    what counts, and what an expiry releases
 * - `activating.ts`  activations, with and without a licence for them
 */
import type { CasesOf } from '../../case.ts';
import { activatingCases } from './activating.ts';
import { countingCases } from './counting.ts';

export const licenceCases: CasesOf<'licences'> = { ...countingCases, ...activatingCases };
