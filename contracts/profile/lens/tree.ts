/**
 * The writing half of the lens: places in a payload, compiled to one function that makes it.
 *
 * The places of a record, its constants and whatever wraps it become one tree, so that a payload is
 * made in one go and nothing is put together afterwards.
 */

import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { itemAt } from '../../kit/items.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import { ProfileError } from '../errors.ts';
import { parsePointer } from '../pointer.ts';

/** Makes a value from an input; `undefined` leaves the place out. */
export type Write<Input> = (input: Input) => Json | undefined;

/** A value and the names that lead to it. */
export interface Place<Input> {
  tokens: readonly string[];
  write: Write<Input>;
  /** Something else may be inside it, as beside the entries of a map. */
  isOpen?: boolean;
}

interface Branch<Input> {
  place?: Place<Input>;
  children: Map<string, Branch<Input>>;
  /** A place inside of this one. */
  inside?: string;
}

/** Two places of a payload that are the same, or inside one another. */
export class PlacesMeet extends ProfileError {
  readonly pointer: string;
  readonly other: string;

  constructor(pointer: string, other: string) {
    super(
      'PROFILE_INVALID',
      pointer === other
        ? `the place ${quoted(pointer)} is that of two values`
        : `the places ${quoted(pointer)} and ${quoted(other)} are inside one another`,
    );
    this.pointer = pointer;
    this.other = other;
  }
}

/** The places of fixed values, from a profile's `constants`. */
export function constantPlaces(constants: { [pointer: string]: Json } = {}): Place<unknown>[] {
  return Object.entries(constants).map(([pointer, value]) => ({
    tokens: parsePointer(pointer),
    write: fresh(value),
  }));
}

/** One function that makes the whole payload. A payload without any place filled is an empty object. */
export function compileTree<Input>(places: readonly Place<Input>[]): (input: Input) => Json {
  const root: Branch<Input> = { children: new Map() };
  for (const place of places) {
    const pointer = formatPointer(place.tokens);
    let branch = root;
    for (const token of place.tokens) {
      if (branch.place && !branch.place.isOpen)
        throw new PlacesMeet(pointer, formatPointer(branch.place.tokens));
      branch.inside ??= pointer;
      const child = branch.children.get(token) ?? { children: new Map() };
      branch.children.set(token, child);
      branch = child;
    }
    if (branch.place) throw new PlacesMeet(pointer, pointer);
    if (branch.inside !== undefined && !place.isOpen) throw new PlacesMeet(pointer, branch.inside);
    branch.place = place;
  }
  const write = compileBranch(root);
  return (input) => write(input) ?? (root.place ? null : {});
}

function compileBranch<Input>({ place, children }: Branch<Input>): Write<Input> {
  const names = [...children.keys()];
  if (names.length === 0) return place?.write ?? (() => undefined);
  const writes = [...children.values()].map(compileBranch);
  const isRow = names.every((_, index) => children.has(String(index)));
  if (place) return spread(place.write, object(names, writes));
  return isRow ? array(names, writes) : object(names, writes);
}

/** An object with the names in their order; none at all when every place stays empty. */
function object<Input>(names: readonly string[], writes: readonly Write<Input>[]): Write<Input> {
  const count = names.length;
  return (input) => {
    let made: { [name: string]: Json } | undefined;
    for (let i = 0; i < count; i++) {
      const value = itemAt(writes, i)(input);
      if (value === undefined) continue;
      made ??= {};
      made[itemAt(names, i)] = value;
    }
    return made;
  };
}

/** Names 0, 1, 2 … make an array, as a GeoJSON position has it. A place without a value holds `null`. */
function array<Input>(names: readonly string[], writes: readonly Write<Input>[]): Write<Input> {
  const inOrder = names.map((_, index) => itemAt(writes, names.indexOf(String(index))));
  return (input) => {
    const values = inOrder.map((write) => write(input));
    return values.every((value) => value === undefined) ? undefined : values.map((value) => value ?? null);
  };
}

/** A value that is itself an object, with further fields beside its own. */
function spread<Input>(write: Write<Input>, beside: Write<Input>): Write<Input> {
  return (input) => {
    const value = write(input);
    if (value === undefined) return beside(input);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.assign(value, beside(input));
  };
}

/** Each payload gets a copy of its own, so that a caller who changes one does not change the next. */
function fresh(value: Json): Write<unknown> {
  if (value === null || typeof value !== 'object') return () => value;
  const text = exactJsonText(value);
  return () => parseExactJson(text);
}
