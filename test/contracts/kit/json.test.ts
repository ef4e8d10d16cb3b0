import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTER_JSON_DEPTH } from '../../../contracts/kit/bounds.ts';
import { JsonError, parseJson, refuseDeepJson } from '../../../contracts/kit/json.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const codeOf = (text: string, depth?: number): string | undefined => {
  try {
    parseJson(text, depth);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonError);
    return error instanceof JsonError ? error.code : undefined;
  }
  return undefined;
};

describe('JSON from outside', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may be nested as deeply as the bound says, and not deeper', () => {
    expect(codeOf(nested(OUTER_JSON_DEPTH))).toBeUndefined();
    expect(codeOf(nested(OUTER_JSON_DEPTH + 1))).toBe('TOO_DEEP');
    expect(codeOf('{"a":[{"b":1}]}', 3)).toBeUndefined();
    expect(codeOf('{"a":[{"b":1}]}', 2)).toBe('TOO_DEEP');
    expect(codeOf(nested(1_000_000))).toBe('TOO_DEEP');
  });

  it('is not taken for nested by the brackets in its strings, or by how long it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[{}]"\\a'), maxLength: 20 }), (text) => {
        expect(() => refuseDeepJson(JSON.stringify([text, [text]]), 2)).not.toThrow();
      }),
    );
    expect(codeOf(`[${nested(2).repeat(100).replaceAll('][', '],[')}]`, 3)).toBeUndefined();
  });

  it.each(['', '{', '[1,]', 'NaN', '{"a":1}}', '"\u0001"', `"${'['.repeat(200)}`])('%j is none', (text) => {
    expect(codeOf(text)).toBe('NOT_JSON');
  });
});
