/** On services that do nothing behind good answers the rules about an effect pass that they truly keep, and no other. */
import { expect, it } from 'vitest';
import { WHOLE } from '../sample.ts';
import { fault } from './fault.ts';
import { hollowServices } from './hollow.ts';
import { idsWith, judged } from './judging.ts';

/** Rules of the other areas may rest on what was served, and what was refused. */
const ofEffect = /^(devices|groups|users|limits|expiry|licences)\//;

const known = WHOLE ? (['all', 'nothing'] as const) : (['all'] as const);

it.each(hollowServices.flatMap((hollow) => known.map((told) => ({ ...hollow, told }))))(
  'a service $what, of which the suite knows $told',
  async ({ what, around, keeps, told }) => {
    const run = await judged(fault(what, [], around), told === 'nothing' ? { known: null } : {});
    const passed = idsWith(run, 'pass').filter((id) => ofEffect.test(id));
    expect(passed.filter((id) => !keeps.some((beginning) => id.startsWith(beginning)))).toEqual([]);
  },
);
