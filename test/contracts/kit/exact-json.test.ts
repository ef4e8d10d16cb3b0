import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumberDigits } from '../../../contracts/kit/bounds.ts';
import {
  exactJsonIn,
  exactJsonText,
  longInteger,
  parseExactJson,
} from '../../../contracts/kit/exact-json.ts';
import { JsonError } from '../../../contracts/kit/json.ts';
import { expectLinear } from '../../growth.ts';

/** Texts as hard to tell from long numbers as they come. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('\0n5', '\0t', '\0', '9007199254740993', ' 9007199254740993', '"', '\\', '1e20'),
);

describe('JSON without loss', () => {
  it('is read as JSON.parse reads it, where no number is long', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), text, (value, key) => {
        const plain = JSON.stringify({ [key]: [value, key] });
        fc.pre(!/\d{16}|e\+/.test(plain));
        const [read, long] = [parseExactJson(plain), parseExactJson(`[${plain},9007199254740993]`)];
        expect(read).toEqual(JSON.parse(plain));
        expect(long).toEqual([read, 9007199254740993n]);
        expect(exactJsonText(long)).toBe(`[${plain},9007199254740993]`);
      }),
    );
  });

  it('keeps every digit of a whole number, wherever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.bigInt(), text)), fc.constantFrom(undefined, 2), (values, indent) => {
        const whole = { values, '\0n7': values };
        const expected = (value: bigint | string) =>
          typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
        const read = values.map(expected);
        expect(parseExactJson(exactJsonText(whole, indent))).toEqual({ values: read, '\0n7': read });
      }),
    );
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1e20', 100000000000000000000n],
    ['1.5E+17', 150000000000000000n],
    ['9007199254740993.0', 9007199254740993n],
    ['1234567890123456700e-2', 12345678901234567n],
    ['12345678901234567.5', 12345678901234568],
    ['0.30000000000000004', 0.30000000000000004],
    ['1e-20', 1e-20],
    ['1e999999999', Number.POSITIVE_INFINITY],
    [`1${'0'.repeat(exactNumberDigits)}`, Number.POSITIVE_INFINITY],
  ])('reads %s', (written, value) => {
    expect(parseExactJson(written)).toBe(value);
    expect(parseExactJson(`[${written}]`)).toEqual([value]);
    expect(parseExactJson(`{"id" : ${written}}`)).toEqual({ id: value });
  });

  it('refuses what is no JSON, and what would be written as other JSON', () => {
    for (const wrong of [
      '',
      '9007199254740993n',
      '"\0n9007199254740993"',
      '{"a":9007199254740993',
      '09007199254740993',
    ])
      expect(exactJsonIn(wrong)).toBeUndefined();
    expect(() => parseExactJson('[[9007199254740993]]', 1)).toThrow(JsonError);
    expect(exactJsonText(undefined)).toBe('null');
    expect(exactJsonText({ left: undefined, list: [undefined, 1n], none: [], empty: {} }, 1)).toBe(
      JSON.stringify({ list: [null, 1], none: [], empty: {} }, null, 1),
    );
    expect(longInteger('9007199254740993x')).toBeUndefined();
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['9007199254740993,', '"\\u0000n",', '"\\\\\\"",', '-1.5e3,'])
      expectLinear((size) => exactJsonIn(`[${part.repeat(size)}12345678901234567]`), 2_000);
    expectLinear((size) => exactJsonIn(`["${'x'.repeat(size)}",12345678901234567]`), 200_000);
    expectLinear((size) => exactJsonIn(`[${'1'.repeat(size)}]`), 20_000);
  });
});
