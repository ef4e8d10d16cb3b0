/**
 * Rows of devices (see row.ts) in half of their bytes, for those that are put aside: of each row only what differs from
 * the row of the device before it, a number in as many bytes as it needs. Before the first row is one of zeros.
 */

/** Bytes that a row may take: one that says what differs, and ten numbers of up to five bytes. */
const MOST_BYTES = 51;

/** Beside the place, which nearly always differs: what of a row differs from the one before it, a bit each. */
const PACE = 1;
const ALTITUDE = 2;
const DELAY = 4;
const SPEED = 8;
const COURSE = 16;
const ODOMETER = 32;
const SIGNALS = 64;
const LEVELS = 128;

/** The row before, as the numbers of which differences are taken. */
class Before {
  latitude = 0;
  longitude = 0;
  /** The lower part of the time, and how much later that was than the one before. */
  time = 0;
  pace = 0;
  /** The upper part of the time, and the altitude. */
  upper = 0;
  delay = 0;
  speed = 0;
  course = 0;
  odometer = 0;
  /** Satellites and ignition. */
  signals = 0;
  /** Battery, fuel and accuracy. */
  levels = 0;
}

/** Writes the rows of one device after the other. */
export class RowWriter {
  #bytes = new Uint8Array(64 * 1024);
  #end = 0;
  #before = new Before();

  /** All that was written; the writer is not used any more. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  /** The rows that follow are of another device; answers with the place of their first byte. */
  begin(): number {
    this.#before = new Before();
    return this.#end;
  }

  write(words: Int32Array, offset: number): void {
    if (this.#bytes.length - this.#end < MOST_BYTES) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const before = this.#before;
    const head = this.#end++;
    let what = 0;
    const latitude = words[offset] ?? 0;
    this.#put((latitude - before.latitude) | 0);
    before.latitude = latitude;
    const longitude = words[offset + 1] ?? 0;
    this.#put((longitude - before.longitude) | 0);
    before.longitude = longitude;
    const time = words[offset + 2] ?? 0;
    const pace = (time - before.time) | 0;
    before.time = time;
    if (pace !== before.pace) {
      what |= PACE;
      this.#put((pace - before.pace) | 0);
      before.pace = pace;
    }
    const upper = words[offset + 3] ?? 0;
    if (upper !== before.upper) {
      what |= ALTITUDE;
      this.#put((upper - before.upper) | 0);
      before.upper = upper;
    }
    const delay = words[offset + 4] ?? 0;
    if (delay !== before.delay) {
      what |= DELAY;
      this.#put((delay - before.delay) | 0);
      before.delay = delay;
    }
    const motion = words[offset + 5] ?? 0;
    const speed = motion >>> 16;
    if (speed !== before.speed) {
      what |= SPEED;
      this.#put(speed - before.speed);
      before.speed = speed;
    }
    const course = motion & 0xffff;
    if (course !== before.course) {
      what |= COURSE;
      this.#put(course - before.course);
      before.course = course;
    }
    const vehicle = words[offset + 6] ?? 0;
    const odometer = vehicle >>> 8;
    if (odometer !== before.odometer) {
      what |= ODOMETER;
      this.#put(odometer - before.odometer);
      before.odometer = odometer;
    }
    const signals = vehicle & 0xff;
    if (signals !== before.signals) {
      what |= SIGNALS;
      this.#put(signals - before.signals);
      before.signals = signals;
    }
    const levels = words[offset + 7] ?? 0;
    if (levels !== before.levels) {
      what |= LEVELS;
      this.#put((levels - before.levels) | 0);
      before.levels = levels;
    }
    this.#bytes[head] = what;
  }

  /** Small numbers of either sign take one byte, larger ones up to five. */
  #put(difference: number): void {
    let left = ((difference << 1) ^ (difference >> 31)) >>> 0;
    for (; left > 0x7f; left >>>= 7) this.#bytes[this.#end++] = (left & 0x7f) | 0x80;
    this.#bytes[this.#end++] = left;
  }
}

/** Reads what a writer wrote. */
export class RowReader {
  readonly #bytes: Uint8Array;
  #place = 0;
  #before = new Before();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Goes to the first row of a device. */
  begin(place: number): void {
    this.#place = place;
    this.#before = new Before();
  }

  read(words: Int32Array, offset: number): void {
    const row = this.#before;
    const what = this.#bytes[this.#place++] ?? 0;
    words[offset] = row.latitude = (row.latitude + this.#get()) | 0;
    words[offset + 1] = row.longitude = (row.longitude + this.#get()) | 0;
    if (what & PACE) row.pace = (row.pace + this.#get()) | 0;
    words[offset + 2] = row.time = (row.time + row.pace) | 0;
    if (what & ALTITUDE) row.upper = (row.upper + this.#get()) | 0;
    words[offset + 3] = row.upper;
    if (what & DELAY) row.delay = (row.delay + this.#get()) | 0;
    words[offset + 4] = row.delay;
    if (what & SPEED) row.speed += this.#get();
    if (what & COURSE) row.course += this.#get();
    words[offset + 5] = (row.speed << 16) | row.course;
    if (what & ODOMETER) row.odometer += this.#get();
    if (what & SIGNALS) row.signals += this.#get();
    words[offset + 6] = (row.odometer << 8) | row.signals;
    if (what & LEVELS) row.levels = (row.levels + this.#get()) | 0;
    words[offset + 7] = row.levels;
  }

  #get(): number {
    let byte = this.#bytes[this.#place++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#place++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    return (value >>> 1) ^ -(value & 1);
  }
}
