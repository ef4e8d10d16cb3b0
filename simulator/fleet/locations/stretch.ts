/**
 * The locations of all devices between two moments, packed. Stretches follow one another, and one holds, with those before
 * it, the history as it was at its end: a moment to go back to takes only the locations since the last such moment.
 */
import { History } from './history.ts';
import { RowReader, RowWriter } from './packed-rows.ts';
import { WORDS } from './row.ts';

/** By device: where its rows begin in `bytes`; the bytes of the last device end with them. */
interface Packed {
  starts: Uint32Array;
  bytes: Uint8Array;
}

export class Stretch {
  readonly #perDevice: number;
  /** By device: rows ever written at the end of this stretch. */
  readonly #written: Uint32Array;
  #before: Stretch | undefined;
  #packed: Packed;

  /**
   * Takes the locations of the first devices of a history since an earlier moment, or all that are kept.
   *
   * @param before of the same history, and not changed since
   */
  constructor(history: History, devices: number, before?: Stretch) {
    this.#perDevice = history.perDevice;
    this.#before = before;
    this.#written = Uint32Array.from({ length: devices }, (_, device) => history.written(device));
    this.#packed = this.#pack(history);
  }

  /** The one that this one goes on from. */
  get before(): Stretch | undefined {
    return this.#before;
  }

  /** The bytes of this stretch alone. */
  get bytes(): number {
    return this.#packed.bytes.length + 8 * this.#written.length;
  }

  /** The history as it was at the end of this stretch. */
  history(): History {
    const history = new History(this.#perDevice);
    const missing = this.#written.map((written) => Math.min(written, this.#perDevice));
    this.#written.forEach((written, device) => {
      if (written > 0) history.claim(device, written);
    });
    let open = missing.reduce((sum, rows) => sum + rows, 0);
    for (let stretch: Stretch | undefined = this; stretch && open > 0; stretch = stretch.#before)
      open -= stretch.#fill(history, missing);
    return history;
  }

  /** Holds the whole history by itself from now on: those before it are not needed any more. */
  standAlone(): void {
    if (!this.#before) return;
    const history = this.history();
    this.#before = undefined;
    this.#packed = this.#pack(history);
  }

  /** How many rows of a device are here: of all that it wrote in the stretch, those that a history keeps. */
  #rowsOf(device: number): number {
    const earlier = this.#before ? (this.#before.#written[device] ?? 0) : 0;
    return Math.min((this.#written[device] ?? 0) - earlier, this.#perDevice);
  }

  #pack(history: History): Packed {
    const writer = new RowWriter();
    const starts = this.#written.map((_, device) => {
      const start = writer.begin();
      const kept = history.kept(device);
      for (let index = kept - this.#rowsOf(device); index < kept; index++) {
        const row = history.row(device, index);
        writer.write(history.wordsOf(row), history.offsetOf(row));
      }
      return start;
    });
    return { starts, bytes: writer.finish() };
  }

  /** Writes those that are missing yet, the latest ones of each device; returns how many. */
  #fill(history: History, missing: Uint32Array): number {
    const { starts, bytes } = this.#packed;
    const reader = new RowReader(bytes);
    const unwanted = new Int32Array(WORDS);
    let filled = 0;
    for (let device = 0; device < this.#written.length; device++) {
      const count = this.#rowsOf(device);
      const wanted = Math.min(count, missing[device] ?? 0);
      if (wanted === 0) continue;
      reader.begin(starts[device] ?? 0);
      for (let index = wanted; index < count; index++) reader.read(unwanted, 0);
      const written = this.#written[device] ?? 0;
      for (let write = written - wanted; write < written; write++) {
        const row = history.rowOfWrite(device, write);
        reader.read(history.wordsOf(row), history.offsetOf(row));
      }
      missing[device] = (missing[device] ?? 0) - wanted;
      filled += wanted;
    }
    return filled;
  }
}
