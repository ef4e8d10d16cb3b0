/**
 * Evidence that an operation did its work: what it is to answer with can be read from its answer,
 * or the answer is exactly what the profile says. A refusal never looks like that.
 */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { ListName } from '../../profile/openings.ts';
import { operation as operationOf, type PathResource } from '../../specification/operations.ts';
import type { Deployment, Probe } from '../deployment.ts';
import { isAsExpected, isSuccess } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { whereBound } from '../sharing/unbound.ts';

type Dialect = Pick<Deployment, 'lens' | 'profile'>;
type Answered = Parameters<Dialect['lens']['answer']>[0];

/** A map at the top of an answer with fewer entries could be an object of another kind. */
const MIN_ENTRIES = 10;

/** Returns whether the answer shows that the operation did its work; `false` too where the profile does not say. */
export function shows(dialect: Dialect, probe: Probe): boolean {
  if (!isSuccess(probe.answer)) return false;
  const { lists, reads, writes, method, pathId } = operationOf(probe.operation);
  return whereBound(false, () => {
    if (lists) return showsList(dialect, lists, probe);
    if (reads === 'location') return showsPlace(dialect, probe);
    if (reads) return showsRecord(dialect, pathId as PathResource, probe);
    if (writes === 'location' || writes === 'alert') return showsPost(dialect, `${writes}s`, probe);
    // A create shows the id of what it made.
    return method === 'POST' ? probe.id !== undefined : showsWrite(dialect, probe);
  });
}

function showsList({ lens, profile }: Dialect, name: ListName, { answer }: Probe): boolean {
  const { records, issues } = readPage(lens, name, answer.json);
  const wrapping = profile.openings['operations.envelope']?.lists?.[name];
  const isTopMap = wrapping?.form === 'map' && wrapping.at === '';
  const least = isTopMap && mayBeRefusal(lens, answer.text) ? MIN_ENTRIES : 1;
  const identified = name === 'countries' ? 'code' : 'id';
  const isNamed = records.every((facts) => isFilled(fieldOf(facts, identified)));
  return issues.length === 0 && records.length >= least && isNamed;
}

/** Returns true where a body of JSON has anything in it that refusals have, as far as the profile says. */
function mayBeRefusal({ errors }: Dialect['lens'], text: string): boolean {
  const isJson = () => errors.contentType?.includes('json') === true;
  return whereBound(true, () => isJson() && Object.keys(errors.read(text).facts).length > 0);
}

function showsRecord({ lens }: Dialect, resource: PathResource, { answer, id }: Probe): boolean {
  const { facts, issues } = lens.reply(resource).read(answer.json);
  return issues.length === 0 && isSame(facts.id, id);
}

function showsPlace({ lens }: Dialect, { answer }: Probe): boolean {
  const { facts, issues } = lens.reply('location').read(answer.json);
  const isWithin = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most;
  return issues.length === 0 && isWithin(facts.latitude, 90) && isWithin(facts.longitude, 180);
}

function showsPost(dialect: Dialect, what: 'locations' | 'alerts', { answer }: Probe): boolean {
  const { lens, profile } = dialect;
  const { json } = answer;
  if (profile.openings[`${what}.purpose`]?.does !== 'record') {
    const { records, issues } = lens.list(what).read(json);
    return issues.length === 0 && records.length > 0;
  }
  const operation = what === 'locations' ? 'postLocations' : 'postAlerts';
  if (lens.answer(operation).kind === 'nothing') return showsNothing(dialect, operation, answer);
  // A report that was posted as a list can be answered as one.
  const one = Array.isArray(json) && json.length === 1 ? json[0] : json;
  const { facts, issues } = lens.answer(operation).read(one);
  const isTold = what === 'alerts' ? isFilled(fieldOf(facts, 'id')) : Object.keys(facts).length > 0;
  return issues.length === 0 && isTold;
}

function showsWrite(dialect: Dialect, { operation, answer, id }: Probe): boolean {
  const expected = dialect.lens.answer(operation as Answered);
  if (expected.kind === 'nothing') return showsNothing(dialect, operation as Answered, answer);
  const { facts, issues } = expected.read(answer.json);
  return issues.length === 0 && isSame(fieldOf(facts, 'id'), id);
}

/** An answer that says no more than that it worked: the constants of the profile, or its status and no body. */
function showsNothing({ lens, profile }: Dialect, operation: Answered, answer: Probe['answer']): boolean {
  const expected = lens.answer(operation).write({});
  if (expected !== undefined) return isAsExpected(profile, expected, answer.json);
  return answer.text === '' && answer.status === profile.openings['operations.status']?.[operation];
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** An id in a path is a text whatever it is in a payload. */
function isSame(found: unknown, id: AnyId | undefined): boolean {
  return isFilled(found) && id !== undefined && String(found) === String(id);
}
