/** Alerts that are posted. */

import { itemAt } from '../../../kit/items.ts';
import type { Json } from '../../../kit/json.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { fail, inconclusive, notApplicable, pass, suspect, Unreached } from '../../finding.ts';
import { isReadAtOnce } from '../../reading/at-once.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { readRecord } from '../../reading/device.ts';
import { unlessUnbound } from '../../session/unbound.ts';
import { keepWatch, otherThanLeft } from '../../watching/lookouts.ts';
import { hasPlace } from '../../watching/sightings.ts';
import { otherPlace, type Stray } from '../../watching/strays.ts';
import { wasAccepted } from '../accepted.ts';
import { ownDevices } from './own.ts';
import { isAt, type Located, lastLocation, requirePosition } from './places.ts';
import { sampleOf } from './samples.ts';

/** Milliseconds: the location is older than those of the journey, so that one of these is seen if it strays here. */
const EARLIER = 3_600_000;

export const alertCases = {
  'devices/posted-alert-is-taken': {
    touches: 'device',
    cost: { requests: 8, creates: ['device'] },
    async judge(context) {
      const purpose = context.profile.openings['alerts.purpose']?.does;
      if (purpose === 'query')
        return notApplicable('The profile says that a POST of alerts asks for a range.');
      if (purpose === undefined)
        throw new Unreached('whether a POST of alerts records them is not said', 'alerts.purpose');
      const id = itemAt(await ownDevices(context, 1), 0);
      const changed = await watch(context, id);
      const body = context.lens.posting('alerts').write([sampleOf(context, 'alert')]);
      const answer = await context.call('postAlerts', { id, body });
      const taken = await wasAccepted(context, 'postAlerts', { id, body, answer });
      if (taken === 'taken') {
        const observed = 'a POST takes an alert';
        context.observe('alerts.purpose', { observed, pinned: purpose, holds: purpose === 'record' }, answer);
        const stray = hasPlace(body) ? undefined : await changed();
        if (stray) return suspect(`An alert changed its device. ${stray.reason}`, answer, ...stray.shown);
        return pass('A posted alert was taken.', answer);
      }
      if (taken === 'unclear')
        return inconclusive(
          'Alerts are answered alike whether they are taken or not.',
          'operations.envelope',
        );
      const roles = context.profile.openings['auth.roles'];
      if (!roles)
        return inconclusive('The alert was refused; the token may not be allowed to post any.', 'auth.roles');
      if (roles.mayNotCall.includes('postAlerts')) {
        return notApplicable('The profile says that the token may not post alerts.');
      }
      // Of a body of our own making it is not known that it is good.
      const corrupted = await context.call('postAlerts', { id, body: {} });
      if (context.profile.samples?.alert === undefined && corrupted.fingerprint === answer.fingerprint) {
        // It may take only kinds of its own.
        return inconclusive('The alert was refused like a malformed one.', 'samples.alert');
      }
      // Where a bad body is refused in another way, this may be about the token: it may have lost its worth meanwhile.
      if (
        answer.fingerprint === (await context.fingerprints.refusal()) &&
        corrupted.fingerprint !== answer.fingerprint &&
        !(await isRefusedAlone(context, { id, body, answer }))
      )
        return inconclusive('The alert was refused as a request without a token is.');
      return fail('a posted alert to be taken', `a refusal: ${describeAnswer(answer)}`, corrupted, answer);
    },
  },
} satisfies Cases;

/** A device of the run's own that is somewhere, has limits and a name; gives what the alert changed of that. */
async function watch(context: CaseContext, id: AnyId): Promise<() => Promise<Stray | undefined>> {
  if (!context.controls.isMade(id)) return async () => undefined;
  await keepWatch(context, [id]);
  await readRecord(context, id).catch(unlessUnbound);
  const before = await settle(context, id).catch(unlessUnbound);
  return async () => {
    const stray = await otherThanLeft(context, [id]);
    if (stray || !before?.place) return stray;
    const { answer, place } = await lastLocation(context, id);
    const seen = { id, place: before.place, exchange: before.answer.exchange };
    return isAt(place, before.place) ? undefined : otherPlace(seen, place, answer);
  };
}

/** The device posts where it is, where that is recorded. */
async function settle(context: CaseContext, id: AnyId): Promise<Located | undefined> {
  const { 'locations.purpose': purpose } = context.profile.openings;
  if (purpose?.does !== 'record' || !isReadAtOnce(context)) return undefined;
  requirePosition(context);
  const { deviceTime, ...sample } = sampleOf(context, 'location');
  const report = { ...sample, ...(typeof deviceTime === 'number' && { deviceTime: deviceTime - EARLIER }) };
  await context.call('postLocations', { id, body: context.lens.posting('locations').write([report]) });
  return lastLocation(context, id);
}

/** Whether the token still opens what it opened, and the alert is refused none the less. */
async function isRefusedAlone(
  context: CaseContext,
  { id, body, answer }: { id: AnyId; body: Json; answer: Answer },
): Promise<boolean> {
  const again = await context.call('postAlerts', { id, body });
  const { operation, answer: served } = await context.probes.knownGood();
  const now = await context.call(operation);
  return again.fingerprint === answer.fingerprint && now.fingerprint === served.fingerprint;
}
