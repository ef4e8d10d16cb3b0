/** Laws that hold for whatever a story does: order, times, counts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../scenarios/player/steps.ts';
import { batched } from '../../../scenarios/target/batching.ts';
import { Latencies } from '../../../scenarios/target/latencies.ts';
import type { Seen } from '../../../scenarios/target/seen.ts';
import { movedDate, movedToClock, movedToReal } from '../../../scenarios/target/times.ts';
import { start } from '../player/stories.ts';

const DAY = 86_400_000;

const steps: fc.Arbitrary<Seen[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('location', 'location', 'location', 'alert', 'delete-group'),
      device: fc.integer({ min: 1, max: 3 }),
      after: fc.integer({ min: 0, max: 5 }),
      refused: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((rows) => {
    let at = start;
    return rows.map(({ kind, device, after, refused }): Seen => {
      at += after;
      const position = { latitude: 1, longitude: 2 };
      if (kind === 'location')
        return { step: { at, kind, device, report: { deviceTime: at, ...position } }, refused };
      if (kind === 'alert')
        return { step: { at, kind, device, report: { type: 'sos', raisedAt: at } }, refused };
      return { step: { at, kind: 'delete-group', name: String(at) }, refused };
    });
  });

/** The reports of a device, one by one. */
function ofDevice(seen: readonly Seen[], device: number): unknown[] {
  return seen.flatMap((one) =>
    'step' in one && 'device' in one.step && one.step.device === device ? [reportOf(one.step)] : [],
  );
}
function reportOf(step: Step): unknown {
  return 'report' in step ? step.report : undefined;
}

describe('reports that go out together', () => {
  it('lose nothing, and keep the order of each device and of what is not a report', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 7 }), (seen, size) => {
        const sent = batched(seen, size);
        for (const device of [1, 2, 3]) {
          const found = sent.flatMap((one): unknown[] => {
            if (one.kind === 'locations' && one.device === device) return [...one.reports];
            return one.kind === 'alert' && one.device === device ? [one.report] : [];
          });
          expect(found).toEqual(ofDevice(seen, device));
        }
        const names = (list: readonly { kind?: string; name?: string }[]) =>
          list.flatMap(({ kind, name }) => (kind === 'delete-group' ? [name] : []));
        expect(names(sent as never)).toEqual(
          names(seen.map((one) => ('step' in one ? one.step : one)) as never),
        );
        expect(sent.map(({ at }) => at)).toEqual(sent.map(({ at }) => at).sort((a, b) => a - b));
        for (const one of sent)
          if (one.kind === 'locations') expect(one.reports.length).toBeLessThanOrEqual(size);
      }),
    );
  });

  it('are not those that a service refuses and those that it takes', () => {
    const report = (after: number, refused: boolean): Seen => ({
      step: {
        at: start + after,
        kind: 'location',
        device: 1,
        report: { deviceTime: start + after, latitude: 1, longitude: 2 },
      },
      refused,
    });
    expect(batched([report(0, false), report(1, true), report(2, true)], 10)).toMatchObject([
      { refused: false, reports: [{}] },
      { refused: true, reports: [{}, {}] },
    ]);
  });
});

describe('times', () => {
  const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2050, 0) });

  it('in real time are never in the future when they are sent, at any speed', () => {
    const speeds = fc.oneof(fc.double({ min: 1, max: 3_600, noNaN: true }), fc.constant('max' as const));
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 3 * DAY }),
        moment,
        speeds,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (begin, lasts, now, speed, share) => {
          const story = { start: begin, end: begin + lasts };
          const at = begin + share * lasts;
          const sentAt = speed === 'max' ? now : now + (at - begin) / speed;
          expect(at + movedToReal(story, now, speed)).toBeLessThanOrEqual(sentAt + 1);
        },
      ),
    );
  });

  it('on a clock that is brought along are moved by whole days, by none where they are still to come', () => {
    fc.assert(
      fc.property(moment, moment, (begin, now) => {
        const moved = movedToClock(begin, now);
        expect(moved % DAY).toBe(0);
        expect(begin + moved).toBeGreaterThanOrEqual(now);
        if (begin >= now) expect(moved).toBe(0);
        else expect(begin + moved - now).toBeLessThan(DAY);
      }),
    );
  });

  it('move dates by whole days, over the ends of months and years', () => {
    expect(movedDate('2026-12-31', DAY)).toBe('2027-01-01');
    expect(movedDate('2026-03-01', -DAY)).toBe('2026-02-28');
    expect(movedDate('2026-03-01', DAY / 3)).toBe('2026-03-01');
  });
});

describe('latencies', () => {
  it('are accurate to one percent, however many there are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.02, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(0.5, 0.9, 0.99),
        (all, share) => {
          const latencies = new Latencies();
          for (const ms of all) latencies.add(ms);
          const exact = [...all].sort((a, b) => a - b)[Math.ceil(share * all.length) - 1] as number;
          expect(latencies.quantile(share)).toBeGreaterThanOrEqual(exact * 0.989);
          expect(latencies.quantile(share)).toBeLessThanOrEqual(exact * 1.011);
          expect(latencies.max).toBe(Math.max(...all));
        },
      ),
    );
  });
});
