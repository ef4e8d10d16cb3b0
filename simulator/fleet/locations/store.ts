/**
 * Locations of all devices: the history in packed rows, the last location of each device in a row of
 * its own (late reports may push it out of the history, but never out of here), and beside the rows
 * what they cannot hold.
 */
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { mustHold, savedBytes, within } from '../../time/saved.ts';
import type { LocationStoreState } from '../state.ts';
import type { DeviceId, EpochMs, Extra, Location } from '../types.ts';
import { History } from './history.ts';
import { deviceTimeOf, hasExtra, receivedAtOf, unpackRow, WORDS } from './row.ts';

/** Tells whether a location takes the place of the last one. */
export type BecomesLast = (at: EpochMs, received: EpochMs, lastAt: EpochMs, lastReceived: EpochMs) => boolean;

/** The last locations of all devices as they are in memory; the first device comes first. Not to be written. */
export interface LastRows {
  /** By device: how many of its reports were in when its last location came; 0 before the first. */
  readonly written: Uint32Array;
  /** By device: the words of the last location (row.ts). */
  readonly words: Int32Array;
}

type SavedDevice = LocationStoreState['devices'][number];

export class LocationStore {
  #history: History;
  readonly #extrasSize: number;
  /** By device: the words of the last location. */
  #last = new Int32Array(0);
  /** By device: which of its writes the last location was; 0 for none. */
  #lastWritten = new Uint32Array(0);
  /** By row of the history, in order of arrival; the oldest give way when there are too many. */
  #extras = new Map<number, Extra>();
  #lastExtras = new Map<DeviceId, Extra>();

  constructor(perDevice: number, extrasSize: number) {
    this.#history = new History(perDevice);
    this.#extrasSize = extrasSize;
  }

  /** Bytes that the history takes. */
  get bytes(): number {
    return this.#history.bytes;
  }

  /** Adds a packed location; answers whether it became the last. */
  append(
    id: DeviceId,
    words: Int32Array,
    offset: number,
    extra: Extra | undefined,
    becomesLast: BecomesLast,
  ): boolean {
    this.#write(id, words, offset, extra);
    const device = id - 1;
    const place = device * WORDS;
    if (this.#lastWritten.length <= device) {
      this.#lastWritten = grown(this.#lastWritten, device + 1, 0);
      this.#last = grown(this.#last, this.#lastWritten.length * WORDS, 0);
    }
    if (this.#lastWritten[device] !== 0) {
      const receivedAt = extra?.received ?? receivedAtOf(words, offset);
      const lastReceivedAt = this.#lastExtraOf(id)?.received ?? receivedAtOf(this.#last, place);
      const newer = becomesLast(
        deviceTimeOf(words, offset),
        receivedAt,
        deviceTimeOf(this.#last, place),
        lastReceivedAt,
      );
      if (!newer) return false;
      if (hasExtra(this.#last, place)) this.#lastExtras.delete(id);
    }
    for (let word = 0; word < WORDS; word++) this.#last[place + word] = words[offset + word] ?? 0;
    this.#lastWritten[device] = this.#history.written(device);
    if (extra !== undefined) this.#lastExtras.set(id, extra);
    return true;
  }

  last(id: DeviceId): Location | undefined {
    const device = id - 1;
    if (!this.#lastWritten[device]) return undefined;
    return unpackRow(id, this.#last, device * WORDS, this.#lastExtraOf(id));
  }

  /** A look at the last locations without copying any; to be asked for again at each look. */
  get lastRows(): LastRows {
    return { written: this.#lastWritten, words: this.#last };
  }

  /** The kept locations from one device time to another, both included, by device time. */
  between(id: DeviceId, from: EpochMs, to: EpochMs): Location[] {
    const device = id - 1;
    const found: Location[] = [];
    const within = (words: Int32Array, offset: number) => {
      const at = deviceTimeOf(words, offset);
      return at >= from && at <= to;
    };
    const last = this.last(id);
    if (last !== undefined && this.#lastLeftHistory(device) && within(this.#last, device * WORDS))
      found.push(last);
    for (let index = 0; index < this.#history.kept(device); index++) {
      const row = this.#history.row(device, index);
      const words = this.#history.wordsOf(row);
      const offset = this.#history.offsetOf(row);
      if (!within(words, offset)) continue;
      found.push(unpackRow(id, words, offset, hasExtra(words, offset) ? this.#extras.get(row) : undefined));
    }
    return found.sort((a, b) => a.deviceTime - b.deviceTime);
  }

  /** @param rows of the history of each device, the newest: one that has more goes on as if it had written no more */
  save(devices: number, rows = this.#history.perDevice): LocationStoreState {
    const state: LocationStoreState = {
      perDevice: this.#history.perDevice,
      devices: [],
      extras: [],
      lastExtras: [],
    };
    const places = new Map<number, readonly [DeviceId, number]>();
    for (let device = 0; device < devices; device++) {
      const kept = this.#history.kept(device);
      if (kept === 0) continue;
      const first = Math.max(0, kept - rows);
      for (let index = first; this.#extras.size > 0 && index < kept; index++) {
        const row = this.#history.row(device, index);
        if (this.#extras.has(row)) places.set(row, [device + 1, index - first]);
      }
      const written = this.#history.written(device);
      const leftOut = first === 0 ? 0 : written - rows;
      state.devices.push({
        id: device + 1,
        written: written - leftOut,
        rows: toBase64(this.#rowsOf(device, first, kept)),
        lastWritten: Math.max(1, (this.#lastWritten[device] ?? 0) - leftOut),
        last: toBase64(this.#last.subarray(device * WORDS, (device + 1) * WORDS)),
      });
    }
    for (const [row, extra] of this.#extras) {
      const place = places.get(row);
      if (place !== undefined) state.extras.push([...place, structuredClone(extra)]);
    }
    state.lastExtras = structuredClone([...this.#lastExtras]);
    return state;
  }

  /** Throws a StateError for what is of no device; so many there are. */
  restore(state: LocationStoreState, devices: number): void {
    this.#history = new History(state.perDevice);
    const reported = state.devices.at(-1)?.id ?? 0;
    this.#lastWritten = new Uint32Array(Math.min(reported, devices));
    this.#last = new Int32Array(this.#lastWritten.length * WORDS);
    for (const [place, saved] of state.devices.entries()) {
      mustHold(saved.id <= devices, `/devices/${place}/id`, 'is not a device');
      within(`/devices/${place}`, () => this.#restoreRows(saved));
    }
    this.#extras = new Map();
    for (const [id, index, extra] of structuredClone(state.extras))
      this.#extras.set(this.#history.row(id - 1, index), extra);
    this.#lastExtras = new Map(structuredClone(state.lastExtras));
  }

  #rowsOf(device: number, first: number, kept: number): Int32Array {
    const rows = new Int32Array((kept - first) * WORDS);
    for (let index = first; index < kept; index++) {
      const row = this.#history.row(device, index);
      const offset = this.#history.offsetOf(row);
      rows.set(this.#history.wordsOf(row).subarray(offset, offset + WORDS), (index - first) * WORDS);
    }
    return rows;
  }

  #restoreRows({ id, written, rows, last, lastWritten }: SavedDevice): void {
    const device = id - 1;
    const kept = Math.min(written, this.#history.perDevice);
    const words = new Int32Array(savedBytes(rows, kept * WORDS * 4, '/rows'));
    this.#history.claim(device, written);
    for (let index = 0; index < kept; index++) {
      const row = this.#history.row(device, index);
      this.#history
        .wordsOf(row)
        .set(words.subarray(index * WORDS, (index + 1) * WORDS), this.#history.offsetOf(row));
    }
    this.#lastWritten[device] = lastWritten;
    this.#last.set(new Int32Array(savedBytes(last, WORDS * 4, '/last')), device * WORDS);
  }

  #write(id: DeviceId, words: Int32Array, offset: number, extra: Extra | undefined): void {
    const device = id - 1;
    const row = this.#history.next(device);
    const slab = this.#history.wordsOf(row);
    const place = this.#history.offsetOf(row);
    if (hasExtra(slab, place)) this.#extras.delete(row);
    for (let word = 0; word < WORDS; word++) slab[place + word] = words[offset + word] ?? 0;
    this.#history.commit(device);
    if (extra === undefined || this.#extrasSize === 0) return;
    const [oldest] = this.#extras.keys();
    if (oldest !== undefined && this.#extras.size >= this.#extrasSize) this.#extras.delete(oldest);
    this.#extras.set(row, extra);
  }

  #lastExtraOf(id: DeviceId): Extra | undefined {
    return hasExtra(this.#last, (id - 1) * WORDS) ? this.#lastExtras.get(id) : undefined;
  }

  #lastLeftHistory(device: number): boolean {
    const lastWritten = this.#lastWritten[device] ?? 0;
    return lastWritten > 0 && this.#history.written(device) - lastWritten >= this.#history.kept(device);
  }
}
