/** Histories and last locations in packed rows, and what does not fit into a row. */

import { ordinal } from '../../../contracts/kit/saved.ts';
import { integer, list, object, type Static, tuple } from '../../../contracts/kit/schema.ts';
import { bytes, extra } from '../forms.ts';

/** The most rows that can be kept for a device. */
export const LONGEST_HISTORY = 1_000_000;
const written = integer({ minimum: 1, maximum: 2 ** 32 - 1 });
const place = integer({ minimum: 0, maximum: LONGEST_HISTORY - 1 });

export const locationStoreState = object({
  perDevice: integer({ minimum: 1, maximum: LONGEST_HISTORY }),
  /** Devices that reported, by id: their rows, oldest first, and their last location. */
  devices: list(object({ id: ordinal, written, rows: bytes, lastWritten: written, last: bytes })),
  /** In order of arrival: device, place among its rows, extra. */
  extras: list(tuple([ordinal, place, extra])),
  lastExtras: list(tuple([ordinal, extra])),
});
export type LocationStoreState = Static<typeof locationStoreState>;
