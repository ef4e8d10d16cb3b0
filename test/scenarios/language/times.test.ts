import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationOf } from '../../../scenarios/language/resolve/durations.ts';
import { localText } from '../../../scenarios/language/resolve/times.ts';
import { durationInWords } from '../../../scenarios/language/words.ts';
import { problemsOf, read, storyOf } from './reading.ts';

describe('durations', () => {
  it.each([
    ['15s', 15_000],
    ['10 min', 600_000],
    ['2h', 7_200_000],
    ['1h 30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['2 days', 172_800_000],
    ['250ms', 250],
    ['1 hour 5 minutes 3 seconds', 3_903_000],
    ['PT10M', 600_000],
    ['P1DT2H', 93_600_000],
    ['PT1.5S', 1500],
    ['0s', 0],
  ])('%s is %d ms', (text, ms) => {
    expect(durationOf(text)).toBe(ms);
  });

  it.each(['', '10', 'ten minutes', '-5s', 'PT', 'P1Y', 'P1M', '5 lightyears', '1h and 5m'])(
    '"%s" is none',
    (text) => {
      expect(durationOf(text)).toBeUndefined();
    },
  );

  it('are said in words that mean the same', () => {
    fc.assert(
      fc.property(fc.nat(59), fc.nat(59), fc.constantFrom('s', 'm', 'h'), (many, few, unit) => {
        const smaller = { s: 'ms', m: 's', h: 'm' }[unit];
        const ms = durationOf(`${many}${unit} ${few}${smaller}`) as number;
        expect(durationOf(durationInWords(ms))).toBe(ms);
      }),
    );
  });
});

/** When an entry comes, by the clocks of Budapest. */
async function at(text: string, clock?: string): Promise<string> {
  const story = await read(
    storyOf({ timeline: `  - { at: ${text}, caption: Now. }`, ...(clock && { clock }) }),
  );
  const when = story.timeline[0]?.when;
  return when?.kind === 'at' ? localText(when.at, 'Europe/Budapest') : String(when?.kind);
}

describe('times', () => {
  const days = '{ start: 2026-03-02 08:00, for: 4d, timeZone: Europe/Budapest }';

  it.each([
    ['start', '2026-03-02 08:00'],
    ['10m', '2026-03-02 08:10'],
    ['PT26H', '2026-03-03 10:00'],
    ['08:00', '2026-03-02 08:00'],
    ['9:30', '2026-03-02 09:30'],
    ['08:30:15', '2026-03-02 08:30:15'],
    ['07:59', '2026-03-03 07:59'],
    ['day 1 08:30', '2026-03-02 08:30'],
    ['day 3 00:15', '2026-03-04 00:15'],
    ['2026-03-05 23:59', '2026-03-05 23:59'],
    ['2026-03-05T06:00', '2026-03-05 06:00'],
    ['2026-03-05T06:00Z', '2026-03-05 07:00'],
    ['2026-03-05 06:00+03:00', '2026-03-05 04:00'],
    ['end', 'end'],
  ])('%s is %s', async (text, local) => {
    expect(await at(text, days)).toBe(local);
  });

  const spring = '{ start: 2026-03-28 20:00, for: 1d, timeZone: Europe/Budapest }';
  const autumn = '{ start: 2026-10-24 20:00, for: 1d, timeZone: Europe/Budapest }';

  it('go by the clocks also where these go forward', async () => {
    expect(await at('03:30', spring)).toBe('2026-03-29 03:30');
    const story = await read(storyOf({ clock: spring, timeline: '  - { at: 03:30, caption: Now. }' }));
    expect(story.timeline[0]?.when).toMatchObject({ at: Date.parse('2026-03-29T01:30:00Z') });
  });

  it('that the clocks leave out are reported, with what they would be', async () => {
    const [problem] = await problemsOf(
      storyOf({ clock: spring, timeline: '  - { at: 02:30, caption: Now. }' }),
    );
    expect(problem).toMatchObject({ code: 'TIME_SKIPPED', hint: 'it would be 2026-03-29 03:30:00' });
  });

  it('that the clocks show twice are the first of the two', async () => {
    const story = await read(storyOf({ clock: autumn, timeline: '  - { at: 02:30, caption: Now. }' }));
    expect(story.timeline[0]?.when).toMatchObject({ at: Date.parse('2026-10-25T00:30:00Z') });
  });

  it.each([
    ['before the start', '{ at: 2026-03-02 07:59, caption: A }', 'TIME_BEFORE_START'],
    ['after the end', '{ at: 2h, caption: A }', 'TIME_AFTER_END'],
    ['of tomorrow in a story of today', '{ at: 07:30, caption: A }', 'TIME_AFTER_END'],
    ['without a unit', '{ at: "10", caption: A }', 'TIME_INVALID'],
    ['that is not a time of day', '{ at: 25:00, caption: A }', 'TIME_INVALID'],
    ['that is not a date', '{ at: 2026-02-30 08:00, caption: A }', 'TIME_INVALID'],
    ['in words', '{ at: noon, caption: A }', 'TIME_INVALID'],
    ['of a day before the first', '{ at: day 0 08:00, caption: A }', 'TIME_INVALID'],
    ['from which is after until', '{ every: 1m, from: 08:30, until: 08:20, caption: A }', 'NEVER'],
    ['again and again that never comes', '{ every: 2h, caption: A }', 'NEVER'],
    ['every 0', '{ every: 0s, caption: A }', 'EVERY_TOO_SHORT'],
    ['every half second', '{ every: 500ms, caption: A }', 'EVERY_TOO_SHORT'],
  ])('%s is reported', async (_, entry, code) => {
    expect((await problemsOf(storyOf({ timeline: `  - ${entry}` }))).map((each) => each.code)).toEqual([
      code,
    ]);
  });

  it('again and again come for the first time once they have passed, or from when it says', async () => {
    const story = await read(
      storyOf({
        timeline: '  - { every: 10m, caption: A }\n  - { every: 10m, from: start, until: 08:30, caption: B }',
      }),
    );
    const start = Date.parse('2026-03-02T07:00:00Z');
    expect(story.timeline.map(({ when }) => when)).toEqual([
      { kind: 'every', every: 600_000, from: start + 600_000, until: start + 3_600_000 },
      { kind: 'every', every: 600_000, from: start, until: start + 1_800_000 },
    ]);
  });
});

describe('the clock', () => {
  it.each([
    ['without an end', '{ start: 2026-03-02 08:00 }', 'END_UNCLEAR'],
    ['with two ends', '{ start: 2026-03-02 08:00, for: 1h, end: 09:00 }', 'END_UNCLEAR'],
    ['that ends before it begins', '{ start: 2026-03-02 08:00, end: 2026-03-01 08:00 }', 'END_BEFORE_START'],
    ['that lasts for no time', '{ start: 2026-03-02 08:00, for: 0s }', 'END_BEFORE_START'],
    ['that lasts for a century', '{ start: 2026-03-02 08:00, for: 36525d }', 'CLOCK_TOO_LONG'],
    [
      'in a zone that is invalid',
      '{ start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Budapets }',
      'UNKNOWN_TIME_ZONE',
    ],
    [
      'that begins in an hour that is left out',
      '{ start: 2026-03-29 02:30, for: 1h, timeZone: Europe/Budapest }',
      'TIME_SKIPPED',
    ],
    ['that begins at no time', '{ start: tomorrow, for: 1h }', 'TIME_INVALID'],
  ])('%s is reported', async (_, clock, code) => {
    expect((await problemsOf(storyOf({ clock }))).map((each) => each.code)).toEqual([code]);
  });

  it('takes a seed from the file, from the caller, or 1', async () => {
    expect((await read(storyOf({}))).clock.seed).toBe(1);
    expect((await read(storyOf({ clock: '{ start: 2026-03-02 08:00, for: 1h, seed: 7 }' }))).clock.seed).toBe(
      7,
    );
  });
});

describe('cron expressions', () => {
  const week = '{ start: 2026-03-02 08:00, for: 7d, timeZone: Europe/Budapest }';
  const cron = (expression: string, more = '') =>
    storyOf({ clock: week, timeline: `  - { cron: "${expression}", caption: A${more} }` });

  it.each(['30 8 * * 1-5', '*/15 * * * *', '0 0 5 3 *', '@daily', '0 12 * * sun'])(
    '"%s" is one',
    async (expression) => {
      expect(await problemsOf(cron(expression))).toEqual([]);
    },
  );

  it.each([
    ['a day that is in no calendar', '0 0 31 2 *', '', 'CRON_NEVER'],
    ['a day that does not come in the story', '0 0 1 6 *', '', 'CRON_NEVER'],
    ['a time that does not come in its window', '30 8 * * *', ', from: 10:00, until: 20:00', 'CRON_NEVER'],
    ['fields that are invalid', '99 8 * * *', '', 'CRON_INVALID'],
    ['too few fields', '8 * *', '', 'CRON_INVALID'],
    ['words', 'every morning', '', 'CRON_INVALID'],
  ])('%s is reported', async (_, expression, more, code) => {
    const problems = await problemsOf(cron(expression, more));
    expect(problems.map((each) => each.code)).toEqual([code]);
  });
});
