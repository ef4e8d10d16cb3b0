import { createTask } from 'node-cron';
import { describe, expect, it } from 'vitest';
import { nextCronTime } from '../../../scenarios/player/cron.ts';

const day = 86_400_000;
const monday = Date.UTC(2026, 2, 23);

/** All moments of an expression from one day to another, as ISO 8601 without seconds. */
function moments(expression: string, timeZone: string, from: number, until: number): string[] {
  const found: string[] = [];
  let at = nextCronTime(expression, timeZone, from - 1, until);
  while (at !== undefined) {
    found.push(new Date(at).toISOString().slice(0, 16));
    at = nextCronTime(expression, timeZone, at, until);
  }
  return found;
}

describe('the moments of a cron expression', () => {
  it('are those of the clocks of the zone', () => {
    expect(moments('30 8 * * 1-5', 'Europe/Berlin', monday, monday + 7 * day)).toEqual([
      '2026-03-23T07:30',
      '2026-03-24T07:30',
      '2026-03-25T07:30',
      '2026-03-26T07:30',
      '2026-03-27T07:30',
    ]);
    expect(moments('0 9 * * *', 'Asia/Kolkata', monday, monday + day)).toEqual(['2026-03-23T03:30']);
  });

  it('leave out an hour that the clocks leave out, and come twice in one that comes twice', () => {
    const spring = Date.UTC(2026, 2, 28, 12);
    expect(moments('30 2 * * *', 'Europe/Berlin', spring, spring + 2 * day)).toEqual(['2026-03-30T00:30']);
    const autumn = Date.UTC(2026, 9, 24, 12);
    expect(moments('30 2 * * *', 'Europe/Berlin', autumn, autumn + day)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:30',
    ]);
  });

  it.each([
    ['*/17 * * * *', 'UTC'],
    ['5,35 6-9 * * 1-5', 'America/New_York'],
    ['0 12 L * *', 'Europe/Berlin'],
    ['15 10 * * 1#2', 'Australia/Lord_Howe'],
    ['20 15 3 * * *', 'Europe/Berlin'],
  ])('are all that node-cron says match: %s in %s', (expression, timeZone) => {
    const task = createTask(expression, () => undefined, { timezone: timeZone });
    void task.destroy();
    const from = Date.UTC(2026, 3, 10);
    const until = from + 3 * day;
    const matching: string[] = [];
    for (let at = from; at <= until; at += 60_000) {
      const seconds = expression.split(' ').length === 6 ? [0, 20] : [0];
      for (const second of seconds) {
        const date = new Date(at + second * 1000);
        if (task.match(date)) matching.push(date.toISOString().slice(0, 16));
      }
    }
    expect(moments(expression, timeZone, from, until)).toEqual(matching);
  });

  it('end where they are to end, and there may be none', () => {
    expect(nextCronTime('0 0 1 1 *', 'UTC', monday, monday + 30 * day)).toBeUndefined();
    expect(nextCronTime('0 0 * * *', 'UTC', monday, monday + day)).toBe(monday + day);
    expect(nextCronTime('0 0 * * *', 'UTC', monday, monday + day - 1)).toBeUndefined();
  });
});
