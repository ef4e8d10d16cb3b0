/**
 * The devices that a listener has not got yet. They come in turn, by number and round again: after each frame
 * the next turn is that of the device whose last one is longest ago, so no device waits longer than a round.
 */
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { Drives } from '../../drives.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import { WORDS } from '../../fleet/locations/row.ts';
import { RECORD_BYTES, standingBits, writeRecord } from './record.ts';

export class Pending {
  readonly #fleet: Fleet;
  readonly #drives: Pick<Drives, 'isSilent'>;
  /** By device: which of its reports was sent last; 0 for none. */
  #sent = new Uint32Array(0);
  /** By device: the state bits that were sent with it. */
  #bits = new Uint8Array(0);
  /** The device whose turn is next, from 0. */
  #turn = 0;

  constructor(fleet: Fleet, drives: Pick<Drives, 'isSilent'>) {
    this.#fleet = fleet;
    this.#drives = drives;
  }

  /**
   * Writes the positions of those whose turn it is and who have something new, as many as there is room
   * for; returns their number. They count as sent.
   */
  take(bytes: DataView): number {
    const { devices, locations } = this.#fleet;
    const { written, words } = locations.lastRows;
    const room = Math.floor(bytes.byteLength / RECORD_BYTES);
    this.#sent = grown(this.#sent, written.length, 0);
    this.#bits = grown(this.#bits, written.length, 0);
    let taken = 0;
    for (let looked = 0; looked < written.length && taken < room; looked++) {
      const device = this.#turn % written.length;
      this.#turn = device + 1;
      const last = written[device] ?? 0;
      if (last === 0 || !devices.isThere(device + 1)) continue;
      const standing = standingBits(devices, device + 1, this.#drives.isSilent(device + 1));
      if (this.#sent[device] === last && this.#bits[device] === standing) continue;
      writeRecord(bytes, taken * RECORD_BYTES, device + 1, words, device * WORDS, standing);
      this.#sent[device] = last;
      this.#bits[device] = standing;
      taken++;
    }
    return taken;
  }
}
