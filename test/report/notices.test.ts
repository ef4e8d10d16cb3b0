import { expect, test } from 'vitest';
import { notices } from '../../contracts/report/notices.ts';
import { allPass, empty } from './runs.ts';

test('what was left behind for the same reason is reported once', () => {
  const leftBehind = [
    'device dev-11: the API has no operation that removes one',
    'device dev-12: the API has no operation that removes one',
    'group grp-$&: it was answered 500',
    'user usr-1',
  ];
  expect(notices({ ...empty, leftBehind })).toEqual([
    'Created and not removed again: device dev-11, dev-12: the API has no operation that removes one; ' +
      'group grp-$&: it was answered 500; user usr-1',
  ]);
});

test('rules that came to an end when they were judged again are counted, each cause once', () => {
  const cut = 'GET /api/groups: the connection was cut';
  const outcomes = allPass.outcomes.map((it, index) => (index < 3 ? { ...it, retries: [cut] } : it));
  expect(notices({ ...allPass, outcomes })).toEqual([`3 checks judged again: ${cut}`]);
});
