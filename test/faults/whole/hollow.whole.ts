/** On services that do nothing behind good answers the rules about an effect pass that they truly keep, and no other. */
import { expect, it } from 'vitest';
import { hollowServices } from '../hollow.ts';
import { passesOfHollow } from './judged.ts';

const known = ['all', 'nothing'] as const;

it.each(hollowServices.flatMap((hollow) => known.map((told) => ({ ...hollow, told }))))(
  'a service $what, of which the suite knows $told',
  async ({ told, ...hollow }) => {
    expect(await passesOfHollow(hollow, told)).toEqual([]);
  },
);
