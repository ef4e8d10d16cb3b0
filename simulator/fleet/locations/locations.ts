/** Locations as they are reported and read (section 4.2; openings `locations.*`, `records.location`). */

import type { Answers } from '../../../contracts/specification/openings/index.ts';
import { type Core, requireDevice } from '../core.ts';
import { FleetError } from '../errors.ts';
import { checkReport } from '../reports.ts';
import type { LocationStoreState } from '../state.ts';
import type { DeviceId, EpochMs, EventFacts, Extra, IdGiven, Location, LocationReport } from '../types.ts';
import { packRow, unpackRow, WORDS } from './row.ts';
import { type BecomesLast, type LastRows, LocationStore } from './store.ts';

/** Extras of the history that are kept, of all devices together; older rows show what fits into a row. */
const EXTRAS = 20_000;
/** A row holds times of 48 bits: the years -2489 to 6429. */
const LATEST_TIME = 2 ** 47 - 1;

export type LocationEvents = 'location-recorded';
export type LocationPolicy = Answers<'expired.may' | 'locations.order'>;

export class Locations {
  readonly #core: Core<LocationEvents>;
  readonly #mayPostExpired: boolean;
  readonly #store: LocationStore;
  readonly #becomesLast: BecomesLast;
  /** The row that a report is packed into before it is stored. */
  readonly #row = new Int32Array(WORDS);

  constructor(core: Core<LocationEvents>, policy: LocationPolicy, historyPerDevice: number) {
    this.#core = core;
    this.#mayPostExpired = policy['expired.may'].postLocations;
    this.#store = new LocationStore(historyPerDevice, EXTRAS);
    const { rules } = core;
    const order = policy['locations.order'];
    this.#becomesLast = (at, received, lastAt, lastReceived) =>
      rules.becomesLast(order, at, received, lastAt, lastReceived);
  }

  /** Bytes that the packed history takes. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /**
   * Takes a report of a device, received now unless said otherwise; returns the location as it
   * is kept (see row.ts for the resolution). Throws `UNKNOWN_DEVICE`, `DEVICE_EXPIRED`,
   * `LOCATION_INVALID`.
   */
  record(id: IdGiven, report: LocationReport, receivedAt: EpochMs = this.#core.timeline.now): Location {
    const device = requireDevice(this.#core, id);
    this.#requireTaken(device);
    checkTimed(report, receivedAt);
    const extra = packRow(report, receivedAt, this.#row, 0);
    this.#append(device, this.#row, 0, extra, receivedAt);
    return unpackRow(device, this.#row, 0, extra);
  }

  /** Keeps a location of the past: no event follows, and an expired device has it too. Throws `UNKNOWN_DEVICE`, `LOCATION_INVALID`. */
  keep(id: IdGiven, report: LocationReport, receivedAt: EpochMs): void {
    const device = requireDevice(this.#core, id);
    checkTimed(report, receivedAt);
    const extra = packRow(report, receivedAt, this.#row, 0);
    this.#store.append(device, this.#row, 0, extra, this.#becomesLast);
    this.#core.columns.seen(device, receivedAt);
  }

  /**
   * Takes a report that is packed already (see row.ts), received now, without making any object.
   * False when the device may not report. The id and the words are trusted.
   */
  appendPacked(id: DeviceId, words: Int32Array, offset: number): boolean {
    if (!this.#mayReport(id)) return false;
    this.#append(id, words, offset, undefined, this.#core.timeline.now);
    return true;
  }

  /** The last location of a device, by opening `locations.order`; `undefined` before the first. */
  last(id: IdGiven): Location | undefined {
    const location = this.#store.last(requireDevice(this.#core, id));
    return location === undefined ? undefined : this.#core.rules.lastLocationShown(location);
  }

  /** The last locations of all devices as they are in memory, for code that reads all of them often. */
  get lastRows(): LastRows {
    return this.#store.lastRows;
  }

  /** The kept locations whose device time is from `from` to `to`, both included, oldest first. */
  between(id: IdGiven, from: EpochMs, to: EpochMs): Location[] {
    return this.#store.between(requireDevice(this.#core, id), from, to);
  }

  /** @param rows of each device at the most */
  save(rows?: number): LocationStoreState {
    return this.#store.save(this.#core.columns.count, rows);
  }

  restore(state: LocationStoreState): void {
    this.#store.restore(state, this.#core.columns.count);
  }

  #append(
    id: DeviceId,
    words: Int32Array,
    offset: number,
    extra: Extra | undefined,
    receivedAt: EpochMs,
  ): void {
    this.#store.append(id, words, offset, extra, this.#becomesLast);
    this.#core.columns.seen(id, receivedAt);
    this.#core.log.locationRecorded(id, words, offset, extra, unpackFacts);
  }

  #mayReport(id: DeviceId): boolean {
    const { rules, columns } = this.#core;
    return columns.has(id) && rules.takesLocations(columns.licenceOf(id), this.#mayPostExpired);
  }

  #requireTaken(id: DeviceId): void {
    if (this.#mayReport(id)) return;
    throw new FleetError('DEVICE_EXPIRED', 'The device is expired; its locations are refused.', {
      hint: 'Activate the device.',
    });
  }
}

/** The facts of a recorded location that listeners get. */
function unpackFacts(deviceId: DeviceId, words: Int32Array, offset: number): EventFacts['location-recorded'] {
  const { deviceTime, receivedAt, latitude, longitude, speed, course } = unpackRow(deviceId, words, offset);
  return { deviceId, deviceTime, receivedAt, latitude, longitude, speed, course };
}

function checkTimed(report: LocationReport, receivedAt: EpochMs): void {
  checkReport('location', report);
  if (Math.abs(receivedAt) <= LATEST_TIME) return;
  const field = 'receivedAt';
  throw new FleetError('LOCATION_INVALID', `${receivedAt} is not a time that a location can have.`, {
    field,
  });
}
