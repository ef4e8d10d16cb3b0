/**
 * The country and the time zone of a user: a user of the run's own is given ones from the deployment's own lists. They
 * are good by all that the profile says. A service may check the two against each other, and write them in a form of
 * its own.
 */
import { namesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type AnyFacts, changing } from '../cases/records/compare.ts';
import { isSelected } from '../options.ts';
import { describeAnswer } from '../reading/describe.ts';
import { readPage } from '../reading/list.ts';
import { isForContent } from '../reading/refused-for.ts';
import { bodyOf } from '../session/bodies.ts';
import { shows } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { unlessUnreached } from '../transport/failures.ts';
import type { Fault } from './seen.ts';

interface Places {
  country?: string;
  timeZone?: string;
}

export async function userPlaceFaults(session: Session): Promise<Fault[]> {
  const { profile, options, signal, calibration, probes } = session;
  const { 'records.user': user, 'operations.status': statuses } = profile.openings;
  if (!user || !statuses || signal.aborted || options.readOnly) return [];
  if (!isSelected('users/updated-keeps-rest', options)) return [];
  const known = await calibration.served.get('updateUser');
  if (!known?.good || !shows(session, known)) return [];
  const [first, last] = await listed(session);
  if (!first || !last) return [];
  const id = await probes.targets.changeable('user').catch(unlessUnreached);
  if (id === undefined) return [];
  const given = await give(session, id, first);
  if (isForContent(given.status, profile)) return refusedFaults(session, id, first);
  if (given.status !== statuses.updateUser) return [];
  const one = await placesOf(session, id, first);
  if (one.other.length === 0) return [];
  // In another form it still follows what is sent.
  if ((await give(session, id, last)).status !== statuses.updateUser) return [];
  const two = await placesOf(session, id, last);
  const stuck = two.other.filter((fact) => first[fact] !== last[fact] && one.facts[fact] === two.facts[fact]);
  if (stuck.length === 0) return [];
  const words = `readUser: the same ${stuck.join(', ')} after two different ones were sent`;
  return [{ opening: 'records.user', words, exchange: two.exchange }];
}

/** Where each value is refused alone, or what the user already has, where a value can be checked against that. */
async function refusedFaults(session: Session, id: AnyId, wish: Places): Promise<Fault[]> {
  const { facts } = await placesOf(session, id, wish);
  const names = namesOf(wish);
  const present = names.filter((fact) => typeof facts[fact] === 'string');
  const trials =
    present.length > 0 && names.length > 1
      ? [Object.fromEntries(present.map((fact) => [fact, facts[fact]]))]
      : names.map((fact) => ({ [fact]: wish[fact] }));
  const faults: Fault[] = [];
  for (const trial of trials) {
    const answer = await give(session, id, trial);
    if (!isForContent(answer.status, session.profile)) return [];
    const words = Object.entries(trial).map(([fact, value]) => `${fact} ${value}`);
    const observed = `a user with ${words.join(' and ')}: ${describeAnswer(answer)}`;
    faults.push({ opening: 'records.user', words: observed, exchange: answer.exchange });
  }
  return faults.slice(0, 1);
}

function give(session: Session, id: AnyId, places: object) {
  const body = bodyOf(session.lens, 'patch', 'user', places);
  return session.background('calibration').call('updateUser', { id, body });
}

/** What is read of the user's places, and which of them are others than were sent. */
async function placesOf(session: Session, id: AnyId, sent: Places) {
  const caller = session.background('calibration');
  const read = async () => {
    const { json, exchange } = await caller.call('readUser', { id });
    const facts: AnyFacts = session.lens.reply('user').read(json).facts;
    const other = namesOf(sent).filter((fact) => changing('user', { [fact]: sent[fact] }, facts).length > 0);
    return { facts, other, exchange };
  };
  return session.eventually(read, (seen) => seen.other.length === 0);
}

/** The first of each list, and the last: what the record of a user has a place for. */
async function listed({ calibration, lens }: Session): Promise<(Places | undefined)[]> {
  const [countries, zones] = await Promise.all(
    (['listCountries', 'listTimeZones'] as const).map((operation) => calibration.served.get(operation)),
  );
  const country = countries ? readPage(lens, 'countries', countries.answer.json).records : [];
  const timeZone = zones ? readPage(lens, 'timeZones', zones.answer.json).records : [];
  const places = new Set<string>(lens.reply('user').facts);
  return [0, -1].map((at) => {
    const [code, zone] = [country.at(at)?.code, timeZone.at(at)?.id];
    const wish: Places = {
      ...(code && places.has('country') && { country: code }),
      ...(zone && places.has('timeZone') && { timeZone: zone }),
    };
    return Object.keys(wish).length === 0 ? undefined : wish;
  });
}
