import { describe, expect, it } from 'vitest';
import { REPORTED_PROBLEMS, storyBounds } from '../../../contracts/kit/bounds.ts';
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
