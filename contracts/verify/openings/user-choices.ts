/**
 * Facts of a user whose values are none of the run's own: country and time zone from the deployment's lists, and the
 * channels by which the user is notified. They are good by all that the profile says. A service may check country and
 * time zone against each other, and write them in a form of its own.
 */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { bodyOf } from '../../deployment/reading/bodies.ts';
import { describeAnswer } from '../../deployment/reading/describe.ts';
import { readPage } from '../../deployment/reading/list.ts';
import { isForContent } from '../../deployment/reading/refused-for.ts';
import { contentOf } from '../../deployment/reading/success.ts';
import { type AnyFacts, changing } from '../../deployment/records/compare.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { namesOf } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { AnyId } from '../../profile/facts.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import type { Fault } from './seen.ts';

interface Chosen {
  country?: string;
  timeZone?: string;
  phone?: string;
  notify?: readonly string[];
  disabled?: boolean;
}

/** Facts that a service can check against each other. */
const paired: ReadonlySet<string> = new Set(['country', 'timeZone']);
/** Facts that a service may ask for in a form of its own. */
const formed: ReadonlySet<string> = new Set(['phone']);

export async function userChoiceFaults(session: RunSession): Promise<Fault[]> {
  const { profile, options, signal, probes } = session;
  if (!profile.openings['records.user'] || signal.aborted || options.readOnly) return [];
  if (!isSelected('users/updated-keeps-rest', options)) return [];
  const known = await probes.known.served.get('updateUser');
  if (!known?.good || !shows(session, known)) return [];
  const [first, last] = await offered(session);
  if (!first || !last) return [];
  const id = await probes.changeable('user').catch(unlessUnreached);
  if (id === undefined) return [];
  const given = await give(session, id, first);
  if (isForContent(given.status, profile)) return refusedFaults(session, id, first);
  if (!isTaken(session, given)) return [];
  const one = await choicesOf(session, id, first);
  if (one.other.length === 0) return [];
  // In another form it still follows what is sent.
  if (!isTaken(session, await give(session, id, last))) return [];
  const two = await choicesOf(session, id, last);
  const isStuck = (fact: keyof Chosen) =>
    !isDeepEqual(first[fact], last[fact]) && isDeepEqual(one.facts[fact], two.facts[fact]);
  const stuck = one.other.filter(isStuck);
  if (stuck.length === 0) return [];
  const words = `readUser: the same ${stuck.join(', ')} after two different ones were sent`;
  return [{ opening: 'records.user', words, exchange: two.exchange }];
}

/**
 * A value that is refused alone. Of a pair, which may be checked against each other: what the user has already, or what
 * another user has, or each alone.
 */
async function refusedFaults(session: RunSession, id: AnyId, wish: Chosen): Promise<Fault[]> {
  const { facts } = await choicesOf(session, id, wish);
  const alone = (names: readonly (keyof Chosen)[]) => names.map((fact) => ({ [fact]: wish[fact] }));
  const pair = namesOf(wish).filter((fact) => paired.has(fact));
  const held = pair.length > 1 ? [facts, ...(await usersListed(session))].find(hasAll(pair)) : undefined;
  const trials = held ? [Object.fromEntries(pair.map((fact) => [fact, held[fact]]))] : alone(pair);
  const ofOthers = await refusalsOf(
    session,
    id,
    alone(namesOf(wish).filter((fact) => !paired.has(fact) && !formed.has(fact))),
  );
  const ofPair = await refusalsOf(session, id, trials);
  return [...ofOthers, ...(ofPair.length === trials.length ? ofPair : [])].slice(0, 1);
}

/** Returns whether a user has a text of each of these. */
function hasAll(names: readonly string[]): (facts: AnyFacts) => boolean {
  return (facts) => names.every((fact) => typeof facts[fact] === 'string' && facts[fact] !== '');
}

/** Users as the list showed them at first. */
async function usersListed({ probes, lens }: RunSession): Promise<readonly AnyFacts[]> {
  const users = await probes.known.served.get('listUsers');
  return users ? readPage(lens, 'users', users.answer.json).records : [];
}

async function refusalsOf(session: RunSession, id: AnyId, trials: readonly object[]): Promise<Fault[]> {
  const answers = trials.map(async (trial): Promise<Fault[]> => {
    const answer = await give(session, id, trial);
    if (!isForContent(answer.status, session.profile)) return [];
    const words = Object.entries(trial).map(([fact, value]) => `${fact} ${String(value)}`);
    const observed = `a user with ${words.join(' and ')}: ${describeAnswer(answer)}`;
    return [{ opening: 'records.user', words: observed, exchange: answer.exchange }];
  });
  return (await Promise.all(answers)).flat();
}

/** Returns whether the answer shows the record, or has a status that is pinned for that and for no refusal. */
function isTaken({ lens, profile: { openings } }: RunSession, { status, json }: Answer): boolean {
  const answer = lens.answer('updateUser');
  if (answer.kind === 'record') return 'id' in answer.read(contentOf({ status, json })).facts;
  const refusals = openings['errors.status'];
  if (!isWhole('errors.status', refusals) || status !== openings['operations.status']?.updateUser)
    return false;
  return !Object.values(refusals ?? {}).includes(status);
}

function give(session: RunSession, id: AnyId, choices: object) {
  const body = bodyOf(session.lens, 'patch', 'user', choices);
  return session.as('calibration').call('updateUser', { id, body });
}

/** The choices of a user as they are read, and those that differ from what was sent. */
async function choicesOf(session: RunSession, id: AnyId, sent: Chosen) {
  const caller = session.as('calibration');
  const read = async () => {
    const answer = await caller.call('readUser', { id });
    const facts: AnyFacts = session.lens.reply('user').read(contentOf(answer)).facts;
    const other = namesOf(sent).filter((fact) => changing('user', { [fact]: sent[fact] }, facts).length > 0);
    return { facts, other, exchange: answer.exchange };
  };
  return session.eventually(read, (seen) => seen.other.length === 0);
}

/**
 * Choices that a user can be given, and its record has a place for: the one end of each list and the other. A country that a
 * service puts in place of all others is likely to be the first, and a time zone UTC, one of the last.
 */
async function offered({ probes, lens }: RunSession): Promise<(Chosen | undefined)[]> {
  const [countries, zones] = await Promise.all(
    (['listCountries', 'listTimeZones'] as const).map((operation) => probes.known.served.get(operation)),
  );
  const country = countries ? readPage(lens, 'countries', countries.answer.json).records : [];
  const timeZone = zones ? readPage(lens, 'timeZones', zones.answer.json).records : [];
  const [shown, taken] = [
    new Set<string>(lens.reply('user').facts),
    new Set<string>(lens.body('user').facts),
  ];
  const has = (fact: keyof Chosen) => shown.has(fact) && taken.has(fact);
  return [0, -1].map((at) => {
    const [code, zone] = [country.at(-1 - at)?.code, timeZone.at(at)?.id];
    const wish: Chosen = {
      ...(code && has('country') && { country: code }),
      ...(zone && has('timeZone') && { timeZone: zone }),
      ...(has('phone') && { phone: at === 0 ? '+49 30 5550100' : '+49 30 5550101' }),
      ...(has('notify') && { notify: at === 0 ? ['email'] : [] }),
      ...(has('disabled') && { disabled: false }),
    };
    return Object.keys(wish).length === 0 ? undefined : wish;
  });
}
