/**
 * Whole numbers as UUIDs and back, without a table.
 *
 * A UUID has room for 122 bits of our own. 64 of them hold the resource and the number, mixed by a
 * small Feistel network under the seed so that neighbours look nothing alike; the other 58 are a
 * hash of these, so that a UUID that was not made here reads as none. Not a secret, only a disguise.
 */
import { itemAt } from '../../kit/items.ts';
import { mixed } from '../../kit/random.ts';
import type { IdentifiedResource } from '../../specification/records/kinds.ts';

const resources: readonly IdentifiedResource[] = ['device', 'alert', 'group', 'user'];
const UPPER = 2 ** 32;
/** Numbers are exact up to 2^53, so 21 bits are above the lower 32, and the resource above those. */
const RESOURCE_SHIFT = 21;
const ROUNDS = 4;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export interface UuidCode {
  write(resource: IdentifiedResource, id: number): string;
  read(resource: IdentifiedResource, text: string): number | undefined;
}

export function uuidCode(seed: number): UuidCode {
  const keys = Array.from({ length: ROUNDS + 2 }, (_, round) => mixed((seed | 0) ^ mixed(round + 1)));
  const key = (round: number): number => keys[round] ?? 0;

  const write = (resource: IdentifiedResource, id: number): string => {
    let left = (resources.indexOf(resource) << RESOURCE_SHIFT) | Math.floor(id / UPPER);
    let right = id | 0;
    for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ mixed(right ^ key(round))];
    const upper = mixed(left ^ mixed(right ^ key(ROUNDS)));
    const lower = mixed(right ^ mixed(left ^ key(ROUNDS + 1)));
    return format(left, (upper & 0xffff0fff) | 0x4000, (lower & 0x3fffffff) | 0x80000000, right);
  };

  return {
    write,
    read(resource, text) {
      if (!pattern.test(text)) return undefined;
      let left = Number.parseInt(text.slice(0, 8), 16) | 0;
      let right = Number.parseInt(text.slice(28), 16) | 0;
      for (let round = ROUNDS - 1; round >= 0; round--)
        [left, right] = [right ^ mixed(left ^ key(round)), left];
      const id = (left & ((1 << RESOURCE_SHIFT) - 1)) * UPPER + (right >>> 0);
      const known = left >>> RESOURCE_SHIFT === resources.indexOf(resource) && id > 0;
      return known && write(resource, id) === text ? id : undefined;
    },
  };
}

function format(a: number, b: number, c: number, d: number): string {
  return `${word(a)}-${half(b >>> 16)}-${half(b)}-${half(c >>> 16)}-${half(c)}${word(d)}`;
}

function word(value: number): string {
  return half(value >>> 16) + half(value);
}

function half(value: number): string {
  return itemAt(hex, (value >>> 8) & 255) + itemAt(hex, value & 255);
}
