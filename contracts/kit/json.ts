/** JSON from outside: its depth is known before anything recurses into it. */
import { OUTER_JSON_DEPTH } from './bounds.ts';

/** A value that JSON can hold. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };
/** A JSON value without parts. */
export type Scalar = null | boolean | number | string;

/** Text that cannot be taken as JSON. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: 'NOT_JSON' | 'TOO_DEEP' | 'TOO_MANY';

  constructor(code: JsonError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The value of a JSON text.
 *
 * @param depth how many lists and objects may be nested
 * @throws JsonError
 */
export function parseJson(text: string, depth: number = OUTER_JSON_DEPTH): unknown {
  refuseDeepJson(text, depth);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError('NOT_JSON', error instanceof Error ? error.message : String(error));
  }
}

/** The same; `undefined` for a text that is not JSON. */
export function jsonIn(text: string, depth?: number): unknown {
  try {
    return parseJson(text, depth);
  } catch {
    return undefined;
  }
}

/** @throws JsonError `TOO_DEEP` */
export function refuseDeepJson(text: string, depth: number = OUTER_JSON_DEPTH): void {
  if (!isDeeper(text, depth)) return;
  throw new JsonError('TOO_DEEP', `more than ${depth} lists and objects are nested`);
}

/**
 * Refuses texts with more values than that in all: the memory and the time that they take grow with these.
 *
 * @throws JsonError `TOO_MANY`
 */
export function refuseManyValues(texts: readonly string[], most: number): void {
  let left = most;
  for (const text of texts)
    for (let at = 0; at < text.length && left >= 0; at++) {
      const sign = text.charCodeAt(at);
      if (sign === quote) at = endOfString(text, at);
      else if (sign === comma || sign === list || sign === object) left -= 1;
    }
  if (left < 0) throw new JsonError('TOO_MANY', `more than ${most} values`);
}

const comma = ','.charCodeAt(0);
const [quote, backslash, list, listEnd, object, objectEnd] = ['"', '\\', '[', ']', '{', '}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Counts brackets outside of strings, in one pass. A text that is not JSON may be counted wrongly. */
function isDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most || opensAtMost(text, most)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === list || sign === object) {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === listEnd || sign === objectEnd) depth -= 1;
  }
  return false;
}

/** Returns whether a text has no more than so many opening brackets, in strings or not: searching is faster than reading. */
function opensAtMost(text: string, most: number): boolean {
  let left = most;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (left === 0) return false;
      left -= 1;
    }
  }
  return true;
}

/** End of a string that begins there; the end of the text, when it does not. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at += 1;
  }
  return text.length;
}

/**
 * A field of a JSON value, of its own; `undefined` where there is none.
 *
 * @example fieldOf({ success: true }, 'success') // true
 */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** Returns whether two JSON values are the same; the order of names does not count. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = new Map(Object.entries(other));
  const own = Object.entries(one);
  return (
    own.length === fields.size &&
    own.every(([name, value]) => fields.has(name) && isDeepEqual(value, fields.get(name)))
  );
}
