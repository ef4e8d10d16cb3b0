/** Laws of the judge that hold for all histories, lawful or not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surroundingsOf, weightOf } from '../../contracts/judge/assumption.ts';
import type { Event } from '../../contracts/judge/event.ts';
import { explain, Judge } from '../../contracts/judge/judge.ts';
import { stakesOf } from '../../contracts/judge/stakes.ts';
import { anyHistory } from './facts.ts';

type Start = Parameters<typeof Judge.create>[0];

function judged(events: readonly Event[], start?: Start): Judge {
  return events.reduce((judge, event) => judge.after(event), Judge.create(start));
}

describe('a judge', () => {
  it('that may give up more explains all that one explains which may give up less', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat({ max: 1 }), fc.boolean(), (events, maxViolations, blames) => {
        const environment = blames ? surroundingsOf(events) : undefined;
        const strict = judged(events, { maxViolations, environment });
        const relaxed = judged(events, { maxViolations: maxViolations + 1, environment });
        const blaming = judged(events, { maxViolations, environment: surroundingsOf(events) });
        for (const more of [relaxed, blaming]) expect(more.explains || !strict.explains).toBe(true);
      }),
    );
  });

  it('gives nothing up for what it explains anyway', () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        if (!judged(events).explains) return;
        expect([
          ...(judged(events, { maxViolations: 1, environment: surroundingsOf(events) }).violated ?? []),
        ]).toEqual([]);
      }),
    );
  });

  it('explains the beginning of all that it explains', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat({ max: 12 }), (events, length) => {
        expect(judged(events.slice(0, length)).explains || !judged(events).explains).toBe(true);
      }),
    );
  });

  it('that may blame the environment gives up no more than one that may not', () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        const least = (blames: boolean) => explain(events, { blames })?.givenUp[0];
        const [alone, blaming] = [least(false), least(true)];
        if (!alone || alone.length === 0) return;
        expect(blaming?.length).toBeLessThanOrEqual(alone.length);
        if (blaming?.length === alone.length) expect(weightOf(blaming)).toBeLessThanOrEqual(weightOf(alone));
      }),
    );
  });

  it('says of no more rules that they are at stake than of answers that it refuses', () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        const { at, tried, noticed } = stakesOf(events);
        expect(noticed).toBeLessThanOrEqual(tried);
        expect(at.size === 0 || noticed > 0).toBe(true);
      }),
    );
  });
});
