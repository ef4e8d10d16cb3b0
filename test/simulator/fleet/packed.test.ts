import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  numbered as locationNumbers,
  packNumbers as packLocation,
  packRow,
  unpackRow as unpackLocation,
} from '../../../simulator/fleet/locations/row.ts';

const report = fc.record({
  deviceTime: fc.integer({ min: -1e12, max: 4e12 }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  altitude: fc.double({ min: -499, max: 6_000, noNaN: true }),
  speed: fc.double({ min: 0, max: 600, noNaN: true }),
  course: fc.double({ min: 0, max: 360, noNaN: true }),
  accuracy: fc.double({ min: 0, max: 400, noNaN: true }),
  satellites: fc.integer({ min: 0, max: 62 }),
  ignition: fc.boolean(),
  battery: fc.double({ min: 0, max: 100, noNaN: true }),
  fuel: fc.double({ min: 0, max: 100, noNaN: true }),
  odometer: fc.double({ min: 0, max: 1_600_000, noNaN: true }),
});
const delay = fc.integer({ min: -(10 ** 9), max: 10 ** 9 });

type Numbers = { [K in keyof typeof locationNumbers]: number };

function numbersOf(facts: Numbers): Float64Array {
  const numbers = new Float64Array(13);
  for (const [name, place] of Object.entries(locationNumbers)) numbers[place] = facts[name as keyof Numbers];
  return numbers;
}

describe('a location packed from numbers', () => {
  it('is the same, bit for bit, as one packed from a report', () => {
    fc.assert(
      fc.property(report, delay, (facts, late) => {
        const receivedAt = facts.deviceTime + late;
        const [expected, words] = [new Int32Array(8), new Int32Array(10)];
        expect(packRow(facts, receivedAt, expected, 0)).toBeUndefined();
        packLocation(numbersOf({ ...facts, receivedAt, ignition: facts.ignition ? 1 : 0 }), words, 1);
        expect(words.subarray(1, 9)).toEqual(expected);
      }),
    );
  });

  it('has the end of a field’s range where a number is beyond it', () => {
    const words = new Int32Array(8);
    const numbers = new Float64Array(13);
    numbers[locationNumbers.speed] = 1_000;
    numbers[locationNumbers.fuel] = -3;
    numbers[locationNumbers.battery] = 120;
    packLocation(numbers, words, 0);
    expect(unpackLocation(1, words, 0)).toMatchObject({ speed: 655.34, fuel: 0, battery: 102.2 });
    numbers[locationNumbers.speed] = 655.35;
    packLocation(numbers, words, 0);
    expect(unpackLocation(1, words, 0).speed).toBe(655.34);
  });
});
