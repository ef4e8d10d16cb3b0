/**
 * The whole suite on two services, in turn by the commit: one that deviates, in some dialect, and one that does nothing behind good
 * answers. `npm run whole` judges all of them.
 */
import { describe, expect, it } from 'vitest';
import { SEED } from '../sample.ts';
import { dialects } from './dialects.ts';
import { fault } from './fault.ts';
import { hollowServices } from './hollow.ts';
import { idsWith, judged } from './judging.ts';
import { passedWrongly, passesOfHollow, spoken } from './whole/judged.ts';
import { at } from './wrapping.ts';

const inTurn = <T>(all: readonly T[]) => all.filter((_, place) => place === SEED % all.length);

/** A raise takes effect on devices that have not reported: what fails on those of other histories does not fail on new ones. */
const raisesBeforeReports = fault(
  'goes on by the old SMS limit for the day where that of a device that has reported is raised',
  ['limits/raise-takes-effect/sms'],
  at(['postLocations', 'setLimits', 'send', 'advance'], ({ lens, fleet }) => {
    const reported = new Set<number>();
    const held = new Map<number, number>();
    return async ({ id, place, body, pass }) => {
      if (place === 'advance') held.clear();
      const device = lens.readPathId('device', id);
      if (device === undefined) return pass();
      if (place === 'postLocations') reported.add(device);
      const { dailySms } = fleet.limits.of(device);
      const old = held.get(device);
      const isHeld = place === 'send' && body.channel === 'sms' && old !== undefined;
      if (isHeld) fleet.limits.set(device, { dailySms: old });
      const reply = await pass();
      if (isHeld) fleet.limits.set(device, { dailySms });
      if (place !== 'setLimits' || body.dailySms === undefined) return reply;
      held.delete(device);
      const isRaised = dailySms !== null && Number(body.dailySms) > dailySms;
      if (isRaised && reported.has(device)) held.set(device, dailySms);
      return reply;
    };
  }),
);

describe('By the whole suite', () => {
  it.each(inTurn(spoken))(
    'a service that deviates passes no rule that it breaks: $does ($profile.name)',
    async (service) => {
      expect(await passedWrongly(service)).toEqual([]);
    },
  );

  it('a service that takes the past of a device for a limit is found on the devices that have it', async () => {
    const run = await judged(raisesBeforeReports, { profile: dialects.enveloped });
    expect(idsWith(run, 'fail').filter((id) => id.startsWith('limits/'))).not.toEqual([]);
  });

  it.each(inTurn(hollowServices))(
    'a service $what passes no rule about an effect but those that it keeps',
    async (hollow) => {
      expect(await passesOfHollow(hollow)).toEqual([]);
    },
  );
});
