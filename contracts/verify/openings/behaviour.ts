/** The fate of devices, messages and records. Most of it shows in cases, or only by changing what must stay. */
import { shows } from '../../deployment/probing/evidence.ts';
import type { Observer, SomeWatches } from './observer.ts';

const oneAnswer = { notObserved: 'it has one possible answer' };
/** Where the profile says when days end, what is seen shortly before and after that. */
const dayEnd = { byCasesOf: ['limits/next-day-restores'] } as const;

export const behaviourObservers = {
  'token.live-when-disabled': { byCasesOf: ['token/api-disabled'] },
  'token.older': { byCasesOf: ['token/renewal'] },
  'token.reissue': { byCasesOf: ['token/renewal'] },
  'records.id-reuse': { byCasesOf: ['groups/created-can-be-read', 'users/created-can-be-read'] },
  'limits.default': { byCasesOf: ['expiry/off-by-default'] },
  'locations.purpose': asQuery('postLocations', 'locations'),
  'alerts.purpose': asQuery('postAlerts', 'alerts'),
  'patch.format': { byCasesOf: ['groups/updated-keeps-rest', 'users/updated-keeps-rest'] },
  'put.left-out': { byCasesOf: ['groups/replaced', 'users/replaced'] },
  'alerts.recipients': { notObserved: 'no operation shows who was sent a message' },
  'locations.order': { byCasesOf: ['devices/posted-location-becomes-last'] },
  'day.ends': dayEnd,
  'day.time-zone': dayEnd,
  'expiry.instant': { byCasesOf: ['expiry/reached-expires'] },
  'users.delete-self': { notObserved: 'the user whose key is in use would have to be deleted' },
  'states.other': oneAnswer,
  events: oneAnswer,
} as const satisfies SomeWatches;

/** A POST that asks for a range is seen by the list that it is answered with; one that records, by its histories. */
function asQuery(operation: 'postLocations' | 'postAlerts', what: 'locations' | 'alerts'): Observer {
  return async (session) => {
    const pinned = session.profile.openings[`${what}.purpose`]?.does;
    const probe = await session.probes.known.served.get(operation);
    if (pinned !== 'query' || !probe || !shows(session, probe)) return undefined;
    return { observed: 'a POST asks for a range', pinned, holds: true, exchanges: [probe.answer.exchange] };
  };
}
