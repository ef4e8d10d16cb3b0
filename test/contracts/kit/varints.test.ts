import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from '../../../contracts/kit/varints.ts';

test('whole numbers come back as they were written, in as few bytes as they need', () => {
  const numbers = fc.array(
    fc.oneof(
      fc.integer(),
      fc.maxSafeInteger().map((value) => Math.trunc(value / 2)),
    ),
  );
  fc.assert(
    fc.property(numbers, (given) => {
      const writer = new ByteWriter(given.length * 16);
      for (const number of given) {
        writer.signed(number);
        writer.unsigned(Math.abs(number));
      }
      const reader = new ByteReader(writer.written);
      expect(given.map(() => [reader.signed(), reader.unsigned()])).toEqual(
        given.map((number) => [number === 0 ? 0 : number, Math.abs(number)]),
      );
    }),
  );
  const writer = new ByteWriter(3);
  writer.unsigned(127);
  expect(writer.length).toBe(1);
  writer.signed(-1000);
  expect(writer.left).toBe(0);
});

test('what is cut off, too long, or has no room is refused', () => {
  expect(() => new ByteReader(Uint8Array.of(0x80)).unsigned()).toThrow(RangeError);
  expect(() => new ByteReader(new Uint8Array(20).fill(0xff)).unsigned()).toThrow(RangeError);
  const tooLarge = Uint8Array.of(...Array<number>(7).fill(0xff), 0x7f);
  expect(() => new ByteReader(tooLarge).unsigned()).toThrow(RangeError);
  expect(() => new ByteWriter(1).unsigned(128)).toThrow(RangeError);
});
