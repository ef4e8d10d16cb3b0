/** The values in a payload with the way to each, within stated bounds: what comes from outside may be of any size. */
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { formatPointer } from '../kit/json-pointer.ts';
import { isUnsafeName } from '../profile/pointer.ts';

/** The most names on the way to a value, and the most values of a payload, that are looked at. */
const DEEPEST = 6;
const MOST = 400;

export interface Leaf {
  readonly pointer: string;
  readonly names: readonly string[];
  /** A value without parts, or a list of such. */
  readonly value: unknown;
}

export interface Node {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly value: { readonly [name: string]: unknown } | readonly unknown[];
}

/** The values without parts, and the lists of such; nothing inside of lists of objects. */
export function leavesOf(json: unknown): Leaf[] {
  return walked(json).flatMap(({ names, value }) =>
    isFields(value) || (Array.isArray(value) && !value.every(isScalar))
      ? []
      : [{ pointer: formatPointer(names), names, value }],
  );
}

/** The payload itself, and all objects and lists in it, the outermost first; nothing inside of lists. */
export function nodesOf(json: unknown): Node[] {
  return walked(json).flatMap(({ names, value }) =>
    isFields(value) || Array.isArray(value) ? [{ pointer: formatPointer(names), names, value }] : [],
  );
}

function walked(json: unknown): { names: readonly string[]; value: unknown }[] {
  const found: { names: readonly string[]; value: unknown }[] = [{ names: [], value: json }];
  // Values that are added on the way are looked into as well.
  for (const { names, value } of found) {
    if (!isFields(value) || names.length === DEEPEST) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (found.length < MOST && name.length <= 100 && !isUnsafeName(name))
        found.push({ names: [...names, name], value: inner });
    }
  }
  return found;
}

export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** A name as it is compared: `licence_plate` and `LicencePlate` are the same. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A value that says nothing of who is behind it; `undefined` for any other. */
export function plainValue(value: unknown): Json | undefined {
  if (typeof value === 'string') return /^[\w ./-]{0,40}$/.test(value) ? value : undefined;
  return value === null || typeof value === 'boolean' || typeof value === 'number' ? value : undefined;
}
