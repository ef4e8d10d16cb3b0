/**
 * The licences of the account (sections 1, 3 and 8).
 *
 * - `state.ts`       whether a device is expired, and how many licences are used and available
 * - `cast.ts`        the devices that take and release licences, from case to case
 * - `acts.ts`        what is done with them, and the counts before and after
 * - `counting.ts`    what counts, and what an expiry releases
 * - `handover.ts`    a licence that goes from one device to another: three rules look at it
 * - `activating.ts`  activations at the same time, of active devices, and again and again
 * - `needed.ts`      the controls without which none of that is judged
 */
import type { CasesOf } from '../../case.ts';
import { activatingCases } from './activating.ts';
import { countingCases } from './counting.ts';

export const licenceCases: CasesOf<'licences'> = { ...countingCases, ...activatingCases };
