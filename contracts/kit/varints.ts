/** Whole numbers in as few bytes as they need (LEB128): seven bits each, the lowest first; signed ones in zigzag. */

const CONTINUES = 0x80;
const BITS = 0x80;

/** Bytes that are written one number after the other, up to a length. */
export class ByteWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
  }

  get length(): number {
    return this.#length;
  }

  /** How many bytes are free. */
  get left(): number {
    return this.#bytes.length - this.#length;
  }

  /** The bytes that were written; valid until the next `clear`. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** A whole number of 0 or above, up to 2 ** 53. Throws a RangeError where there is no room for it. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= CONTINUES) {
      this.#push((rest % BITS) | CONTINUES);
      rest = Math.floor(rest / BITS);
    }
    this.#push(rest);
  }

  /** A whole number of either sign, up to 2 ** 52 away from 0. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  #push(byte: number): void {
    if (this.left === 0) throw new RangeError('There is no room for another byte.');
    this.#bytes[this.#length++] = byte;
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Throws a RangeError where the bytes end before the number does, or it is above `Number.MAX_SAFE_INTEGER`. */
  unsigned(): number {
    let value = 0;
    for (let worth = 1; ; worth *= BITS) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || worth > 2 ** 49) throw new RangeError('The bytes hold no whole number.');
      value += (byte % BITS) * worth;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('The bytes hold a number that is too large.');
      if (byte < CONTINUES) return value;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
