/** Laws of the judge that hold for all histories, lawful or not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blamesIn, weightOf } from '../../../contracts/judge/assumption.ts';
import type { Event } from '../../../contracts/judge/event.ts';
import { explain, Judge } from '../../../contracts/judge/judge.ts';
import { stakesOf } from '../../../contracts/judge/stakes.ts';
import { CONFIRMING, rulingsOn, type Witnessed } from '../../../contracts/judge/verdict.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import { rules } from '../../../contracts/specification/rules/index.ts';
import { anyHistory } from './facts.ts';

type Start = Parameters<typeof Judge.create>[0];

function judged(events: readonly Event[], start?: Start): Judge {
  return events.reduce((judge, event) => judge.after(event), Judge.create(start));
}

describe('a judge', () => {
  it('that may give up more explains all that one explains which may give up less', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat({ max: 1 }), fc.boolean(), (events, maxViolations, blames) => {
        const may = { blames: blames ? blamesIn(events) : undefined };
        const strict = judged(events, { maxViolations, ...may });
        const relaxed = judged(events, { maxViolations: maxViolations + 1, ...may });
        const blaming = judged(events, { maxViolations, blames: blamesIn(events) });
        for (const more of [relaxed, blaming]) expect(more.explains || !strict.explains).toBe(true);
      }),
    );
  });

  it('gives nothing up for what it explains anyway', () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        if (!judged(events).explains) return;
        expect([...(judged(events, { maxViolations: 1, blames: blamesIn(events) }).violated ?? [])]).toEqual(
          [],
        );
      }),
    );
  });

  it('would give up for an answer what it gives up once that came', () => {
    const parts = ['groups', 'licences', 'email of d1'];
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(...parts), (events, only) => {
        const last = events.at(-1);
        const before = judged(events.slice(0, -1), { maxViolations: 1, only });
        if (!last || !before.explains || last.kind === 'device') return;
        const given = before.after(last).violated?.get(only) ?? [];
        const sets = given.map((set) => set.map(({ without }) => without));
        expect(before.wouldGiveUp(only, last)).toEqual(sets);
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
        const { at, flips } = stakesOf(events);
        const noticed = new Set(flips.flatMap(({ rules }) => [...rules]));
        for (const id of at.keys()) expect(noticed).toContain(id);
      }),
    );
  });
});

/** Histories as they may have been played: what no reading explains came each time, or now and then. */
const played = fc.array(fc.tuple(anyHistory, fc.boolean()), { minLength: 1, maxLength: 4 }).map((all) =>
  all.map(([facts, isConfirmed], place): Witnessed => {
    const explanation = explain(facts);
    const often = isConfirmed ? CONFIRMING : 1;
    return {
      ...{ name: `history ${place}`, about: [], counts: true, untaken: [] },
      facts: explanation ? facts.slice(0, explanation.step + 1) : facts,
      failed: explanation ? often : 0,
      played: explanation ? Math.max(often, 2) : 1,
    };
  }),
);

describe('verdicts', () => {
  const ids = rules.flatMap(expand).map(({ id }) => id);
  const isConfirmed = ({ failed, played }: Witnessed) => failed === played && played >= CONFIRMING;

  it('blame a rule for what came each time and only rules explain, whatever else came', () => {
    fc.assert(
      fc.property(played, (all) => {
        const broken = all.filter(isConfirmed).filter(({ facts }) => explain(facts)?.broken.length);
        const failed = rulingsOn(ids, all).filter(({ verdict }) => verdict === 'fail');
        expect(failed.length > 0).toBe(broken.length > 0);
        for (const { histories } of failed)
          for (const name of histories)
            expect(all.filter(isConfirmed).map((one) => one.name)).toContain(name);
      }),
    );
  });
});
