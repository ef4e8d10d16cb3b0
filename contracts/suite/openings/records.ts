/** The fields of records where the profile says where they stand, and the form of ids. */
import type { AnyId } from '../../profile/facts.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import { shows } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import type { Observer, Sight, SomeWatches } from './observer.ts';

export const recordObservers = {
  'records.device': fieldsOf('readDevice', 'device'),
  'records.location': fieldsOf('lastLocation', 'location'),
  'records.group': fieldsOf('readGroup', 'group'),
  'records.user': fieldsOf('readUser', 'user'),
  'records.alert': { notObserved: 'no operation reads an alert' },
  'records.country': { notObserved: 'the case of users/countries-listed reads them' },
  'records.timeZone': { notObserved: 'the case of users/time-zones-listed reads them' },
  'records.time': { notObserved: 'a time in another form shows among the fields of its record' },
  'records.units': { notObserved: 'a number does not show its unit' },
  'limits.names': { notObserved: 'they show among the fields of a device' },
  async 'records.id'(session) {
    const probe = (await session.calibration.served.all()).find(({ id }) => id !== undefined);
    if (!probe || !shows(session, probe)) return undefined;
    const form = formOf(probe.id as AnyId);
    const pinned = session.profile.openings['records.id']?.form;
    return {
      observed: form,
      pinned,
      holds: pinned && (pinned === form || (pinned === 'string' && form === 'uuid')),
      exchanges: [probe.answer.exchange],
    };
  },
} satisfies SomeWatches;

/** Which of the fields that the profile names are there. */
function fieldsOf(
  operation: GuardedOperationId,
  resource: 'device' | 'location' | 'group' | 'user',
): Observer {
  return async (session: Session): Promise<Sight | undefined> => {
    const { calibration, lens, profile } = session;
    const probe = await calibration.served.get(operation);
    const bound =
      profile.openings[`records.${resource}`] && profile.openings['operations.envelope']?.records?.[resource];
    if (!probe?.good || !bound || (await calibration.kind(operation, probe.answer)) !== 'served')
      return undefined;
    const status = profile.openings['operations.status']?.[operation];
    if (status !== undefined && status !== probe.answer.status) return undefined;
    const { facts, issues } = lens.reply(resource).read(probe.answer.json);
    const found = Object.keys(facts);
    const faults = issues.map(
      ({ pointer, expected, found: there }) => `${pointer}: expected ${expected}, found ${there}`,
    );
    return {
      observed: [...(found.length > 0 ? [found.join(', ')] : ['none of its fields']), ...faults].join('; '),
      pinned: lens.reply(resource).facts.join(', '),
      holds: issues.length === 0 && found.length > 0,
      exchanges: [probe.answer.exchange],
    };
  };
}

function formOf(id: AnyId): 'number' | 'uuid' | 'string' {
  if (typeof id === 'number') return 'number';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? 'uuid' : 'string';
}
