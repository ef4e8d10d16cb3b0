/**
 * The country and the time zone of a user: a user of the run's own is given ones from the deployment's own lists. They
 * are good by all that the profile says, and read as they were sent.
 */

import { namesOf } from '../../kit/tables.ts';
import { changing } from '../cases/records/compare.ts';
import { isSelected } from '../options.ts';
import { describeAnswer } from '../reading/describe.ts';
import { readPage } from '../reading/list.ts';
import { bodyOf } from '../session/bodies.ts';
import { shows } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { unlessUnreached } from '../transport/failures.ts';
import type { Fault } from './seen.ts';

export async function userPlaceFaults(session: Session): Promise<Fault[]> {
  const { profile, lens, options, signal, calibration, probes } = session;
  const { 'records.user': user, 'errors.status': refusals, 'operations.status': statuses } = profile.openings;
  if (!user || !refusals || !statuses || signal.aborted || options.readOnly) return [];
  if (!isSelected('users/updated-keeps-rest', options)) return [];
  const known = await calibration.served.get('updateUser');
  if (!known?.good || !shows(session, known)) return [];
  const places = new Set<string>(lens.reply('user').facts);
  const wish = Object.fromEntries(
    Object.entries(await listed(session)).filter(([fact, value]) => places.has(fact) && value !== undefined),
  );
  if (Object.keys(wish).length === 0) return [];
  const id = await probes.targets.changeable('user').catch(unlessUnreached);
  if (id === undefined) return [];
  const caller = session.background('calibration');
  const answer = await caller.call('updateUser', { id, body: bodyOf(lens, 'patch', 'user', wish) });
  const words = Object.entries(wish).map(([fact, value]) => `${fact} ${value}`);
  const causes = namesOf(refusals).filter((cause) => refusals[cause] === answer.status);
  if (causes.length > 0) {
    const observed = `a user with ${words.join(' and ')}: ${describeAnswer(answer)}`;
    const isForBody = causes.every((cause) => cause === 'invalid' || cause === 'malformed');
    return isForBody ? [{ opening: 'records.user', words: observed, exchange: answer.exchange }] : [];
  }
  if (answer.status !== statuses.updateUser) return [];
  const read = async () => {
    const reply = await caller.call('readUser', { id });
    const { facts } = lens.reply('user').read(reply.json);
    return { reply, other: changing('user', wish, facts) };
  };
  const { reply, other } = await session.eventually(read, (seen) => seen.other.length === 0);
  if (other.length === 0) return [];
  const observed = `readUser: another ${other.join(', ')} than was sent`;
  return [{ opening: 'records.user', words: observed, exchange: reply.exchange }];
}

/** The first of each list. */
async function listed({ calibration, lens }: Session) {
  const [countries, zones] = await Promise.all(
    (['listCountries', 'listTimeZones'] as const).map((operation) => calibration.served.get(operation)),
  );
  return {
    country: countries && readPage(lens, 'countries', countries.answer.json).records[0]?.code,
    timeZone: zones && readPage(lens, 'timeZones', zones.answer.json).records[0]?.id,
  };
}
