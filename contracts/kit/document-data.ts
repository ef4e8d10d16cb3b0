/** The tree of a document as plain data, with the place of everything: aliases and merge keys are resolved. */

import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { DocumentBounds } from './bounds.ts';
import { faults, type Meaning, Refusal } from './document-fault.ts';
import { longInteger } from './exact-json.ts';
import { isFields } from './fields.ts';

/** Names that JavaScript gives a meaning of its own. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Half of a character: it has no place in UTF-8, and some functions throw for it. */
const loneSurrogate = /\p{Cs}/u;

/** Place of a value in the text: that of a list has no name of its own. */
interface Spot {
  name: number;
  value: number;
  /** Text or a number, and not something with parts. */
  plain: boolean;
}

type Fields = { [name: string]: unknown };

export class DataReader {
  readonly #bounds: DocumentBounds;
  readonly #spots = new WeakMap<object, Map<string, Spot>>();
  readonly #anchors = new Map<string, Node>();
  /** The node that each alias refers to: the last anchor of its name before it. */
  readonly #meant = new WeakMap<Alias, Node>();
  #values = 0;
  #repeated = 0;
  /** How many aliases the value is inside of that is being read. */
  #repeating = 0;

  constructor(bounds: DocumentBounds) {
    this.#bounds = bounds;
  }

  /** @throws Refusal */
  read(node: unknown, path: readonly string[] = []): unknown {
    this.#count(node, path);
    if (isAlias(node)) return this.#readAlias(node, path);
    this.#remember(node);
    if (isScalar(node)) return this.#plain(node, path);
    if (!isMap(node) && !isSeq(node)) return null;
    if (path.length >= this.#bounds.depth) throw refused(faults.tooDeep(this.#bounds.depth), node, path);
    return isMap(node) ? this.#readMap(node, path) : this.#readList(node.items, path);
  }

  /** Place to which a path leads in data that was read from `start` on, or as far as it goes. */
  offsetAt(data: unknown, path: readonly (string | number)[], atName: boolean, start: number): number {
    let offset = start;
    let value = data;
    for (const [index, token] of path.entries()) {
      const spot = isObject(value) ? this.#spots.get(value)?.get(String(token)) : undefined;
      if (spot === undefined) return offset;
      // A text or number of its own is pointed at; what has parts, at its name.
      const isWhole = index === path.length - 1 && !atName && spot.plain;
      offset = isWhole || Array.isArray(value) ? spot.value : spot.name;
      value = Reflect.get(Object(value), token);
    }
    return offset;
  }

  #readList(items: readonly unknown[], path: readonly string[]): unknown[] {
    const spots = new Map<string, Spot>();
    const list = items.map((item, index) => {
      spots.set(String(index), spotOf(offsetOf(item), item));
      return this.read(item, [...path, String(index)]);
    });
    this.#spots.set(list, spots);
    return list;
  }

  #readMap({ items }: YAMLMap, path: readonly string[]): Fields {
    const map: Fields = {};
    const spots = new Map<string, Spot>();
    const own = new Set<string>();
    for (const pair of items) {
      if (isMerge(pair)) this.#merge(pair, map, spots, path);
      else {
        const name = this.#nameOf(pair, path);
        const here = [...path, name];
        if (own.has(name)) throw refused(faults.twice(name), pair.key, here);
        own.add(name);
        spots.set(name, spotOf(offsetOf(pair.key), pair.value));
        put(map, name, this.read(pair.value, here));
      }
    }
    this.#spots.set(map, spots);
    return map;
  }

  /** `<<`: the fields of another map, or of several, where they are not already there. */
  #merge({ key, value }: Pair, map: Fields, spots: Map<string, Spot>, path: readonly string[]): void {
    const source = this.read(value, [...path, '<<']);
    for (const part of Array.isArray(source) ? source : [source]) {
      if (!isFields(part)) throw refused(faults.mergesNothing, key, [...path, '<<']);
      for (const [name, spot] of this.#spots.get(part) ?? []) {
        if (Object.hasOwn(map, name)) continue;
        put(map, name, part[name]);
        spots.set(name, spot);
      }
    }
  }

  #nameOf({ key }: Pair, path: readonly string[]): string {
    const name = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string') throw refused(faults.nameNotText, key, path);
    const here = [...path, name];
    if (unsafeNames.has(name) && !this.#bounds.anyNames?.test(here.join('/')))
      throw refused(faults.unsafe(name), key, here);
    if (name.length > this.#bounds.name) throw refused(faults.tooLong('name', this.#bounds.name), key, path);
    if (loneSurrogate.test(name)) throw refused(faults.notUnicode, key, path);
    return name;
  }

  #readAlias(alias: Alias, path: readonly string[]): unknown {
    const meant = this.#meant.get(alias) ?? this.#anchors.get(alias.source);
    if (!meant) throw refused(faults.unknownAlias(alias.source), alias, path);
    this.#meant.set(alias, meant);
    this.#repeating += 1;
    const value = this.read(meant, path);
    this.#repeating -= 1;
    return value;
  }

  /** While an alias is followed, anchors are those before it. */
  #remember(node: unknown): void {
    if (this.#repeating > 0) return;
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
      this.#anchors.set(node.anchor, node);
  }

  #plain(node: Scalar, path: readonly string[]): unknown {
    const { value, source = '' } = node;
    const offset = offsetOf(node);
    if (typeof value === 'string') {
      if (value.length > this.#bounds.text)
        throw new Refusal({ ...faults.tooLong('text', this.#bounds.text), path, offset });
      if (loneSurrogate.test(value)) throw new Refusal({ ...faults.notUnicode, path, offset });
      return value;
    }
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Refusal({ ...faults.notFinite, path, offset });
    const long = typeof value === 'number' && /^-?\d+$/.test(source) ? longInteger(source) : undefined;
    const { longNumbers } = this.#bounds;
    if (long !== undefined && longNumbers?.test(path.join('/'))) return long;
    // As a program writes one that is not exact any more, nothing more is lost.
    if (long !== undefined && !longNumbers && BigInt(Number(value)) !== long && String(value) !== source)
      throw new Refusal({ ...faults.rounded(source), path, offset });
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    throw new Refusal({ ...faults.notPlain, path, offset });
  }

  #count(node: unknown, path: readonly string[]): void {
    const { values, repeated } = this.#bounds;
    this.#values += 1;
    if (this.#values > values) throw refused(faults.tooMany(values), node, path);
    if (this.#repeating > 0) this.#repeated += 1;
    if (this.#repeated > repeated) throw refused(faults.tooManyAliases(repeated), node, path);
  }
}

/** As a field of its own, whatever its name means. */
function put(map: Fields, name: string, value: unknown): void {
  if (name !== '__proto__') map[name] = value;
  else Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Written as a plain word: in quotes it is a name like any other. */
function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function spotOf(name: number, value: unknown): Spot {
  return { name, value: offsetOf(value, name), plain: isScalar(value) && value.value !== null };
}

function offsetOf(node: unknown, otherwise = 0): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? otherwise;
}

function refused(meaning: Meaning, node: unknown, path: readonly string[]): Refusal {
  return new Refusal({ ...meaning, path, offset: offsetOf(node) });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
