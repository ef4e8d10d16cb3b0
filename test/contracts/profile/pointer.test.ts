import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerBounds } from '../../../contracts/kit/bounds.ts';
import { formatPointer } from '../../../contracts/kit/json-pointer.ts';
import { ProfileError } from '../../../contracts/profile/index.ts';
import { findUnsafe, follow, parsePointer, place, pointerFault } from '../../../contracts/profile/pointer.ts';

const safeName = fc.string().filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));

describe('a JSON Pointer', () => {
  it('is parsed and formatted without loss, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(safeName), (names) => {
        expect(parsePointer(formatPointer(names))).toEqual(names);
      }),
    );
  });

  it('leads to what was placed there', () => {
    fc.assert(
      fc.property(fc.array(safeName, { minLength: 1 }), fc.jsonValue(), (names, value) => {
        const target = {};
        place(target, names, value as never);
        expect(follow(target, names)).toEqual(value);
      }),
    );
  });

  it.each([
    ['', []],
    ['/', ['']],
    ['/a~1b/m~0n', ['a/b', 'm~n']],
    ['/position/0', ['position', '0']],
  ])('%j names %j', (pointer, names) => {
    expect(parsePointer(pointer)).toEqual(names);
  });

  it.each(['id', 'a/b', '/a~', '/a~2', '#/a'])('%j is none', (text) => {
    expect(pointerFault(text)?.code).toBe('POINTER_INVALID');
    expect(() => parsePointer(text)).toThrow(ProfileError);
  });

  it.each(['/__proto__', '/a/constructor/b', '/prototype'])('%s is refused', (text) => {
    expect(pointerFault(text)?.code).toBe('UNSAFE_NAME');
    expect(() => parsePointer(text)).toThrow(ProfileError);
  });

  it('has a length and a depth', () => {
    const { characters, names } = pointerBounds;
    expect(pointerFault('/a'.repeat(names))).toBeUndefined();
    expect(pointerFault('/a'.repeat(names + 1))?.code).toBe('POINTER_TOO_LONG');
    expect(pointerFault(`/${'a'.repeat(characters - 1)}`)).toBeUndefined();
    expect(pointerFault(`/${'a'.repeat(characters)}`)?.code).toBe('POINTER_TOO_LONG');
  });

  it('sees own properties alone', () => {
    expect(follow({}, ['toString'])).toBeUndefined();
    expect(follow([1, 2], ['length'])).toBe(2);
    expect(follow('text', ['length'])).toBeUndefined();
    expect(follow(null, ['a'])).toBeUndefined();
  });
});

describe('findUnsafe', () => {
  it('finds a name that JavaScript gives a meaning of its own, at any depth', () => {
    expect(findUnsafe(JSON.parse('{"a":[{"b/c":{"__proto__":1}}]}'))).toEqual({
      code: 'UNSAFE_NAME',
      pointer: '/a/0/b~1c/__proto__',
    });
    expect(findUnsafe({ a: [{ proto: 1 }] })).toBeUndefined();
  });

  it('finds nesting without end, and does not follow it', () => {
    expect(findUnsafe(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toEqual({
      code: 'TOO_DEEP',
      pointer: '/0'.repeat(64),
    });
  });
});
