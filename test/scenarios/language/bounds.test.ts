import { describe, expect, it } from 'vitest';
import { REPORTED_PROBLEMS } from '../../../contracts/kit/bounds.ts';
import { storyBounds } from '../../../scenarios/language/bounds.ts';
import { problemsOf } from './reading.ts';

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const story = (more: string): string =>
  `title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\n${more}\n`;

describe('a limit of a story', () => {
  it('is how many groups all users together are in', async () => {
    const side = Math.sqrt(storyBounds.memberships);
    const crowd = (users: number) =>
      story(`groups:\n${lines(side, (at) => `  g${at}: x`)}\nusers:\n${lines(users, (at) => `  u${at}: `)}`);
    expect(await problemsOf(crowd(side))).toEqual([]);
    expect(await problemsOf(crowd(side + 1))).toMatchObject([
      { code: 'TOO_MANY', path: `/users/u${side}`, line: 6 + 2 * side },
    ]);
  });

  it('is how many different cron expressions there are, and how long they are looked for', async () => {
    const crons = (count: number, cron: (at: number) => string, length = '1h') =>
      story(`timeline:\n${lines(count, (at) => `  - { cron: "${cron(at)}", caption: x }`)}`).replace(
        '1h',
        length,
      );
    const minutes = (at: number) => `${at % 60} ${8 + Math.floor(at / 60)} * * *`;
    const { cronExpressions: most } = storyBounds;
    expect(await problemsOf(crons(most, minutes, '3d'))).toEqual([]);
    expect(await problemsOf(crons(most + 1, minutes, '3d'))).toMatchObject([
      { code: 'TOO_MANY', path: `/timeline/${most}/cron` },
    ]);
    expect(await problemsOf(crons(1_000, () => '30 8 * * *'))).toEqual([]);
    const rare = await problemsOf(crons(most, (at) => `${at % 60} ${at % 24} L * 1#1`, '3000d'));
    expect(new Set(rare.map(({ code }) => code))).toEqual(new Set(['TOO_MANY', 'CRON_NEVER']));
    // Those of numbers alone are counted on the calendar.
    const never = await problemsOf(crons(most, (at) => `${at % 60} ${at % 24} 29 2 1`, '3000d'));
    expect(new Set(never.map(({ code }) => code))).toEqual(new Set(['CRON_NEVER']));
  });

  it('is how many devices and records are concerned at one moment, and all of the fleet may be', async () => {
    const fleet = (count: number, more: string) =>
      story(more).replace('van: }', `van: { count: ${count} } }`);
    const sends = (times: number) =>
      `timeline:\n  - at: 1m\n    do: [${'{ send: all, channel: sms }, '.repeat(times)}]`;
    expect(await problemsOf(fleet(100_000, sends(1)))).toEqual([]);
    expect(await problemsOf(fleet(10_000, sends(25)))).toEqual([]);
    expect(await problemsOf(fleet(10_000, sends(26)))).toMatchObject([
      { code: 'TOO_MANY', path: '/timeline/0' },
    ]);
    const expecting = (times: number, expectation: string) => `expect: [${`${expectation}, `.repeat(times)}]`;
    for (const [expectation, most] of [
      ['{ devices: 1, licence: used }', 500],
      ['{ device: all, licence: used }', 25],
      ['{ reply: listDevices, items: 1 }', 6],
    ] as const) {
      expect(await problemsOf(fleet(10_000, expecting(most, expectation)))).toEqual([]);
      expect(await problemsOf(fleet(10_000, expecting(most + 1, expectation)))).toMatchObject([
        { code: 'TOO_MANY', path: '/expect' },
      ]);
    }
  });

  it('is how many stops all routes by road have', async () => {
    const routes = (stops: number) =>
      story(
        `routes:\n  way: { roads: [${lines(stops, (at) => (at % 2 ? 'depot,' : 'zoo,')).replaceAll('\n', ' ')}] }`,
      );
    expect(await problemsOf(routes(storyBounds.roadStops))).toEqual([]);
    expect(await problemsOf(routes(storyBounds.roadStops + 1))).toMatchObject([
      { code: 'TOO_MANY', path: '/routes' },
    ]);
  });

  it('is how many mistakes are reported, and suggestions are looked for as long', async () => {
    const slips = lines(REPORTED_PROBLEMS + 100, () => '  - { at: 1m, do: { stop: vna } }');
    const problems = await problemsOf(story(`timeline:\n${slips}`));
    expect(problems).toHaveLength(REPORTED_PROBLEMS);
    expect(problems.every(({ hint }) => hint === 'did you mean "van"?')).toBe(true);
  });

  it('is how many places are held against each other: more are not taken for swapped', async () => {
    const places = (count: number) =>
      story(
        `places:\n${lines(count - 1, (at) => `  p${at}: [48.${1000 + at}, 11.5]`)}\n  lost: [11.5, 48.1]`,
      );
    expect(await problemsOf(places(storyBounds.comparedPlaces))).toMatchObject([
      { code: 'POSITION_AXES_SWAPPED' },
    ]);
    expect(await problemsOf(places(storyBounds.comparedPlaces + 1))).toEqual([]);
  });

  it('is that times stay in the range of dates, whatever durations and clocks say', async () => {
    const playing = (clock: string, at: string) =>
      `title: T\nclock: { ${clock} }\nfleet: { van: }\ntimeline:\n  - { at: ${at}, caption: x }\n`;
    const clocks: [clock: string, codes: string[]][] = [
      ['start: 2026-03-28 0:0, for: 1h, timeZone: Europe/Budapest', ['TIME_INVALID']],
      ['start: 2026-03-28 08:00, for: 99999999999999999999h, timeZone: Europe/Budapest', ['CLOCK_TOO_LONG']],
      ['start: 9999-12-31 23:00, for: 1h, timeZone: America/Los_Angeles', []],
    ];
    for (const [clock, codes] of clocks) {
      for (const at of [
        'day 1 00:30',
        '1:00',
        '09:00',
        '9007199254740993h',
        `${'9'.repeat(300)}h`,
        'PT99999999999H',
      ]) {
        const problems = await problemsOf(playing(clock, at));
        expect(problems.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
      }
    }
  });
});
