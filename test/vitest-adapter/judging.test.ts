/** From a verdict to the result of a test. */
import { expect, it } from 'vitest';
import { resultOf } from '../../simulator/vitest/contract/judging.ts';
import { everyVerdict } from '../command/formats/runs.ts';

const resultFor = (id: string) =>
  resultOf(
    everyVerdict.outcomes.find((one) => one.id === id),
    everyVerdict,
    false,
  );

it.each([
  ['token/issued', 'passed'],
  ['limits/stops-at-limit/sms', 'failed'],
  ['auth/bearer-accepted/readGroup', 'failed'],
  ['operations/readUser', 'skipped'],
  ['devices/posted-alert-is-taken', 'skipped'],
])('%s: its test is %s', (id, result) => {
  expect(Object.keys(resultFor(id))).toEqual([result]);
});
