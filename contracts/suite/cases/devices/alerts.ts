/** Alerts that are posted. */

import { itemAt } from '../../../kit/items.ts';
import type { Json } from '../../../kit/json.ts';
import { isWhole } from '../../../profile/complete.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, notApplicable, pass, suspect, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { isForContent } from '../../reading/refused-for.ts';
import { wasTaken } from '../taken.ts';
import { ownDevices } from './own.ts';
import { sampleOf } from './samples.ts';

export const alertCases = {
  'devices/posted-alert-is-taken': {
    touches: 'device',
    cost: { requests: 2, creates: ['device'] },
    async judge(kit) {
      const purpose = kit.profile.openings['alerts.purpose']?.does;
      if (purpose === 'query')
        return notApplicable('The profile says that a POST of alerts asks for a range.');
      if (purpose === undefined)
        throw new Unreached('whether a POST of alerts records them is not said', 'alerts.purpose');
      const id = itemAt(await ownDevices(kit, 1), 0);
      const body = kit.lens.posting('alerts').write([sampleOf(kit, 'alert')]);
      const answer = await kit.call('postAlerts', { id, body });
      const taken = await wasTaken(kit, 'postAlerts', { id, body, answer });
      if (taken === 'taken') {
        const observed = 'a POST takes an alert';
        kit.observe('alerts.purpose', { observed, pinned: purpose, holds: purpose === 'record' }, answer);
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
        if (isWholeByProfile(kit) && isForContent(answer.status, kit.profile))
          return suspect('An alert was refused for its content, which is as the profile says.', answer);
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

/** Whether the profile leaves nothing of an alert open. */
function isWholeByProfile({ profile: { openings } }: Kit): boolean {
  return (['records.alert', 'alerts.purpose'] as const).every((id) => isWhole(id, openings[id]));
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
