/** Alerts that are posted. */

import { itemAt } from '../../../kit/items.ts';
import type { Json } from '../../../kit/json.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, notApplicable, pass, suspect, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { isReadAtOnce } from '../../reading/at-once.ts';
import { readRecord } from '../../reading/device.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { keepWatch, otherThanLeft } from '../../watching/lookouts.ts';
import { hasPlace } from '../../watching/sightings.ts';
import { otherPlace, type Stray } from '../../watching/strays.ts';
import { wasTaken } from '../taken.ts';
import { ownDevices } from './own.ts';
import { isAt, type Located, lastLocation, requirePosition } from './places.ts';
import { sampleOf } from './samples.ts';

/** Milliseconds: the location is older than those of the journey, so that one of these is seen if it strays here. */
const EARLIER = 3_600_000;

export const alertCases = {
  'devices/posted-alert-is-taken': {
    touches: 'device',
    cost: { requests: 8, creates: ['device'] },
    async judge(kit) {
      const purpose = kit.profile.openings['alerts.purpose']?.does;
      if (purpose === 'query')
        return notApplicable('The profile says that a POST of alerts asks for a range.');
      if (purpose === undefined)
        throw new Unreached('whether a POST of alerts records them is not said', 'alerts.purpose');
      const id = itemAt(await ownDevices(kit, 1), 0);
      const changed = await watch(kit, id);
      const body = kit.lens.posting('alerts').write([sampleOf(kit, 'alert')]);
      const answer = await kit.call('postAlerts', { id, body });
      const taken = await wasTaken(kit, 'postAlerts', { id, body, answer });
      if (taken === 'taken') {
        const observed = 'a POST takes an alert';
        kit.observe('alerts.purpose', { observed, pinned: purpose, holds: purpose === 'record' }, answer);
        const stray = hasPlace(body) ? undefined : await changed();
        if (stray) return suspect(`An alert changed its device. ${stray.reason}`, answer, ...stray.shown);
        return pass('A posted alert was taken.', answer);
      }
      if (taken === 'unclear')
        return inconclusive(
          'Alerts are answered alike whether they are taken or not.',
          'operations.envelope',
        );
      const roles = kit.profile.openings['auth.roles'];
      if (!roles)
        return inconclusive('The alert was refused; the token may not be allowed to post any.', 'auth.roles');
      if (roles.mayNotCall.includes('postAlerts')) {
        return notApplicable('The profile says that the token may not post alerts.');
      }
      // Of a body of our own making it is not known that it is good.
      const spoilt = await kit.call('postAlerts', { id, body: {} });
      if (kit.profile.samples?.alert === undefined && spoilt.look === answer.look) {
        // It may take only kinds of its own.
        return inconclusive(
          'The alert was refused as one is that no deployment could take.',
          'samples.alert',
        );
      }
      // Where a bad body is refused in another way, this may be about the token: it may have lost its worth meanwhile.
      if (
        answer.look === (await kit.looks.refusal()) &&
        spoilt.look !== answer.look &&
        !(await isRefusedAlone(kit, { id, body, answer }))
      )
        return inconclusive('The alert was refused as a request without a token is.');
      return fail('a posted alert to be taken', `a refusal (${answer.status})`, spoilt, answer);
    },
  },
} satisfies Cases;

/** A device of the run's own that is somewhere, has limits and a name; gives what the alert changed of that. */
async function watch(kit: Kit, id: AnyId): Promise<() => Promise<Stray | undefined>> {
  if (!kit.controls.isMade(id)) return async () => undefined;
  await keepWatch(kit, [id]);
  await readRecord(kit, id).catch(unlessUnbound);
  const before = await settle(kit, id).catch(unlessUnbound);
  return async () => {
    const stray = await otherThanLeft(kit, [id]);
    if (stray || !before?.place) return stray;
    const { answer, place } = await lastLocation(kit, id);
    const seen = { id, place: before.place, exchange: before.answer.exchange };
    return isAt(place, before.place) ? undefined : otherPlace(seen, place, answer);
  };
}

/** The device posts where it is, where that is recorded. */
async function settle(kit: Kit, id: AnyId): Promise<Located | undefined> {
  const { 'locations.purpose': purpose } = kit.profile.openings;
  if (purpose?.does !== 'record' || !isReadAtOnce(kit)) return undefined;
  requirePosition(kit);
  const { deviceTime, ...sample } = sampleOf(kit, 'location');
  const report = { ...sample, ...(typeof deviceTime === 'number' && { deviceTime: deviceTime - EARLIER }) };
  await kit.call('postLocations', { id, body: kit.lens.posting('locations').write([report]) });
  return lastLocation(kit, id);
}

/** Whether the token still opens what it opened, and the alert is refused none the less. */
async function isRefusedAlone(
  kit: Kit,
  { id, body, answer }: { id: AnyId; body: Json; answer: Answer },
): Promise<boolean> {
  const again = await kit.call('postAlerts', { id, body });
  const { operation, answer: served } = await kit.probes.knownGood();
  const now = await kit.call(operation);
  return again.look === answer.look && now.look === served.look;
}
