/** The trace by which `npm run detection` tells faults apart. */
import { expect, it } from 'vitest';
import { operations } from '../../contracts/specification/operations.ts';
import { drawTrace } from './drawing/calls.ts';
import { readTrace, traceText } from './trace.ts';

it('the trace is as long as it says, has every operation, and is drawn from its seed', async () => {
  const calls = readTrace();
  expect(calls.length).toBe(2_000);
  const paths = operations.map(
    ({ method, path }) => [method, new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}([?].*)?$`)] as const,
  );
  const unused = paths.filter(
    ([method, path]) => !calls.some((call) => call[0] === method && path.test(call[1])),
  );
  expect(unused).toEqual([]);
  expect(traceText(await drawTrace(1, 50))).toBe(traceText(calls.slice(0, 50)));
});
