/** The calls that an expired device may still make, compared with what the profile says (opening `expired.may`). */

import type { Answer } from '../../deployment/answer.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { contentOf } from '../../deployment/reading/answers.ts';
import { isHidden, recordShows } from '../../deployment/reading/device.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { SECOND } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import { wasAccepted } from '../../play/accepted.ts';
import { lastLocation } from '../../play/places.ts';
import { sampleOf } from '../../play/samples.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Openings } from '../../specification/openings/index.ts';

type ExpiredAction = keyof Openings['expired.may'];

interface Tried {
  /** `undefined`: it could not be seen. */
  may: boolean | undefined;
  answers: readonly Answer[];
}

const UNTOLD: Tried = { may: undefined, answers: [] };

const tries: { readonly [A in ExpiredAction]: (deployment: Deployment, device: AnyId) => Promise<Tried> } = {
  async read(deployment, id) {
    if (!recordShows(deployment, 'id')) return UNTOLD;
    const answer = await deployment.call('readDevice', { id });
    const { facts } = deployment.lens.reply('device').read(contentOf(answer));
    if (String(facts.id) === String(id)) return { may: true, answers: [answer] };
    return { may: (await isHidden(deployment, answer)) ? false : undefined, answers: [answer] };
  },
  async list(deployment, id) {
    const { records, complete, issues, pages } = await deployment.list('devices');
    const listed = records.some((record) => String(record.id) === String(id));
    const seen = listed || (complete && issues.length === 0 && records.length > 0);
    return { may: seen ? listed : undefined, answers: pages };
  },
  postLocations: (deployment, id) => post(deployment, id, 'postLocations', 'locations', 'location'),
  postAlerts: (deployment, id) => post(deployment, id, 'postAlerts', 'alerts', 'alert'),
};

/** The calls that the profile allows an expired device, and those that were seen to work; `undefined` where nothing could be seen. */
export async function whatItMay(
  deployment: Deployment,
  device: AnyId,
): Promise<{ observed: string; pinned: string; answers: readonly Answer[] } | undefined> {
  const pinned = deployment.profile.openings['expired.may'];
  if (!pinned) return undefined;
  const tried = await Promise.all(
    namesOf(pinned).map(async (action) => ({
      action,
      said: pinned[action],
      ...((await tries[action](deployment, device).catch(unlessUnreached)) ?? UNTOLD),
    })),
  );
  const seen = tried.filter(({ may }) => may !== undefined);
  if (seen.length === 0) return undefined;
  const words = (of: 'may' | 'said') =>
    seen.map((one) => `${one.action} ${one[of] ? 'yes' : 'no'}`).join(', ');
  return {
    observed: words('may'),
    pinned: words('said'),
    answers: seen.flatMap(({ answers }) => answers),
  };
}

async function post(
  deployment: Deployment,
  id: AnyId,
  operation: 'postLocations' | 'postAlerts',
  what: 'locations' | 'alerts',
  resource: 'location' | 'alert',
): Promise<Tried> {
  const mayNot = deployment.profile.openings['auth.roles']?.mayNotCall;
  if (
    deployment.profile.openings[`${what}.purpose`]?.does !== 'record' ||
    !mayNot ||
    mayNot.includes(operation)
  )
    return UNTOLD;
  const posting = deployment.lens.posting(what);
  const sample = sampleOf(deployment, resource);
  const body = posting.write([sample]);
  const answer = await deployment.call(operation, { id, body });
  const taken = await wasAccepted(deployment, operation, { id, body, answer });
  if (taken !== 'refused' || !posting.takesMany)
    return { may: taken === 'unclear' ? undefined : taken === 'taken', answers: [answer] };
  if ('deviceTime' in sample) {
    const { answer: read, facts } = await lastLocation(deployment, id);
    // Refused, and stored all the same.
    if (isSameMoment(facts.deviceTime, sample.deviceTime)) return { may: true, answers: [answer, read] };
  }
  // Several at once may take another way.
  const several = posting.write([sample, sample]);
  const other = await deployment.call(operation, { id, body: several });
  const may =
    other.fingerprint !== answer.fingerprint &&
    deployment.probes.shows({ operation, answer: other, id, good: true });
  return { may, answers: [answer, other] };
}

function isSameMoment(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < SECOND;
}
