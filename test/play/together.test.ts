import { expect, test } from 'vitest';
import type { Step } from '../../contracts/play/steps.ts';
import { togetherFrom } from '../../contracts/play/together.ts';

const read = (record: number): Step => ({ do: 'read', family: 'group', record });
const list: Step = { do: 'list', family: 'group' };
const update = (record: number, drawn?: number): Step => ({
  ...{ do: 'update', family: 'group', record, fact: 'both' },
  ...(drawn !== undefined && { drawn }),
});

test.each<[string, Step[], number]>([
  ['looks at different things', [read(1), read(2), list, update(1)], 3],
  ['the same look once more comes later: it may show another answer', [list, list], 1],
  ['a write goes out alone', [update(1), read(1)], 1],
  ['texts go to different records', [update(1, 1), update(2, 2), update(1, 3), read(1)], 2],
  ['a write and a look', [update(1, 1), read(2)], 1],
])('steps that go out at once: %s', (_, steps, count) => {
  expect(togetherFrom(steps, 0)).toEqual(steps.slice(0, count));
});

test('there is nothing after the last step', () => {
  expect(togetherFrom([list], 1)).toEqual([]);
});
