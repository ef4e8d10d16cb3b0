/** Each breakage of breadth is found by a default run, but for those of `missed.ts`. */
import { describe, expect, it } from 'vitest';
import { oneIn, WHOLE } from '../sample.ts';
import { breakages } from './index.ts';
import { judged } from './judging.ts';
import { missed } from './missed.ts';

const found = breakages.filter(({ does }) => !Object.hasOwn(missed, does));

describe('A service that', () => {
  it.each(oneIn(150, found, { whole: 6 }))('$does is found', async (breakage) => {
    const { finding, ids } = await judged(breakage);
    // Which rule names it differs by the draw; caught it is by any.
    expect(['own rule', 'other rule'], `what failed: ${ids.join(' ')}`).toContain(finding);
  });
});

describe('What is listed as missed', () => {
  it('is there', () => {
    expect(Object.keys(missed).filter((does) => breakages.every((one) => one.does !== does))).toEqual([]);
  });

  const rows = breakages.filter(({ does }) => Object.hasOwn(missed, does));

  it.runIf(WHOLE).each(oneIn(1, rows, { whole: 6 }))('$does is missed', async (breakage) => {
    const { finding } = await judged(breakage);
    expect(finding, 'it is found: take it off the list').not.toBe('own rule');
  });
});

it('says of each what no other does', () => {
  expect(new Set(breakages.map(({ does }) => does)).size).toBe(breakages.length);
});
