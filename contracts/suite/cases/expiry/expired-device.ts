/** What an expired device may still do, compared with what the profile says (opening `expired.may`). */

import { SECOND } from '../../../kit/durations.ts';
import { namesOf } from '../../../kit/tables.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Openings } from '../../../specification/openings/index.ts';
import type { Answer } from '../../answer.ts';
import type { HasExchange } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { isHidden, recordIn, recordShows } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { lastLocation } from '../devices/places.ts';
import { sampleOf } from '../devices/samples.ts';
import { wasTaken } from '../taken.ts';

type Deed = keyof Openings['expired.may'];

interface Tried {
  /** `undefined`: it could not be seen. */
  may: boolean | undefined;
  answers: readonly Answer[];
}

const UNTOLD: Tried = { may: undefined, answers: [] };

const tries: { readonly [D in Deed]: (kit: Kit, device: AnyId) => Promise<Tried> } = {
  async read(kit, id) {
    if (!recordShows(kit, 'id')) return UNTOLD;
    const answer = await kit.call('readDevice', { id });
    const { facts } = kit.lens.reply('device').read(answer.json);
    if (String(facts.id) === String(id)) return { may: true, answers: [answer] };
    return { may: (await isHidden(kit, answer)) ? false : undefined, answers: [answer] };
  },
  async list(kit, id) {
    const { records, complete, issues, pages } = await kit.list('devices');
    const listed = records.some((record) => String(record.id) === String(id));
    const seen = listed || (complete && issues.length === 0 && records.length > 0);
    return { may: seen ? listed : undefined, answers: pages };
  },
  postLocations: (kit, id) => post(kit, id, 'postLocations', 'locations', 'location'),
  postAlerts: (kit, id) => post(kit, id, 'postAlerts', 'alerts', 'alert'),
};

/**
 * Tries what the profile says of it, on a device that is expired; gives what is read of it afterwards, where that shows
 * whether it still is.
 */
export async function observeExpired(
  kit: Kit,
  device: AnyId,
): Promise<({ licence: unknown } & HasExchange) | undefined> {
  const pinned = kit.profile.openings['expired.may'];
  if (!pinned) return undefined;
  const trying = async (deed: Deed) => ({
    deed,
    said: pinned[deed],
    ...((await tries[deed](kit, device).catch(unlessUnreached)) ?? UNTOLD),
  });
  const isPost = (deed: Deed) => deed === 'postLocations' || deed === 'postAlerts';
  const deeds = namesOf(pinned);
  const posted = await Promise.all(deeds.filter(isPost).map(trying));
  const read = await Promise.all(deeds.filter((deed) => !isPost(deed)).map(trying));
  const tried = [...posted, ...read];
  const seen = tried.filter(({ may }) => may !== undefined);
  const [answer] = read.find(({ deed, may }) => deed === 'read' && may)?.answers ?? [];
  const after = answer && recordShows(kit, 'licence') ? recordIn(kit.lens, answer, device) : undefined;
  const last = after && { licence: after.licence, exchange: answer?.exchange };
  if (seen.length === 0) return last;
  kit.observe(
    'expired.may',
    {
      observed: seen.map(({ deed, may }) => `${deed} ${may ? 'yes' : 'no'}`).join(', '),
      pinned: seen.map(({ deed, said }) => `${deed} ${said ? 'yes' : 'no'}`).join(', '),
      holds: seen.every(({ may, said }) => may === said),
    },
    ...seen.flatMap(({ answers }) => answers),
  );
  return last;
}

async function post(
  kit: Kit,
  id: AnyId,
  operation: 'postLocations' | 'postAlerts',
  what: 'locations' | 'alerts',
  resource: 'location' | 'alert',
): Promise<Tried> {
  const mayNot = kit.profile.openings['auth.roles']?.mayNotCall;
  if (kit.profile.openings[`${what}.purpose`]?.does !== 'record' || !mayNot || mayNot.includes(operation))
    return UNTOLD;
  const posting = kit.lens.posting(what);
  const sample = sampleOf(kit, resource);
  const body = posting.write([sample]);
  const answer = await kit.call(operation, { id, body });
  const taken = await wasTaken(kit, operation, { id, body, answer });
  if (taken !== 'refused' || !posting.takesMany)
    return { may: taken === 'unclear' ? undefined : taken === 'taken', answers: [answer] };
  if ('deviceTime' in sample) {
    const { answer: read, facts } = await lastLocation(kit, id);
    // Refused, and stored all the same.
    if (isSameMoment(facts.deviceTime, sample.deviceTime)) return { may: true, answers: [answer, read] };
  }
  // Several at once may take another way.
  const several = posting.write([sample, sample]);
  const other = await kit.call(operation, { id, body: several });
  const may = other.look !== answer.look && kit.probes.shows({ operation, answer: other, id, good: true });
  return { may, answers: [answer, other] };
}

function isSameMoment(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < SECOND;
}
