/**
 * Random numbers from a seed, as numbers in and numbers out, so that the caller can save the state. The same
 * seed gives the same numbers on every platform. Not for secrets.
 *
 *     let state = stateFor(seed, device);
 *     state = nextState(state);
 *     shareOf(bitsOf(state)); // 0 up to 1
 */

/** The next state of a sequence: 32 bits, any of which may be the first (mulberry32's step). */
export function nextState(state: number): number {
  return (state + 0x6d2b79f5) | 0;
}

/** 32 well-mixed bits of a state (mulberry32's output). */
export function bitsOf(state: number): number {
  let x = state;
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return x ^ (x >>> 14);
}

/** Bits as a share: 0 up to 1. */
export function shareOf(bits: number): number {
  return (bits >>> 0) / 2 ** 32;
}

/** A first state for one of many sequences: 32 well-mixed bits of two numbers. */
export function stateFor(seed: number, number: number): number {
  return bitsOf(pairOf(seed, number));
}

/** 32 well-mixed bits of one number: every bit of the input moves every bit of the output (MurmurHash3's finaliser). */
function mixed(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 32 well-mixed bits of three numbers, not negative: the same whichever are asked for first. */
export function mix(seed: number, id: number, salt: number): number {
  return mixed(pairOf(seed, id) ^ Math.imul(salt + 1, 0x27d4eb2f)) >>> 0;
}

/** A whole number from 0 to `below` - 1, from three numbers. */
export function pick(seed: number, id: number, salt: number, below: number): number {
  return mix(seed, id, salt) % below;
}

/** 32 bits of a text (FNV-1a over its UTF-16 units). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

function pairOf(seed: number, number: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x7f4a7c15, 0xc2b2ae35);
}
