/** The clock: frozen, running at a pace, advanced in slices, and its timeline of events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceInSlices } from '../../simulator/time/advance.ts';
import { Clock, type ClockOptions, type ClockView } from '../../simulator/time/clock.ts';
import type { Step } from '../../simulator/time/moments.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import { Timeline } from '../../simulator/time/timeline.ts';
import { ManualPace } from '../manual-pace.ts';

const START = Date.UTC(2026, 0, 5, 8);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A clock in real time moved by hand, with an event every `every` ms. */
function clockWith(options: ClockOptions = {}, every?: number) {
  const timeline = new Timeline(START);
  const pace = new ManualPace(Date.UTC(2030, 0, 1));
  const beats: number[] = [];
  timeline.on('beat', () => {
    beats.push(timeline.now);
    timeline.schedule(timeline.now + (every ?? 0), 'beat', null);
  });
  timeline.on('once', () => beats.push(timeline.now));
  if (every !== undefined) timeline.schedule(START + every, 'beat', null);
  const clock = new Clock(timeline, pace, options);
  return { timeline, pace, beats, clock };
}

/** Lets promises go on, however many follow each other. */
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('a clock that is set meanwhile', () => {
  it('is not brought to another moment before it has come to the first', async () => {
    const { timeline, clock } = clockWith();
    const refused: unknown[] = [];
    timeline.on('set', () => void clock.set({ now: START + DAY }).catch((error) => refused.push(error)));
    timeline.schedule(START + 1_000, 'set', null);
    await clock.set({ now: START + HOUR });
    expect(refused).toEqual([expect.objectContaining({ code: 'ADVANCE_RUNNING' })]);
    expect(clock.now()).toBe(START + HOUR);
  });
});

describe('a frozen clock', () => {
  it('is frozen however long one waits, and goes through every event when it is moved', async () => {
    const { clock, pace, beats } = clockWith({}, 600_000);
    pace.elapse(DAY);
    expect(clock.view()).toEqual({ now: START, speed: 1, frozen: true, until: null, advancing: false });
    expect(pace.waiting).toBe(0);
    const hour = START + HOUR;
    expect(await clock.advance(hour)).toEqual({
      from: START,
      to: hour,
      reached: hour,
      events: 6,
      settled: true,
    });
    await clock.set({ now: START + 2 * HOUR, speed: 60 });
    expect({ now: clock.now(), beats: beats.length }).toEqual({ now: START + 2 * HOUR, beats: 12 });
  });
});

describe('a running clock', () => {
  it.each([1, 60, 3_600, 100_000, 0.5])('goes at %s times real time', (speed) => {
    const { clock, pace } = clockWith({ speed, frozen: false });
    pace.elapse(2_000);
    expect(clock.now()).toBe(START + 2_000 * speed);
    clock.stop();
  });

  it('shows every caller a settled world', () => {
    const { clock, pace, timeline } = clockWith({ speed: 3_600, frozen: false }, 60_000);
    let beaten = 0;
    timeline.on('count', () => beaten++);
    for (let minute = 1; minute <= 10; minute++) timeline.schedule(START + minute * 60_000, 'count', null);
    pace.elapse(100);
    expect(clock.now()).toBe(START + 360_000);
    expect(beaten).toBe(6);
    clock.stop();
  });

  it('never goes back, whatever is done to it', async () => {
    const { clock, pace } = clockWith({ speed: 7, frozen: false }, 1_000);
    let last = clock.now();
    const changes = [
      { speed: 0.1 },
      { frozen: true },
      { frozen: false, speed: 1_000 },
      { speed: 3 },
    ] as const;
    for (let turn = 0; turn < 200; turn++) {
      pace.elapse(turn % 13);
      if (turn % 10 === 0) await clock.set(changes[(turn / 10) % changes.length] ?? {});
      if (turn % 50 === 25) await clock.advance(clock.now() + 5_000);
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
    clock.stop();
  });

  it('stops by itself where it should', () => {
    const { clock, pace, timeline } = clockWith({ speed: 60, frozen: false, until: START + HOUR });
    const seen: ClockView[] = [];
    clock.onChange((view) => seen.push(view));
    timeline.schedule(START + HOUR, 'once', null);
    timeline.schedule(START + HOUR + 1, 'once', null);
    pace.elapse(61_000);
    expect(clock.view()).toMatchObject({ now: START + HOUR, frozen: true, until: null });
    expect(seen.at(-1)).toMatchObject({ now: START + HOUR, frozen: true });
    expect(timeline.size).toBe(1);
    expect(pace.waiting).toBe(0);
  });

  it('goes on from where an advance by hand left it', async () => {
    const { clock, pace } = clockWith({ speed: 10, frozen: false });
    pace.elapse(1_000);
    await clock.advance(START + HOUR);
    pace.elapse(1_000);
    expect(clock.now()).toBe(START + HOUR + 10_000);
    clock.stop();
  });

  it('lags, instead of owing time, when events take longer than there is', () => {
    const { clock, pace, timeline } = clockWith({ speed: 1_000_000, frozen: false });
    timeline.on('slow', () => {
      pace.elapse(1);
      timeline.schedule(timeline.now + 1_000, 'slow', null);
    });
    timeline.schedule(START + 1_000, 'slow', null);
    pace.elapse(3);
    const reached = clock.now();
    expect(reached).toBeGreaterThan(START);
    expect(clock.now() - reached).toBeLessThan(3_000_000);
    clock.stop();
  });

  it('leaves no timer behind when it is stopped', () => {
    const { clock, pace } = clockWith({ speed: 10, frozen: false }, 1_000);
    pace.elapse(500);
    expect(pace.waiting).toBe(1);
    clock.stop();
    expect(pace.waiting).toBe(0);
    const { now } = clock.view();
    pace.elapse(DAY);
    expect(clock.view()).toMatchObject({ now, frozen: true });
  });
});

describe('as fast as possible', () => {
  it('runs to the end and freezes there', async () => {
    const { beats, clock } = clockWith({}, HOUR);
    const frozen = new Promise<ClockView>((resolve) => {
      clock.onChange((view) => view.frozen && resolve(view));
    });
    await clock.set({ speed: 'max', frozen: false, until: START + DAY });
    expect(await frozen).toMatchObject({ now: START + DAY, frozen: true, until: null });
    expect(beats).toHaveLength(24);
  });

  it('is interrupted by freezing the clock', async () => {
    const { clock, pace, timeline } = clockWith();
    timeline.on('slow', () => {
      pace.elapse(1);
      timeline.schedule(timeline.now + 1_000, 'slow', null);
    });
    timeline.schedule(START + 1_000, 'slow', null);
    await clock.set({ speed: 'max', frozen: false, until: START + 365 * DAY });
    expect(pace.breaths).toBeGreaterThan(0);
    const view = await clock.set({ frozen: true });
    await later();
    expect(clock.view()).toEqual({ ...view, frozen: true, advancing: false });
    expect(view.now).toBeLessThan(START + 365 * DAY);
  });
});

describe('a long advance', () => {
  /** Each event takes a millisecond of real time. */
  function slowClock(options: ClockOptions = {}) {
    const made = clockWith(options);
    const { pace, timeline } = made;
    timeline.on('slow', () => {
      pace.elapse(1);
      timeline.schedule(timeline.now + 1_000, 'slow', null);
    });
    timeline.schedule(START + 1_000, 'slow', null);
    return made;
  }

  it('lets requests be served every few milliseconds', async () => {
    const { clock, pace } = slowClock();
    const reached: number[] = [];
    const advance = await clock.advance(START + 1_000_000, { onProgress: (at) => reached.push(at) });
    expect(advance).toMatchObject({ settled: true, events: 1_000 });
    expect(pace.breaths).toBeGreaterThan(1_000 / 50);
    expect(reached).toEqual([...reached].sort((a, b) => a - b));
  });

  it('says so while it lasts, and refuses a second one', async () => {
    const { clock } = slowClock();
    const advance = clock.advance(START + 1_000_000);
    expect(clock.view().advancing).toBe(true);
    await expect(clock.advance(START + 2_000_000)).rejects.toMatchObject({
      code: 'ADVANCE_RUNNING',
      message: 'The clock is being advanced already.',
    });
    await expect(clock.set({ now: START + 2_000_000 })).rejects.toMatchObject({ code: 'ADVANCE_RUNNING' });
    await advance;
    expect(clock.view().advancing).toBe(false);
  });

  it('can be interrupted, by hand and by a signal', async () => {
    const { clock } = slowClock();
    const first = clock.advance(START + DAY);
    expect(clock.interrupt()).toBe(true);
    expect(await first).toMatchObject({ settled: false, stopped: 'interrupted' });
    expect(clock.interrupt()).toBe(false);

    const stop = new AbortController();
    const second = clock.advance(START + DAY, { signal: stop.signal, onProgress: () => stop.abort() });
    const receipt = await second;
    expect(receipt).toMatchObject({ settled: false, stopped: 'interrupted' });
    expect(receipt.reached).toBe(clock.now());
  });

  it('is bounded in events, in real time and in length', async () => {
    const { clock } = slowClock({ patience: 200 });
    expect(await clock.advance(START + DAY, { maxEvents: 3 })).toMatchObject({
      events: 3,
      stopped: 'event-limit',
    });
    expect(await clock.advance(START + DAY)).toMatchObject({ settled: false, stopped: 'time-limit' });
    await expect(clock.advance(START + 4_000 * DAY)).rejects.toMatchObject({ code: 'TIME_OUT_OF_RANGE' });
  });

  it('may be as long as the longest, and not a millisecond longer', async () => {
    const { clock } = clockWith({ longestAdvance: DAY });
    await expect(clock.advance(START + DAY + 1)).rejects.toMatchObject({ code: 'TIME_OUT_OF_RANGE' });
    expect(await clock.advance(START + DAY)).toMatchObject({ reached: START + DAY, settled: true });
  });

  it('keeps what is set meanwhile for afterwards', async () => {
    const { clock, pace } = slowClock();
    const advance = clock.advance(START + 100_000);
    await clock.set({ speed: 5, frozen: false });
    await advance;
    const from = clock.now();
    pace.elapse(100);
    expect(clock.now()).toBeGreaterThan(from);
    clock.stop();
  });
});

describe('a clock refuses', () => {
  it.each([
    ['going back', { now: START - 1 }, 'TIME_BACKWARDS'],
    ['a time that is invalid', { now: Number.NaN }, 'TIME_INVALID'],
    ['a time in the far future', { now: START + 4_000 * DAY }, 'TIME_OUT_OF_RANGE'],
    ['speed 0', { speed: 0 }, 'SPEED_INVALID'],
    ['a negative speed', { speed: -1 }, 'SPEED_INVALID'],
    ['a speed that outruns the calendar', { speed: 1_000_001 }, 'SPEED_INVALID'],
    ['an end after the year 9999', { until: Date.UTC(10_000, 0), frozen: false }, 'TIME_INVALID'],
    ['an end that is not a time while it is frozen', { until: 1e300 }, 'TIME_INVALID'],
    ['an infinite speed', { speed: Number.POSITIVE_INFINITY }, 'SPEED_INVALID'],
    ['max without an end', { speed: 'max', frozen: false }, 'SPEED_NEEDS_UNTIL'],
    ['an end in the past', { until: START - 1, frozen: false }, 'TIME_BACKWARDS'],
    ['a good and a bad change together', { speed: 60, now: START - 1 }, 'TIME_BACKWARDS'],
  ] as const)('%s, and stays as it was', async (_what, change, code) => {
    const { clock } = clockWith();
    const before = clock.view();
    await expect(clock.set(change)).rejects.toMatchObject({ name: 'ClockError', code });
    expect(clock.view()).toEqual(before);
  });
});

describe('the words of a step', () => {
  it.each<[words: Step, after: number]>([
    [{ by: 'PT90M' }, 1.5 * HOUR],
    [{ by: 'P1D' }, DAY],
    [{ to: '2026-01-05T10:00:00+01:00' }, HOUR],
    [{ to: new Date(START + HOUR) }, HOUR],
    [{ to: START + 2 * HOUR }, 2 * HOUR],
    ['2026-01-05T09:00:00Z', HOUR],
    [new Date(START + HOUR), HOUR],
    [START + HOUR, HOUR],
  ])('%j brings a clock to its moment', async (words, after) => {
    const { clock } = clockWith();
    expect((await clock.advance(words)).reached).toBe(START + after);
  });
});

describe('a timeline', () => {
  const times = fc.array(fc.nat(40), { maxLength: 60 });

  it('runs events by time, those of one time in the order in which they were scheduled, but for those taken back', () => {
    fc.assert(
      fc.property(times, fc.nat(6), (all, kept) => {
        const timeline = new Timeline(START);
        const seen: { at: number; sequence: number }[] = [];
        timeline.on('note', ({ at, sequence }) => seen.push({ at, sequence }));
        const sequences = all.map((after) => timeline.schedule(START + after, 'note', null));
        for (const sequence of sequences) if (sequence % 7 === kept) timeline.cancel(sequence);
        timeline.runUntil(START + 40);
        expect(seen).toEqual([...seen].sort((a, b) => a.at - b.at || a.sequence - b.sequence));
        expect(seen.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
          sequences.filter((sequence) => sequence % 7 !== kept),
        );
      }),
    );
  });

  it('comes to the same by one jump as by many steps, also where it is saved and restored between', () => {
    fc.assert(
      fc.property(times, fc.array(fc.nat(9), { minLength: 1 }), (all, steps) => {
        const noting = () => {
          const timeline = new Timeline(START);
          const seen: number[] = [];
          timeline.on('note', () => {
            seen.push(timeline.now);
            if (timeline.now % 3 === 0) timeline.schedule(timeline.now + 2, 'note', null);
          });
          return { timeline, seen };
        };
        const [jump, walk] = [noting(), noting()];
        for (const { timeline } of [jump, walk])
          for (const after of all) timeline.schedule(START + after, 'note', null);
        const end = START + steps.reduce((sum, step) => sum + step, 0);
        jump.timeline.runUntil(end);
        for (const step of steps) {
          walk.timeline.restore(walk.timeline.save());
          walk.timeline.runUntil(walk.timeline.now + step);
        }
        expect(walk.seen).toEqual(jump.seen);
        expect(walk.timeline.save().deadlines.length).toBe(jump.timeline.save().deadlines.length);
      }),
    );
  });

  it('takes no event of the past, of no time or of no known kind, and is run by none of its own', () => {
    const timeline = new Timeline(START);
    timeline.on('loop', () => void timeline.runUntil(timeline.now + 5));
    const wrong = [
      [START - 5, 'loop', 'TIME_BACKWARDS'],
      [Number.NaN, 'loop', 'TIME_INVALID'],
      [START, 'what', 'EVENT_KIND_UNKNOWN'],
    ] as const;
    for (const [at, kind, code] of wrong)
      expect(() => timeline.schedule(at, kind, null)).toThrow(expect.objectContaining({ code }));
    timeline.schedule(START + 1, 'loop', null);
    expect(() => timeline.runUntil(START + 10)).toThrow('cannot advance the timeline');
  });
});

describe('real time', () => {
  it.each([
    [5_000, 0.01, 15],
    [2_000, 0.4, 25],
    [300, 5, 25],
  ])(
    'a caller waits not long for an advance of %i events of %d ms: less than %i ms',
    async (events, each, most) => {
      const pace = new ManualPace();
      const timeline = new Timeline(0);
      timeline.on('work', () => pace.elapse(each));
      for (let at = 1; at <= events; at++) timeline.schedule(at, 'work', null);
      let [longest, breathed] = [0, 0];
      const breathe = pace.breathe.bind(pace);
      pace.breathe = () => {
        longest = Math.max(longest, pace.monotonic() - breathed);
        breathed = pace.monotonic();
        return breathe();
      };
      await advanceInSlices(timeline, pace, { interrupted: false }, events, { patience: 1e9 });
      expect(longest).toBeLessThan(most);
    },
  );

  it('of the platform waits as long as is asked for, a very long time too, and keeps no process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    let over = false;
    const cancel = platformPace.after(2 ** 40, () => {
      over = true;
    });
    expect(timers()).toBe(before);
    await new Promise<void>((resolve) => platformPace.after(5, resolve));
    await platformPace.breathe();
    expect(over).toBe(false);
    cancel();
  });
});
