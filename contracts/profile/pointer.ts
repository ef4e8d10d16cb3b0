/**
 * JSON Pointers (RFC 6901), parsed once and then only followed.
 *
 * Only own properties are followed, and a pointer may not name `__proto__`, `constructor` or
 * `prototype`, so that no payload and no profile reaches past its own data.
 */

import { JSON_DEPTH, pointerBounds } from '../kit/bounds.ts';
import type { Json } from '../kit/json.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import { quoted } from '../kit/untrusted.ts';
import { ProfileError } from './errors.ts';
import type { JsonPointer } from './openings.ts';

const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that JavaScript gives a meaning of its own. */
export function isUnsafeName(name: string): boolean {
  return unsafeNames.has(name);
}

/** Why a text is not a pointer that can be used; `undefined` when it is one. */
export function pointerFault(
  text: string,
): { code: 'POINTER_INVALID' | 'POINTER_TOO_LONG' | 'UNSAFE_NAME'; message: string } | undefined {
  const { characters, names } = pointerBounds;
  if (text.length > characters || text.split('/').length - 1 > names) {
    const message = `a JSON Pointer has at most ${characters} characters and ${names} names`;
    return { code: 'POINTER_TOO_LONG', message };
  }
  if (text !== '' && !text.startsWith('/')) {
    return {
      code: 'POINTER_INVALID',
      message: `${quoted(text)} is not a JSON Pointer: it must be empty or begin with "/"`,
    };
  }
  if (/~(?![01])/.test(text)) {
    return {
      code: 'POINTER_INVALID',
      message: `${quoted(text)} is not a JSON Pointer: "~" must be written "~0", "/" "~1"`,
    };
  }
  const unsafe = splitPointer(text).find(isUnsafeName);
  if (unsafe !== undefined)
    return { code: 'UNSAFE_NAME', message: `a pointer may not name ${quoted(unsafe)}` };
  return undefined;
}

/** The names along the pointer. Throws ProfileError `PROFILE_INVALID` for an invalid text. */
export function parsePointer(text: JsonPointer): string[] {
  const fault = pointerFault(text);
  if (fault)
    throw new ProfileError('PROFILE_INVALID', `A pointer cannot be used.`, [{ ...fault, pointer: '' }]);
  return splitPointer(text);
}

/** The value where the names lead; `undefined` when nothing does. */
export function follow(json: unknown, tokens: readonly string[]): unknown {
  let value = json;
  for (const token of tokens) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, token)) return undefined;
    value = (value as { [name: string]: unknown })[token];
  }
  return value;
}

/** Puts a value where the names lead, making the objects on the way. `target` must be an object unless the pointer is empty. */
export function place(target: { [name: string]: Json }, tokens: readonly string[], value: Json): void {
  let node: { [name: string]: Json } = target;
  for (const token of tokens.slice(0, -1)) {
    const next = Object.hasOwn(node, token) ? node[token] : undefined;
    if (next !== null && typeof next === 'object') node = next as { [name: string]: Json };
    else {
      const made: { [name: string]: Json } = {};
      node[token] = made;
      node = made;
    }
  }
  const last = tokens.at(-1);
  if (last !== undefined) node[last] = value;
}

export interface Unsafe {
  code: 'UNSAFE_NAME' | 'TOO_DEEP';
  pointer: JsonPointer;
}

/** The first place in a JSON value that has an unsafe name or is too deep; `undefined` when there is none. */
export function findUnsafe(json: unknown): Unsafe | undefined {
  const open: { value: unknown; pointer: JsonPointer; depth: number }[] = [
    { value: json, pointer: '', depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.value === null || typeof next.value !== 'object') continue;
    if (next.depth === JSON_DEPTH) return { code: 'TOO_DEEP', pointer: next.pointer };
    for (const [name, value] of Object.entries(next.value)) {
      const pointer = next.pointer + formatPointer([name]);
      if (isUnsafeName(name)) return { code: 'UNSAFE_NAME', pointer };
      if (value !== null && typeof value === 'object') open.push({ value, pointer, depth: next.depth + 1 });
    }
  }
  return undefined;
}
