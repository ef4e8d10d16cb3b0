const SIZE = 624;
const MIDDLE = 397;

/** Numbers from 0 to below 1 by the Mersenne Twister of Matsumoto and Nishimura (MT19937), each with 53 bits. */
export class Twister {
  readonly #state = new Int32Array(SIZE);
  #taken = SIZE;

  constructor(seed: readonly number[]) {
    const state = this.#state;
    state[0] = 19_650_218;
    for (let at = 1; at < SIZE; at++) state[at] = Math.imul(1_812_433_253, mixed(state, at - 1)) + at;
    let at = 1;
    const on = (value: number) => {
      state[at] = value;
      if (++at < SIZE) return;
      state[0] = state[SIZE - 1] ?? 0;
      at = 1;
    };
    for (let turn = 0; turn < Math.max(SIZE, seed.length); turn++) {
      const place = turn % seed.length;
      const before = (state[at] ?? 0) ^ Math.imul(mixed(state, at - 1), 1_664_525);
      on(before + (seed[place] ?? 0) + place);
    }
    for (let turn = 1; turn < SIZE; turn++)
      on(((state[at] ?? 0) ^ Math.imul(mixed(state, at - 1), 1_566_083_941)) - at);
    state[0] = 0x80000000;
  }

  next(): number {
    const high = this.#bits() >>> 5;
    const low = this.#bits() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** The next 32 bits. */
  #bits(): number {
    if (this.#taken === SIZE) this.#twist();
    let bits = this.#state[this.#taken++] ?? 0;
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return bits ^ (bits >>> 18);
  }

  #twist(): void {
    const state = this.#state;
    for (let at = 0; at < SIZE; at++) {
      const [upper = 0, lower = 0] = [state[at], state[(at + 1) % SIZE]];
      const both = (upper & 0x80000000) | (lower & 0x7fffffff);
      state[at] = (state[(at + MIDDLE) % SIZE] ?? 0) ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.#taken = 0;
  }
}

function mixed(state: Int32Array, at: number): number {
  const bits = state[at] ?? 0;
  return bits ^ (bits >>> 30);
}
