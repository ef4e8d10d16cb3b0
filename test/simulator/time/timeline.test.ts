import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockError } from '../../../simulator/time/errors.ts';
import { Timeline } from '../../../simulator/time/timeline.ts';

const START = Date.UTC(2026, 0, 5, 8);

/** A timeline whose events of kind `note` are written down, and may schedule others. */
function noting(start = START) {
  const timeline = new Timeline(start);
  const seen: { at: number; name: string }[] = [];
  timeline.on('note', ({ payload }) => {
    const { name, next } = payload as { name: string; next?: { after: number; name: string } };
    seen.push({ at: timeline.now, name });
    if (next) timeline.schedule(timeline.now + next.after, 'note', { name: next.name });
  });
  return { timeline, seen };
}

const event = fc.record({
  after: fc.nat(1_000),
  name: fc.string({ maxLength: 3 }),
  next: fc.option(fc.record({ after: fc.nat(500), name: fc.string({ maxLength: 3 }) }), { nil: undefined }),
});
const events = fc.array(event, { maxLength: 60 });

function scheduleAll(timeline: Timeline, all: { after: number }[]): void {
  for (const { after, ...payload } of all) timeline.schedule(START + after, 'note', payload);
}

describe('a timeline', () => {
  it('runs events by time, and those of one time in the order in which they were scheduled', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 80 }), (times) => {
        const timeline = new Timeline(START);
        const seen: { at: number; sequence: number }[] = [];
        timeline.on('note', ({ at, sequence }) => seen.push({ at, sequence }));
        for (const after of times) timeline.schedule(START + after, 'note', null);
        timeline.runUntil(START + 20);
        expect(seen).toEqual([...seen].sort((a, b) => a.at - b.at || a.sequence - b.sequence));
        expect(seen.map(({ at }) => at - START).sort((a, b) => a - b)).toEqual(
          [...times].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('keeps the order when most of many events are cancelled', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 130, maxLength: 200 }), fc.nat(6), (times, kept) => {
        const timeline = new Timeline(START);
        const seen: { at: number; sequence: number }[] = [];
        timeline.on('note', ({ at, sequence }) => seen.push({ at, sequence }));
        const sequences = times.map((after) => timeline.schedule(START + after, 'note', null));
        for (const sequence of sequences) if (sequence % 7 !== kept) timeline.cancel(sequence);
        timeline.runUntil(START + 1_000);
        expect(seen.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
          sequences.filter((sequence) => sequence % 7 === kept),
        );
        expect(seen).toEqual([...seen].sort((a, b) => a.at - b.at || a.sequence - b.sequence));
      }),
    );
  });

  it('says how far in the past an event would be', () => {
    const { timeline } = noting();
    expect(() => timeline.schedule(START - 5, 'note', null)).toThrow(
      expect.objectContaining({
        code: 'TIME_BACKWARDS',
        message: 'An event cannot be scheduled 5 ms before now.',
        hint: 'Schedule it at now or later.',
      }),
    );
  });

  it('takes back no event under a number that it has not given yet', () => {
    const { timeline } = noting();
    timeline.schedule(START, 'note', { name: 'a' });
    const state = timeline.save();
    const deadlines = state.deadlines.map((one) => ({ ...one, sequence: state.nextSequence }));
    expect(() => timeline.restore({ ...state, deadlines })).toThrow('has not been issued yet');
  });

  it('is not advanced by an event that it runs', () => {
    const timeline = new Timeline(START);
    timeline.on('note', () => void timeline.runUntil(timeline.now + 5));
    timeline.schedule(START, 'note', null);
    expect(() => timeline.runUntil(START + 10)).toThrow('cannot advance the timeline');
  });

  it('does not care in which order events of different times were scheduled', () => {
    const distinct = fc.uniqueArray(fc.nat(10_000), { maxLength: 50 });
    const orders = distinct.chain((times) =>
      fc.tuple(fc.constant(times), fc.shuffledSubarray(times, { minLength: times.length })),
    );
    const namesOf = (times: number[]) => {
      const { timeline, seen } = noting();
      scheduleAll(
        timeline,
        times.map((after) => ({ after, name: String(after) })),
      );
      timeline.runUntil(START + 10_000);
      return seen;
    };
    fc.assert(
      fc.property(orders, ([times, shuffled]) => {
        expect(namesOf(shuffled)).toEqual(namesOf(times));
      }),
    );
  });

  it('comes to the same by one jump as by a thousand steps', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(40), { minLength: 1, maxLength: 60 }), (all, steps) => {
        const jump = noting();
        const walk = noting();
        scheduleAll(jump.timeline, all);
        scheduleAll(walk.timeline, all);
        const end = START + steps.reduce((sum, step) => sum + step, 0);
        jump.timeline.runUntil(end);
        for (const step of steps) walk.timeline.runUntil(walk.timeline.now + step);
        expect(walk.seen).toEqual(jump.seen);
        expect(walk.timeline.save()).toEqual(jump.timeline.save());
      }),
    );
  });

  it('goes on identically when it was saved and restored on the way, cancelled events included', () => {
    fc.assert(
      fc.property(events, fc.nat(1_500), fc.array(fc.nat(60)), (all, stop, cancelled) => {
        const whole = noting();
        scheduleAll(whole.timeline, all);
        for (const sequence of cancelled) whole.timeline.cancel(sequence);
        whole.timeline.runUntil(START + stop);
        const second = noting(0);
        second.timeline.restore(JSON.parse(JSON.stringify(whole.timeline.save())));
        const before = whole.seen.length;
        for (const { timeline } of [whole, second]) timeline.runUntil(START + 2_000);
        expect(second.seen).toEqual(whole.seen.slice(before));
        expect(second.timeline.save()).toEqual(whole.timeline.save());
      }),
    );
  });

  it('shows handlers the time of their event, and the time asked for afterwards', () => {
    const { timeline, seen } = noting();
    timeline.schedule(START + 10, 'note', { name: 'a', next: { after: 0, name: 'b' } });
    expect(timeline.runUntil(START + 100)).toEqual({ events: 2, settled: true });
    expect(seen).toEqual([
      { at: START + 10, name: 'a' },
      { at: START + 10, name: 'b' },
    ]);
    expect(timeline.now).toBe(START + 100);
  });

  it('stops early when asked to, at the time of the last event that ran', () => {
    const { timeline } = noting();
    scheduleAll(
      timeline,
      [1, 2, 3, 4].map((after) => ({ after, name: '' })),
    );
    expect(timeline.runUntil(START + 9, { maxEvents: 2 })).toEqual({ events: 2, settled: false });
    expect(timeline.now).toBe(START + 2);
    let asked = 0;
    expect(timeline.runUntil(START + 9, { pause: () => asked++ === 1 })).toEqual({
      events: 1,
      settled: false,
    });
    expect(timeline.now).toBe(START + 3);
    expect(timeline.runUntil(START + 9)).toEqual({ events: 1, settled: true });
  });

  it('takes back an event once', () => {
    const { timeline, seen } = noting();
    const first = timeline.schedule(START + 1, 'note', { name: 'first' });
    timeline.schedule(START + 2, 'note', { name: 'second' });
    expect(timeline.cancel(first)).toBe(true);
    expect(timeline.cancel(first)).toBe(false);
    expect(timeline.nextAt()).toBe(START + 2);
    timeline.runUntil(START + 5);
    expect(seen.map(({ name }) => name)).toEqual(['second']);
    expect(timeline.cancel(2)).toBe(false);
  });

  it('does not grow by events that were taken back', () => {
    const { timeline } = noting();
    for (let turn = 0; turn < 10_000; turn++)
      timeline.cancel(timeline.schedule(START + turn + 1, 'note', {}));
    expect(timeline.size).toBe(0);
    expect(timeline.save().deadlines).toEqual([]);
    expect(timeline.nextAt()).toBeUndefined();
  });

  it('says what comes next, of all kinds or of some', () => {
    const { timeline } = noting();
    timeline.on('other', () => undefined);
    timeline.schedule(START + 3, 'note', { name: 'late' });
    timeline.schedule(START + 1, 'other', null);
    timeline.schedule(START + 2, 'note', { name: 'soon' });
    expect(timeline.upcoming(2).map(({ at }) => at - START)).toEqual([1, 2]);
    expect(timeline.upcoming(9, ['note']).map(({ payload }) => payload)).toEqual([
      { name: 'soon' },
      { name: 'late' },
    ]);
    expect(timeline.upcoming(0)).toEqual([]);
  });

  it.each([
    [
      'an event in the past',
      'TIME_BACKWARDS',
      (timeline: Timeline) => timeline.schedule(START - 1, 'note', null),
    ],
    [
      'a time that is invalid',
      'TIME_INVALID',
      (timeline: Timeline) => timeline.schedule(Number.NaN, 'note', null),
    ],
    [
      'an event that has no handler',
      'EVENT_KIND_UNKNOWN',
      (timeline: Timeline) => timeline.schedule(START, 'what', null),
    ],
    ['going back', 'TIME_BACKWARDS', (timeline: Timeline) => timeline.runUntil(START - 1)],
    [
      'a time that is invalid to run to',
      'TIME_BACKWARDS',
      (timeline: Timeline) => timeline.runUntil(Number.NaN),
    ],
  ])('refuses %s and stays as it was', (_what, code, attempt) => {
    const { timeline } = noting();
    timeline.schedule(START + 5, 'note', { name: 'a' });
    const before = timeline.save();
    expect(() => attempt(timeline)).toThrowError(expect.objectContaining({ name: 'ClockError', code }));
    expect(timeline.save()).toEqual(before);
  });

  it.each([
    ['a kind that has no handler', '/deadlines/0/kind', { kind: 'what' }],
    ['a time that has passed', '/deadlines/0/at', { at: START - 1 }],
    ['a number that was not given', '/deadlines/0/sequence', { sequence: 99 }],
    ['a number that another event has', '/deadlines/1/sequence', { twice: true }],
  ])('refuses a state with an event of %s, and stays as it was', (_what, pointer, damage) => {
    const { timeline } = noting();
    timeline.schedule(START + 5, 'note', { name: 'a' });
    const before = timeline.save();
    const [event] = before.deadlines.map((saved) => ({ ...saved, ...damage }));
    const deadlines = 'twice' in damage ? [event, event] : [event];
    const attempt = () => timeline.restore({ ...before, deadlines } as never);
    expect(attempt).toThrowError(expect.objectContaining({ name: 'StateError', pointer }));
    expect(timeline.save()).toEqual(before);
  });

  it('says which kinds of events there are when one is unknown', () => {
    const { timeline } = noting();
    const attempt = () => timeline.schedule(START, 'what', null);
    expect(attempt).toThrow(ClockError);
    expect(attempt).toThrowError(expect.objectContaining({ hint: 'Known kinds: note.' }));
  });

  it('has one handler for a kind, and no event that runs the timeline', () => {
    const { timeline } = noting();
    expect(() => timeline.on('note', () => undefined)).toThrow(/already/);
    timeline.on('loop', () => timeline.runUntil(timeline.now + 1_000));
    timeline.schedule(START + 1, 'loop', null);
    timeline.schedule(START + 2, 'note', { name: 'a' });
    expect(() => timeline.runUntil(START + 10)).toThrow(/cannot advance/);
  });
});
