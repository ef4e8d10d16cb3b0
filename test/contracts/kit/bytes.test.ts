import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteLength,
  fromBase64,
  fromBase64Url,
  toBase64,
  toBase64Url,
} from '../../../contracts/kit/base64.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';

describe('bytes as base64', () => {
  it('are written as other programs write them, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(toBase64(bytes)).toBe(buffer.toString('base64'));
        expect(toBase64Url(bytes)).toBe(buffer.toString('base64url'));
        expect(byteLength(toBase64(bytes))).toBe(bytes.length);
        expect(new Uint8Array(fromBase64(toBase64(bytes), bytes.length) ?? [1])).toEqual(bytes);
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['a', 'ab+/', 'YQ==', 'a b', '\u00e4bcd'])('"%s" is not base64url', (text) => {
    expect(fromBase64Url(text)).toBeUndefined();
  });
});

describe('a column that grows', () => {
  it('keeps its items, and fills the places behind them', () => {
    const column = grown(Float64Array.of(1, 2), 3, Number.NaN);
    expect([...column.slice(0, 4)]).toEqual([1, 2, Number.NaN, Number.NaN]);
    expect(grown(column, 3, 0)).toBe(column);
  });

  it('at least doubles, so that adding one by one copies each item a few times only', () => {
    let column = new Uint8Array(0);
    let copies = 0;
    for (let length = 1; length <= 10_000; length++) {
      const next = grown(column, length, 0);
      if (next !== column) copies += column.length;
      column = next;
    }
    expect(copies).toBeLessThan(2 * 10_000);
  });
});
