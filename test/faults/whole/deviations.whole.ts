/** The whole suite finds a service, and passes no rule that it breaks, in each dialect, where it deviates. */
import { expect, it } from 'vitest';
import { inPart } from '../../sample.ts';
import { passedWrongly, spoken } from './judged.ts';

it.each(inPart(spoken))('$does ($profile.name)', async (service) => {
  expect(await passedWrongly(service)).toEqual([]);
});
