/** What an expired device may still do, compared with what the profile says (opening `expired.may`). */

import { SECOND } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { Answer } from '../answer.ts';
import type { CaseContext } from '../case-context.ts';
import { wasAccepted } from '../reading/accepted.ts';
import { isHidden, recordShows } from '../reading/device.ts';
import { lastLocation } from '../reading/places.ts';
import { contentOf } from '../reading/success.ts';
import { sampleOf } from '../records/samples.ts';
import { unlessUnreached } from '../transport/failures.ts';

type ExpiredAction = keyof Openings['expired.may'];

interface Tried {
  /** `undefined`: it could not be seen. */
  may: boolean | undefined;
  answers: readonly Answer[];
}

const UNTOLD: Tried = { may: undefined, answers: [] };

const tries: { readonly [A in ExpiredAction]: (context: CaseContext, device: AnyId) => Promise<Tried> } = {
  async read(context, id) {
    if (!recordShows(context, 'id')) return UNTOLD;
    const answer = await context.call('readDevice', { id });
    const { facts } = context.lens.reply('device').read(contentOf(answer));
    if (String(facts.id) === String(id)) return { may: true, answers: [answer] };
    return { may: (await isHidden(context, answer)) ? false : undefined, answers: [answer] };
  },
  async list(context, id) {
    const { records, complete, issues, pages } = await context.list('devices');
    const listed = records.some((record) => String(record.id) === String(id));
    const seen = listed || (complete && issues.length === 0 && records.length > 0);
    return { may: seen ? listed : undefined, answers: pages };
  },
  postLocations: (context, id) => post(context, id, 'postLocations', 'locations', 'location'),
  postAlerts: (context, id) => post(context, id, 'postAlerts', 'alerts', 'alert'),
};

/** What the profile says that an expired device may do, and what it was seen to; `undefined` where nothing could be seen. */
export async function whatItMay(
  context: CaseContext,
  device: AnyId,
): Promise<{ observed: string; pinned: string; answers: readonly Answer[] } | undefined> {
  const pinned = context.profile.openings['expired.may'];
  if (!pinned) return undefined;
  const tried = await Promise.all(
    namesOf(pinned).map(async (action) => ({
      action,
      said: pinned[action],
      ...((await tries[action](context, device).catch(unlessUnreached)) ?? UNTOLD),
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
  context: CaseContext,
  id: AnyId,
  operation: 'postLocations' | 'postAlerts',
  what: 'locations' | 'alerts',
  resource: 'location' | 'alert',
): Promise<Tried> {
  const mayNot = context.profile.openings['auth.roles']?.mayNotCall;
  if (context.profile.openings[`${what}.purpose`]?.does !== 'record' || !mayNot || mayNot.includes(operation))
    return UNTOLD;
  const posting = context.lens.posting(what);
  const sample = sampleOf(context, resource);
  const body = posting.write([sample]);
  const answer = await context.call(operation, { id, body });
  const taken = await wasAccepted(context, operation, { id, body, answer });
  if (taken !== 'refused' || !posting.takesMany)
    return { may: taken === 'unclear' ? undefined : taken === 'taken', answers: [answer] };
  if ('deviceTime' in sample) {
    const { answer: read, facts } = await lastLocation(context, id);
    // Refused, and stored all the same.
    if (isSameMoment(facts.deviceTime, sample.deviceTime)) return { may: true, answers: [answer, read] };
  }
  // Several at once may take another way.
  const several = posting.write([sample, sample]);
  const other = await context.call(operation, { id, body: several });
  const may =
    other.fingerprint !== answer.fingerprint &&
    context.probes.shows({ operation, answer: other, id, good: true });
  return { may, answers: [answer, other] };
}

function isSameMoment(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < SECOND;
}
