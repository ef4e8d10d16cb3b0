/** Chance from a seed: the same numbers for the same seed, in any order of asking. */

/** 32 well-mixed bits of three numbers (the finaliser of MurmurHash3). */
export function mix(seed: number, id: number, salt: number): number {
  let hash =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(id + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(salt + 1, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 to `below` - 1. */
export function pick(seed: number, id: number, salt: number, below: number): number {
  return mix(seed, id, salt) % below;
}
