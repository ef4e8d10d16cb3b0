/** The order that work keeps, however long each part takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lanes } from '../../../cli/playing/target/lanes.ts';
import { Pacer } from '../../../cli/playing/target/pacer.ts';

const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
const works = fc.array(fc.record({ writes: keys, reads: keys, ticks: fc.integer({ min: 0, max: 4 }) }), {
  maxLength: 25,
});

describe('lanes', () => {
  it('let nothing begin before all is done that it waits for, and do everything', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (given) => {
        const lanes = new Lanes(1_000);
        const began: number[] = [];
        const ended: number[] = [];
        given.forEach(({ writes, reads, ticks }, index) => {
          lanes.run({ writes, reads: reads.filter((key) => !writes.includes(key)) }, async () => {
            for (let earlier = 0; earlier < index; earlier++) {
              const other = given[earlier] as (typeof given)[0];
              const touches = (one: typeof other, key: (typeof reads)[0]) =>
                one.writes.includes(key) || one.reads.includes(key);
              const clash =
                writes.some((key) => touches(other, key)) || reads.some((key) => other.writes.includes(key));
              if (clash) expect(ended).toContain(earlier);
            }
            began.push(index);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            ended.push(index);
          });
        });
        await lanes.settled();
        expect(ended).toHaveLength(given.length);
        expect(lanes.under).toBe(0);
      }),
    );
  });

  it('let those who only read go on side by side', async () => {
    const lanes = new Lanes(10);
    let together = 0;
    let most = 0;
    for (let reader = 0; reader < 4; reader++) {
      lanes.run({ writes: [], reads: ['account'] }, async () => {
        most = Math.max(most, ++together);
        await new Promise((resolve) => setTimeout(resolve, 1));
        together--;
      });
    }
    await lanes.settled();
    expect(most).toBe(4);
  });

  it('have room for so many', async () => {
    const lanes = new Lanes(2);
    let done = 0;
    for (let index = 0; index < 10; index++) {
      await lanes.room();
      expect(lanes.under).toBeLessThan(2);
      lanes.run({ writes: ['a'], reads: [] }, async () => {
        done++;
      });
    }
    await lanes.settled();
    expect(done).toBe(10);
  });
});

describe('pacing', () => {
  /** A clock whose sleeps are late by a little each time. */
  function lateTime(late: number) {
    let now = 1_000;
    return {
      monotonic: () => now,
      sleep: async (ms: number) => {
        now += ms + late;
      },
    };
  }

  it('does not add up what each wait is late by', async () => {
    const time = lateTime(3);
    const pacer = new Pacer(0, 10, time);
    const stop = new AbortController().signal;
    for (let at = 0; at <= 100_000; at += 500) {
      await pacer.reach(at, stop);
      pacer.sent(at);
    }
    expect(time.monotonic()).toBeLessThanOrEqual(1_000 + 10_000 + 3);
    expect(pacer.lag.most).toBeLessThanOrEqual(3);
  });

  it('waits for nothing at max, and knows of no lag there', async () => {
    const time = lateTime(0);
    const pacer = new Pacer(0, 'max', time);
    await pacer.reach(1e9, new AbortController().signal);
    pacer.sent(0);
    expect(time.monotonic()).toBe(1_000);
    expect(pacer.lag).toEqual({ last: 0, most: 0 });
  });
});
