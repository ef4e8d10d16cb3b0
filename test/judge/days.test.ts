/** When days may end, as far as the document says it (section 8). */
import { expect, it } from 'vitest';
import { timePasses } from '../../contracts/judge/parts/days.ts';

const at = (text: string) => Date.parse(`2026-03-${text}Z`);
const ends = (since: string, now: string, from?: string) =>
  timePasses({ at: at(since), from: from === undefined ? undefined : at(from), to: at(since) }, at(now))
    .filter(({ lawful }) => lawful)
    .map(({ ended }) => ended);

it('no day ends in a few minutes, but for the ends of quarters of an hour', () => {
  expect(ends('07T10:01:00', '07T10:09:00')).toEqual([false]);
  expect(ends('07T23:59:59', '08T00:00:04')).toEqual([true, false]);
  // A clock that is read by the second may be behind.
  expect(ends('07T23:59:50', '07T23:59:59')).toEqual([true, false]);
});

it('no day ends twice in less than 23 hours, and one does within 26', () => {
  expect(ends('07T01:00:00', '07T12:00:00', '07T00:30:00')).toEqual([false]);
  expect(ends('07T01:00:00', '08T00:30:00', '07T00:30:00')).toEqual([true, false]);
  expect(ends('07T01:00:00', '08T03:00:00', '07T00:30:00')).toEqual([true]);
});
