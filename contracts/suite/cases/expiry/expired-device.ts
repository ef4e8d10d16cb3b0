/** What an expired device may still do, compared with what the profile says (opening `expired.may`). */

import { SECOND } from '../../../kit/durations.ts';
import { namesOf } from '../../../kit/tables.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Openings } from '../../../specification/openings/index.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import type { HasExchange } from '../../finding.ts';
import { isHidden, recordIn, recordShows } from '../../reading/device.ts';
import { contentOf } from '../../reading/success.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { wasAccepted } from '../accepted.ts';
import { lastLocation } from '../devices/places.ts';
import { sampleOf } from '../devices/samples.ts';

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

/**
 * Tries what the profile says of it, on a device that is expired; gives what is read of it afterwards, where that shows
 * whether it still is.
 */
export async function observeExpired(
  context: CaseContext,
  device: AnyId,
): Promise<({ licence: unknown } & HasExchange) | undefined> {
  const pinned = context.profile.openings['expired.may'];
  if (!pinned) return undefined;
  const trying = async (action: ExpiredAction) => ({
    action,
    said: pinned[action],
    ...((await tries[action](context, device).catch(unlessUnreached)) ?? UNTOLD),
  });
  const isPost = (action: ExpiredAction) => action === 'postLocations' || action === 'postAlerts';
  const deeds = namesOf(pinned);
  const posted = await Promise.all(deeds.filter(isPost).map(trying));
  const read = await Promise.all(deeds.filter((action) => !isPost(action)).map(trying));
  const tried = [...posted, ...read];
  const seen = tried.filter(({ may }) => may !== undefined);
  const [answer] = read.find(({ action, may }) => action === 'read' && may)?.answers ?? [];
  const after =
    answer && recordShows(context, 'licence') ? recordIn(context.lens, answer, device) : undefined;
  const last = after && { licence: after.licence, exchange: answer?.exchange };
  if (seen.length === 0) return last;
  context.observe(
    'expired.may',
    {
      observed: seen.map(({ action, may }) => `${action} ${may ? 'yes' : 'no'}`).join(', '),
      pinned: seen.map(({ action, said }) => `${action} ${said ? 'yes' : 'no'}`).join(', '),
      holds: seen.every(({ may, said }) => may === said),
    },
    ...seen.flatMap(({ answers }) => answers),
  );
  return last;
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
