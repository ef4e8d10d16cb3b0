/**
 * Whole numbers as UUIDs and back, without a table: the number stands at the end, and before it a hash of it, of the resource
 * and of the seed. So neighbours differ at once, and a UUID that was not made here reads as none. No secret, only a disguise.
 */
import { mix } from '../../kit/random.ts';
import type { IdentifiedResource } from '../../specification/records/kinds.ts';

const resources: readonly IdentifiedResource[] = ['device', 'alert', 'group', 'user'];
/** The last group holds 48 bits of a number; the five above these are in the one before. */
const LAST = 2 ** 48;
const VARIANT = 0x8000;

export interface UuidCode {
  write(resource: IdentifiedResource, id: number): string;
  read(resource: IdentifiedResource, text: string): number | undefined;
}

export function uuidCode(seed: number): UuidCode {
  const write = (resource: IdentifiedResource, id: number): string => {
    const salt = 2 * resources.indexOf(resource);
    const [first, second] = [mix(seed, id, salt), hex(mix(seed, id, salt + 1), 8)];
    const groups = [hex(first, 8), second.slice(0, 4), `4${second.slice(5)}`];
    return [...groups, hex(VARIANT + Math.floor(id / LAST), 4), hex(id % LAST, 12)].join('-');
  };
  return {
    write,
    read(resource, text) {
      const [upper, lower] = text
        .split('-')
        .slice(-2)
        .map((group) => Number.parseInt(group, 16));
      const id = ((upper ?? 0) - VARIANT) * LAST + (lower ?? 0);
      return Number.isSafeInteger(id) && id > 0 && write(resource, id) === text ? id : undefined;
    },
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
