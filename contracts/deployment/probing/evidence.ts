/**
 * Evidence that an operation did its work: what it is to answer with can be read from its answer,
 * or the answer is exactly what the profile says. A refusal never looks like that.
 */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { GuardedOperationId, ListedName } from '../../specification/operations.ts';
import type { Deployment, Probe } from '../deployment.ts';
import { isAsExpected, isSuccess } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { unboundOpening, whereBound } from '../sharing/unbound.ts';

type Dialect = Pick<Deployment, 'lens' | 'profile'>;
type Evidence = (dialect: Dialect, probe: Probe) => boolean;

/** A map at the top of an answer with fewer entries could be an object of another kind. */
const FEWEST_ENTRIES = 10;

const evidence: { [O in GuardedOperationId]: Evidence } = {
  listDevices: listed('devices'),
  readDevice: record('device'),
  lastLocation: ({ lens }, { answer }) => isPosition(lens.reply('location').read(answer.json)),
  postLocations: posted('postLocations', 'locations'),
  postAlerts: posted('postAlerts', 'alerts'),
  listGroups: listed('groups'),
  createGroup: created,
  readGroup: record('group'),
  replaceGroup: written('replaceGroup'),
  updateGroup: written('updateGroup'),
  deleteGroup: written('deleteGroup'),
  listUsers: listed('users'),
  createUser: created,
  listCountries: listed('countries'),
  listTimeZones: listed('timeZones'),
  readUser: record('user'),
  replaceUser: written('replaceUser'),
  updateUser: written('updateUser'),
  deleteUser: written('deleteUser'),
};

/** Returns whether the answer shows that the operation did its work; `false` too where the profile does not say. */
export function shows(dialect: Dialect, probe: Probe): boolean {
  if (!isSuccess(probe.answer)) return false;
  try {
    return evidence[probe.operation](dialect, probe);
  } catch (error) {
    if (unboundOpening(error) === undefined) throw error;
    return false;
  }
}

function listed(name: ListedName): Evidence {
  const identified = name === 'countries' ? 'code' : 'id';
  return ({ lens, profile }, { answer }) => {
    const { records, issues } = readPage(lens, name, answer.json);
    const wrapping = profile.openings['operations.envelope']?.lists?.[name];
    const isTopMap = wrapping?.form === 'map' && wrapping.at === '';
    const fewest = isTopMap && mayBeRefusal(lens, answer.text) ? FEWEST_ENTRIES : 1;
    return (
      issues.length === 0 &&
      records.length >= fewest &&
      records.every((facts) => isFilled(fieldOf(facts, identified)))
    );
  };
}

/** Returns true where a body of JSON has anything in it that refusals have, as far as the profile says. */
function mayBeRefusal({ errors }: Dialect['lens'], text: string): boolean {
  const isJson = () => errors.contentType?.includes('json') === true;
  return whereBound(true, () => isJson() && Object.keys(errors.read(text).facts).length > 0);
}

function record(resource: 'device' | 'group' | 'user'): Evidence {
  return ({ lens }, { answer, id }) => {
    const { facts, issues } = lens.reply(resource).read(answer.json);
    return issues.length === 0 && isSame(facts.id, id);
  };
}

function created(_: Dialect, { id }: Probe): boolean {
  return id !== undefined;
}

function posted(operation: 'postLocations' | 'postAlerts', what: 'locations' | 'alerts'): Evidence {
  return (dialect, probe) => {
    const { lens, profile } = dialect;
    const { answer } = probe;
    if (profile.openings[`${what}.purpose`]?.does !== 'record') {
      const { records, issues } = lens.list(what).read(answer.json);
      return issues.length === 0 && records.length > 0;
    }
    if (lens.answer(operation).kind === 'nothing') return isNothing(dialect, operation, probe);
    const { facts, issues } = lens.answer(operation).read(first(answer.json));
    if (issues.length > 0) return false;
    return operation === 'postAlerts' ? isFilled(fieldOf(facts, 'id')) : Object.keys(facts).length > 0;
  };
}

function written(
  operation: 'replaceGroup' | 'updateGroup' | 'deleteGroup' | 'replaceUser' | 'updateUser' | 'deleteUser',
): Evidence {
  return (dialect, probe) => {
    const answer = dialect.lens.answer(operation);
    if (answer.kind === 'nothing') return isNothing(dialect, operation, probe);
    const { facts, issues } = answer.read(probe.answer.json);
    return issues.length === 0 && isSame(facts.id, probe.id);
  };
}

/** An answer that says no more than that it worked: the constants of the profile, or its status and no body. */
function isNothing(
  dialect: Dialect,
  operation: Parameters<Dialect['lens']['answer']>[0],
  { answer }: Probe,
): boolean {
  const expected = dialect.lens.answer(operation).write({});
  if (expected !== undefined) return isAsExpected(dialect.profile, expected, answer.json);
  return answer.text === '' && answer.status === dialect.profile.openings['operations.status']?.[operation];
}

function isPosition({
  facts,
  issues,
}: {
  facts: { latitude?: unknown; longitude?: unknown };
  issues: unknown[];
}) {
  const { latitude, longitude } = facts;
  return (
    issues.length === 0 &&
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  );
}

/** A report that was posted as a list can be answered as one. */
function first(json: unknown): unknown {
  return Array.isArray(json) && json.length === 1 ? json[0] : json;
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** An id in a path is a text whatever it is in a payload. */
function isSame(found: unknown, id: AnyId | undefined): boolean {
  return isFilled(found) && id !== undefined && String(found) === String(id);
}
