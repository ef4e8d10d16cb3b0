/**
 * Histories: what is done to see whether the rules are kept, as data. Who plays one sees what came of each step, and
 * `contracts/judge/` says what follows.
 *
 * - `history.ts`   what a history is; the same for each channel or each family of records
 * - `steps.ts`     short names for steps
 * - `limits-apart.ts` `records-apart.ts` those that are played where another failed
 * - `limits.ts` `expiry.ts` `licences.ts` `devices.ts` `places.ts` `records.ts` `tokens.ts` `access.ts`   the histories, by area
 */
import { accessHistories, endHistories } from './access.ts';
import { deviceHistories } from './devices.ts';
import { expiryApart, expiryHistories } from './expiry.ts';
import type { History } from './history.ts';
import { licenceHistories, licencesApart } from './licences.ts';
import { limitHistories } from './limits.ts';
import { limitsApart } from './limits-apart.ts';
import { placeHistories } from './places.ts';
import { recordHistories } from './records.ts';
import { recordsApart } from './records-apart.ts';
import { tokenHistories } from './tokens.ts';

const ofDevices = [
  ...deviceHistories,
  ...placeHistories,
  ...limitHistories,
  ...limitsApart,
  ...expiryHistories,
  ...expiryApart,
  ...licenceHistories,
  ...licencesApart,
];

/** All of them, in the order in which they are played. */
export const histories: readonly History[] = [
  ...ofDevices.filter(({ isOfNew }) => isOfNew),
  ...recordHistories,
  ...recordsApart,
  ...ofDevices.filter(({ isOfNew }) => !isOfNew),
  // Calls with every bearer value write as well: they come after all that is judged by records.
  ...tokenHistories,
  ...accessHistories,
  ...endHistories,
];
