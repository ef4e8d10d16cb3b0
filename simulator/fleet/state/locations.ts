/** Histories and last locations in packed rows, what does not fit into a row, and planned reports. */

import { instant, mustHold, ordinal } from '../../../contracts/kit/saved.ts';
import { integer, list, object, optional, type Static, tuple } from '../../../contracts/kit/schema.ts';
import { bytes, extra, locationReport } from '../forms.ts';
import type { DeviceId } from '../types.ts';
import type { Context } from './context.ts';

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

export const itineraryState = list(
  object({
    id: ordinal,
    reports: list(locationReport, { minItems: 1 }),
    sequence: ordinal,
    lost: optional(tuple([instant, instant])),
  }),
);
export type ItineraryState = Static<typeof itineraryState>;

export const locationsState = object({ store: locationStoreState, itinerary: itineraryState });
export type LocationsState = Static<typeof locationsState>;

/** Each plan has one event on the timeline: its next report. The rows are checked where they are read. */
export function checkItinerary(itinerary: ItineraryState, { columns, claims }: Context): void {
  const planned = new Set<DeviceId>();
  itinerary.forEach(({ id, reports, sequence }, place) => {
    const pointer = `/locations/itinerary/${place}`;
    mustHold(columns.has(id) && !planned.has(id), `${pointer}/id`, 'is not a device, or is listed twice');
    planned.add(id);
    const { at } = claims.take(sequence, 'planned-report', { deviceId: id }, `${pointer}/sequence`);
    let before = Number.NEGATIVE_INFINITY;
    reports.forEach(({ deviceTime }, index) => {
      mustHold(deviceTime >= before, `${pointer}/reports/${index}/deviceTime`, 'is before the one before it');
      before = deviceTime;
    });
    const first = reports[0]?.deviceTime ?? at;
    mustHold(at >= Math.round(first), `${pointer}/reports/0/deviceTime`, 'is after its event');
  });
  claims.close('planned-report');
}
