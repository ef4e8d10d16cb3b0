import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Appointments } from '../../../contracts/deployment/time/appointments.ts';

/** A clock that only moves when it is told to. */
function clock() {
  let time = 0;
  const moves: number[] = [];
  return {
    moves,
    now: () => time,
    async reach(moment: number) {
      await Promise.resolve();
      time = Math.max(time, moment);
      moves.push(time);
    },
  };
}

describe('Histories that share a clock', () => {
  test('move it once to each moment that any of them waits for, in order', async () => {
    const plans = fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(plans, async (cases) => {
        const time = clock();
        const appointments = new Appointments(time);
        const seen: number[] = [];
        await Promise.all(
          cases.map((moments) =>
            appointments.attend(async () => {
              for (const moment of moments.toSorted((a, b) => a - b)) {
                await appointments.at(moment);
                seen.push(time.now());
                expect(time.now()).toBe(moment);
              }
            }),
          ),
        );
        expect(time.moves).toEqual([...new Set(cases.flat())].sort((a, b) => a - b));
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      }),
    );
  });

  test('do not let it move while they take up what others have brought about already', async () => {
    const time = clock();
    const appointments = new Appointments(time);
    const there = Promise.resolve('there');
    const taking = appointments.attend(async () => {
      expect(await appointments.idle(() => there)).toBe('there');
      expect(time.now()).toBe(0);
    });
    await Promise.all([appointments.attend(() => appointments.at(5)), taking]);
    expect(time.moves).toEqual([5]);
  });

  test('let it move between the steps of work that does not depend on it, and never while a step is under way', async () => {
    const waits = fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }), { maxLength: 4 });
    const turns = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(waits, turns, async (plans, works) => {
        const time = clock();
        const appointments = new Appointments(time);
        let steps = 0;
        const step = async (ticks: number) => {
          const before = time.now();
          for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
          expect(time.now()).toBe(before);
          steps++;
        };
        await Promise.all([
          ...plans.map((moments) =>
            appointments.attend(async () => {
              for (const moment of moments.toSorted((a, b) => a - b)) await appointments.at(moment);
            }),
          ),
          ...works.map((ticks) =>
            appointments.attendPausing(async () => {
              for (const one of ticks) {
                await appointments.between();
                await step(one);
              }
            }),
          ),
        ]);
        expect(steps).toBe(works.flat().length);
        expect(time.moves).toEqual([...new Set(plans.flat())].sort((a, b) => a - b));
      }),
    );
  });

  test('wait for who is still busy', async () => {
    const time = clock();
    const appointments = new Appointments(time);
    let finish = () => {};
    const busy = appointments.attend(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const waiting = appointments.attend(() => appointments.at(5));
    await new Promise((resolve) => setImmediate(resolve));
    expect(time.moves).toEqual([]);
    finish();
    await Promise.all([busy, waiting]);
    expect(time.moves).toEqual([5]);
  });

  test('are not held up by who waits for another case', async () => {
    const time = clock();
    const appointments = new Appointments(time);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = appointments.attend(async () => {
      await appointments.at(5);
      release();
    });
    const second = appointments.attend(() => appointments.idle(() => held));
    await Promise.all([first, second]);
    expect(time.moves).toEqual([5]);
  });

  test('hold time up, also where the one who waits for them does not attend', async () => {
    const time = clock();
    const appointments = new Appointments(time);
    let seen = 0;
    const soon = () => new Promise((resolve) => setImmediate(resolve));
    const until = async (moment: number) => {
      await soon();
      await appointments.at(moment);
      await soon();
      seen = Math.max(seen, moment === 5 ? time.now() : 0);
    };
    await appointments.idle(() => Promise.all([5, 9].map((at) => appointments.attend(() => until(at)))));
    expect(seen).toBe(5);
    expect(time.moves).toEqual([5, 9]);
  });

  test('all learn that a moment is out of reach', async () => {
    const appointments = new Appointments({
      now: () => 0,
      reach: () => Promise.reject(new Error('out of reach')),
    });
    const both = await Promise.allSettled(
      [1, 2].map((moment) => appointments.attend(() => appointments.at(moment))),
    );
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
