/**
 * The latest rows of every device, in shared memory. A device's room is a ring of up to `perDevice`
 * rows made of segments: small ones at first, from then on each as large as all before it together.
 * No row is ever copied or given back, and at the full length no row is spare. A device that never
 * reported has no segment. Rows of all devices are numbered through and are in slabs of a fixed size,
 * so that the memory grows without being copied.
 *
 * Small segments keep those together who report one after another: the next rows of neighbours are within
 * one page of memory or two, and a fleet of 100,000 costs little more a report than one of 1,000.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { WORDS } from './row.ts';

/** The first segments have 4 rows each, up to row 128; then come segments of 128, 256, 512, … */
const SMALL_BITS = 2;
const SMALL_UNTIL_BITS = 7;
const SMALL_SEGMENTS = 2 ** (SMALL_UNTIL_BITS - SMALL_BITS);
const SLAB_BITS = 10;
const SLAB_ROWS = 2 ** SLAB_BITS;
export class History {
  readonly perDevice: number;
  #slabs: Int32Array[] = [];
  /** Rows that segments were made of so far. */
  #rows = 0;
  /** By level, then device: the first row of the segment, numbered through all slabs; -1 for none. */
  #segments: Int32Array[] = [];
  /** By device: rows ever written. */
  #written = new Uint32Array(0);

  constructor(perDevice: number) {
    this.perDevice = perDevice;
  }

  /** Bytes that the slabs take. */
  get bytes(): number {
    return this.#slabs.length * SLAB_ROWS * WORDS * 4;
  }

  /** How many rows a device ever wrote. */
  written(device: number): number {
    return this.#written[device] ?? 0;
  }

  /** How many of them are kept. */
  kept(device: number): number {
    return Math.min(this.written(device), this.perDevice);
  }

  /** The row that the next write of a device goes to; above it is what will be overwritten. */
  next(device: number): number {
    const slot = this.written(device) % this.perDevice;
    const row = this.#rowOf(device, slot);
    return row === -1 ? this.#extend(device, slot) : row;
  }

  /** Counts the row that `next` gave as written. */
  commit(device: number): void {
    if (device >= this.#written.length) this.#written = grown(this.#written, device + 1, 0);
    this.#written[device] = this.written(device) + 1;
  }

  /** The row of the `index`-th kept write of a device, 0 being the oldest. */
  row(device: number, index: number): number {
    const written = this.written(device);
    const first = written > this.perDevice ? written : 0;
    return this.#rowOf(device, (first + index) % this.perDevice);
  }

  /** The words of a row. */
  wordsOf(row: number): Int32Array {
    return itemAt(this.#slabs, row >>> SLAB_BITS);
  }

  /** Index at which a row's words begin in `wordsOf`. */
  offsetOf(row: number): number {
    return (row & (SLAB_ROWS - 1)) * WORDS;
  }

  /** Makes room for a device as if it had written so many rows; for restoring. */
  claim(device: number, written: number): void {
    if (device >= this.#written.length) this.#written = grown(this.#written, device + 1, 0);
    for (let slot = 0; slot < Math.min(written, this.perDevice); slot++) {
      if (this.#rowOf(device, slot) === -1) this.#extend(device, slot);
    }
    this.#written[device] = written;
  }

  #rowOf(device: number, slot: number): number {
    const level = levelOf(slot);
    const first = this.#segments[level]?.[device] ?? -1;
    return first === -1 ? -1 : first + slot - startOf(level);
  }

  /** Gives a device the segment that a slot belongs to; returns the row of the slot. */
  #extend(device: number, slot: number): number {
    const level = levelOf(slot);
    const start = startOf(level);
    const rows = Math.min(sizeOf(level), this.perDevice - start);
    const column = grown(this.#segments[level] ?? new Int32Array(0), device + 1, -1);
    const first = this.#allocate(rows);
    column[device] = first;
    this.#segments[level] = column;
    return first + slot - start;
  }

  #allocate(rows: number): number {
    const first = this.#rows;
    this.#rows += rows;
    while (this.#slabs.length * SLAB_ROWS < this.#rows) this.#slabs.push(new Int32Array(SLAB_ROWS * WORDS));
    return first;
  }
}

/** Slots 0–3 are level 0, 4–7 level 1, … 124–127 level 31; 128–255 are level 32, 256–511 level 33, … */
function levelOf(slot: number): number {
  const doublings = 31 - Math.clz32(slot) - SMALL_UNTIL_BITS;
  return doublings < 0 ? slot >> SMALL_BITS : SMALL_SEGMENTS + doublings;
}

function startOf(level: number): number {
  return level < SMALL_SEGMENTS ? level << SMALL_BITS : sizeOf(level);
}

function sizeOf(level: number): number {
  return level < SMALL_SEGMENTS ? 1 << SMALL_BITS : 1 << (SMALL_UNTIL_BITS + level - SMALL_SEGMENTS);
}
