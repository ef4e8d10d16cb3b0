/**
 * The drives that a listener has not got yet, in turn like its positions (pending.ts), each after the way that it
 * goes along. A way is sent once.
 */
import { PbfWriter } from 'pbf';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { Drive, Drives, Way } from '../../drives.ts';
import { DRIVE_BYTES, wayBytes, writeDrive, writeWay } from './ways.ts';

/** Drives as a frame holds them: see ways.ts. */
export interface DriveFrame {
  ways: number;
  drives: number;
  /** Ways, then drives; valid until the next one is taken. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Paces are that of one driver if they differ by less, in ms for each second. */
const SAME_PACE = 1e-6;

export class PendingDrives {
  readonly #drives: Drives;
  readonly #room: number;
  readonly #ways = new PbfWriter();
  readonly #bytes = new PbfWriter();
  /** By device: the version that was sent last. */
  #sent = new Float64Array(0);
  /** By device: real over planned time of the drive that was sent last. */
  #paces = new Float64Array(0);
  /** The ways that were sent, and their numbers. */
  #numbers = new WeakMap<Way, number>();
  #numbered = 0;
  /** The device whose turn is next. */
  #turn = 0;

  /** @param room bytes of a frame, at the most */
  constructor(drives: Drives, room: number) {
    this.#drives = drives;
    this.#room = room;
  }

  /** New drives at the moment `at`, as many as there is room for; they count as sent. */
  take(at: number): DriveFrame {
    const { count } = this.#drives;
    this.#sent = grown(this.#sent, count, 0);
    this.#paces = grown(this.#paces, count, 0);
    this.#ways.pos = 0;
    this.#bytes.pos = 0;
    const [waysBefore, begins] = [this.#numbered, this.#turn];
    let drives = 0;
    let before = 0;
    for (let looked = 0; looked < count; looked++) {
      const device = ((begins + looked) % count) + 1;
      this.#turn = device % count;
      const version = this.#drives.version(device);
      if (version === 0 || version === this.#sent[device - 1]) continue;
      const drive = this.#drives.of(device);
      if (!this.#hasRoomFor(drive)) {
        this.#turn = device - 1;
        // The others are looked at, too: no drive is missed by a device whose turn comes after its end.
        for (let rest = looked + 1; rest < count; rest++) this.#drives.version(((begins + rest) % count) + 1);
        break;
      }
      writeDrive(this.#bytes, device - before, drive, {
        at,
        numberOf: (way) => this.#number(way),
        isPaceKnown: this.#isPaceKnown(device, drive),
      });
      before = device;
      this.#sent[device - 1] = version;
      drives++;
    }
    return { ways: this.#numbered - waysBefore, drives, bytes: this.#joined() };
  }

  /** Returns whether the listener knows how fast the device's driver is; from now on it does. */
  #isPaceKnown(device: number, drive: Drive): boolean {
    if (!('way' in drive)) return false;
    const { seconds } = drive.way;
    const pace = drive.lasts / (seconds[seconds.length - 1] ?? 0);
    const isKnown = Math.abs(pace - (this.#paces[device - 1] ?? 0)) < SAME_PACE;
    this.#paces[device - 1] = pace;
    return isKnown;
  }

  #hasRoomFor(drive: Drive): boolean {
    const isNew = 'way' in drive && !this.#numbers.has(drive.way);
    const needed = DRIVE_BYTES + (isNew ? wayBytes(drive.way) : 0);
    return this.#ways.pos + this.#bytes.pos + needed <= this.#room;
  }

  #number(way: Way): number {
    const known = this.#numbers.get(way);
    if (known !== undefined) return known;
    writeWay(this.#ways, way);
    this.#numbers.set(way, this.#numbered);
    return this.#numbered++;
  }

  #joined(): Uint8Array<ArrayBuffer> {
    const [ways, drives] = [this.#ways, this.#bytes];
    const joined = new Uint8Array(ways.pos + drives.pos);
    joined.set(ways.buf.subarray(0, ways.pos));
    joined.set(drives.buf.subarray(0, drives.pos), ways.pos);
    return joined;
  }
}
