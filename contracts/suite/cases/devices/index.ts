/**
 * Devices, their last location and their alerts (sections 1 and 4.2).
 *
 * - `reading.ts`    devices that are listed, read, and that do not exist; `once.ts` whether each is in the list once
 * - `locations.ts`  the last location, and locations that are posted
 * - `journey.ts`    two devices that report in turn; `places.ts` where they are, `past.ts` moments of long ago
 * - `alerts.ts`     alerts that are posted
 * - `samples.ts`    what is posted where the profile has no sample
 * - `own.ts`        devices that a case may change, for other areas too
 */
import type { CasesOf } from '../../case.ts';
import { alertCases } from './alerts.ts';
import { locationCases } from './locations.ts';
import { readingCases } from './reading.ts';

export const deviceCases: CasesOf<'devices'> = {
  ...readingCases,
  ...locationCases,
  ...alertCases,
};
