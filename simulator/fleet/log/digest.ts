/**
 * A fingerprint of everything that ever happened, in its order. Equal histories give equal
 * fingerprints, however the clock was advanced; one different fact gives another.
 *
 * Ordinary events form a chain: SHA-256 of the state so far and the event's JSON. Locations
 * come by the million, so their packed words go through a mixing function of our own (two lanes of 32
 * bits in the manner of MurmurHash3). The lanes are part of the state that the chain takes in, so
 * that it matters where a location is among the others.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { savedBytes } from '../../time/saved.ts';
import type { DigestState } from '../state.ts';

const utf8 = new TextEncoder();
const CHAIN_BYTES = 32;

export class Digest {
  #chain = new Uint8Array(CHAIN_BYTES);
  #low = 0x2545f491;
  #high = 0x6c62272e;

  /** Takes in an ordinary event. */
  add(json: string): void {
    this.#chain = sha256(joined(this.#state(), utf8.encode(json)));
  }

  /** Takes in `count` words from `offset`, and a number that says whose they are. */
  fold(owner: number, words: Int32Array, offset: number, count: number): void {
    let low = this.#low ^ owner;
    let high = this.#high + owner;
    for (let index = offset; index < offset + count; index++) {
      const word = Math.imul(words[index] ?? 0, 0xcc9e2d51);
      low = Math.imul((low ^ ((word << 15) | (word >>> 17))) | 0, 0x1b873593);
      low = ((low << 13) | (low >>> 19)) + high;
      high = Math.imul(high ^ low, 0x85ebca6b) + word;
      high ^= high >>> 15;
    }
    this.#low = low | 0;
    this.#high = high | 0;
  }

  /** The digest of everything so far, as hexadecimal. More can be added afterwards. */
  hex(): string {
    return Array.from(sha256(this.#state()), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  save(): DigestState {
    return { chain: toBase64(this.#chain), lanes: [this.#low, this.#high] };
  }

  restore(state: DigestState): void {
    this.#chain = new Uint8Array(savedBytes(state.chain, CHAIN_BYTES, '/chain'));
    [this.#low, this.#high] = state.lanes;
  }

  #state(): Uint8Array {
    const state = new Uint8Array(CHAIN_BYTES + 8);
    state.set(this.#chain);
    const view = new DataView(state.buffer);
    view.setInt32(CHAIN_BYTES, this.#low);
    view.setInt32(CHAIN_BYTES + 4, this.#high);
    return state;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
