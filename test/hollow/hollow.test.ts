/**
 * On services that do nothing behind good answers the rules about an effect pass that they truly keep, and no other,
 * whatever is known of them.
 */
import { describe, expect, it } from 'vitest';
import { areaOf } from '../../contracts/specification/rules/index.ts';
import { oneIn, WHOLE } from '../sample.ts';
import { descriptions, passedBy } from './judging.ts';
import { hollowServices } from './services.ts';

/** The areas whose rules ask for an effect; those of the others may rest on what was served, and what refused. */
const ofEffect = new Set(['devices', 'groups', 'users', 'limits', 'expiry', 'licences']);

const known = descriptions.filter((description) => WHOLE || description === 'full');

describe.each(oneIn(4, hollowServices))('a service $what', (hollow) => {
  it.each(known)('with the description "%s" passes none of the others', async (description) => {
    const passed = await passedBy(hollow, description);
    expect(
      passed.filter(
        (id) => ofEffect.has(areaOf(id)) && !hollow.keeps.some((beginning) => id.startsWith(beginning)),
      ),
    ).toEqual([]);
  });
});
