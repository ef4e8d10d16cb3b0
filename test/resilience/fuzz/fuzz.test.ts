import { describe, expect, it } from 'vitest';
import { SEED, WHOLE } from '../../sample.ts';
import { areaOf } from './fuzz.ts';
import { fuzzers } from './index.ts';

/** `npm run resilience` tries thousands of each. */
const COUNT = WHOLE ? 400 : 15;

describe('documents by chance are refused with a code and a place, or work', () => {
  it.each(fuzzers.map((area) => [area.name, area] as const))('%s', async (_, area) => {
    const { tried, lost } = await area.run({ count: COUNT, seed: SEED });
    expect(lost).toEqual([]);
    expect(tried).toBe(COUNT);
  });
});

describe('a fuzzer', () => {
  it('loses what is neither accepted nor refused with a code, and tries the same again with the same seed', async () => {
    const drawn: string[] = [];
    const area = areaOf({
      name: 'fuzz-nothing',
      draw(chance) {
        const text = String(chance.below(10));
        drawn.push(text);
        return text;
      },
      use(text) {
        if (text === '3') throw new TypeError('not known');
      },
    });
    const first = await area.run({ count: 60, seed: 7 });
    const once = drawn.splice(0);
    expect(first.lost.length).toBe(once.filter((text) => text === '3').length);
    expect(first.lost.length).toBeGreaterThan(0);
    expect(first.survived + first.lost.length).toBe(60);
    await area.run({ count: 60, seed: 7 });
    expect(drawn).toEqual(once);
  });
});
