/** JSON from outside: its depth is known before anything of ours recurses into it. The platform's own parser does not recurse. */
import { OUTER_JSON_DEPTH } from './bounds.ts';
import { errorFacts } from './fields.ts';

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
  return refuseDeepJson(parsed(text), text, depth);
}

/** @throws JsonError `NOT_JSON` */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError('NOT_JSON', errorFacts(error).message);
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

/**
 * The value of a text that was parsed, unless it is too deep.
 *
 * @throws JsonError `TOO_DEEP`
 */
export function refuseDeepJson<T>(value: T, text: string, depth: number = OUTER_JSON_DEPTH): T {
  // Most texts are too short for it.
  if (text.length <= 2 * depth || !isDeeper(value, depth)) return value;
  throw new JsonError('TOO_DEEP', `more than ${depth} lists and objects are nested`);
}

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(part, most - 1)) return true;
  return false;
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

const [comma, quote, backslash, list, object] = [',', '"', '\\', '[', '{'].map((sign) => sign.charCodeAt(0));

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
