/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request.
 */

import type { Probe } from '../../deployment/deployment.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { describeAnswer } from '../../deployment/reading/describe.ts';
import { licenceOf } from '../../deployment/reading/device.ts';
import { readPage } from '../../deployment/reading/lists.ts';
import { unboundOpening } from '../../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { exactJsonIn } from '../../kit/exact-json.ts';
import { fieldOf } from '../../kit/json.ts';
import { nameIn, namesOf } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { Issue } from '../../profile/lens/lens.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import {
  type GuardedOperationId,
  listedBy,
  operation as operationOf,
  readBy,
  writtenBy,
} from '../../specification/operations.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { RunSession } from '../run-session.ts';
import { echoFaults, wholeLocations } from './echoes.ts';
import { isContentType, misstated } from './refusals.ts';
import { type Compared, type SeenReply, seenReplies } from './seen.ts';
import type { Sight } from './sight.ts';

type Found = Omit<Compared, 'exchange'>;

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);
/** So many faults are named. */
const NAMED = 3;
const PINNED = 'as the profile says';

/** Sights of all that the profile pins of replies, and of requests that are good by all that it says. */
export async function replySights(session: RunSession): Promise<Sight[]> {
  const statuses = refusalStatuses(session);
  // They are beside the rules, as all sights are: one that cannot be had is not reported.
  const good = await goodRequestFaults(session, statuses).catch(() => []);
  const whole = await wholeLocations(session).catch(() => []);
  const served = await session.probes.known.served.all();
  const replies = seenReplies(session, new Map(served.map(({ answer }) => [answer.exchange, answer.text])));
  // A pin of the refusal for lack of a token that does not hold is drift of that opening alone.
  const unauthorised = replies.filter(({ isAboutTokens, status }) => isAboutTokens && status >= 400);
  const refusing = new Set([...statuses, ...unauthorised.map(({ status }) => status)]);
  const all = replies.flatMap((reply) => {
    const { status, exchange } = reply;
    if (status >= 500 || ANYONES.has(status)) return [];
    const found = status >= 400 ? inRefusal(session, refusing, reply) : inSuccess(session, statuses, reply);
    return found.map((one): Compared => ({ ...one, exchange }));
  });
  // Refusals of the same status cannot be told apart.
  const echoed = replies.filter(({ status }) => !statuses.has(status));
  const compared = [...good, ...whole, ...all, ...unlessUnbound(() => echoFaults(session, echoed))];
  return [...new Set(compared.map(({ opening }) => opening))].map((opening) => {
    const some = compared.filter((one) => one.opening === opening);
    const faults = some.filter(({ words }) => words !== undefined).slice(0, NAMED);
    const words = [...new Set(faults.map((fault) => fault.words))].join(', ');
    const exchanges = (faults.length > 0 ? faults : some.slice(0, 1)).map(({ exchange }) => exchange);
    return { opening, observed: words || 'the same', pinned: PINNED, holds: words === '', exchanges };
  });
}

/** Every status that the profile pins for a refusal. */
function refusalStatuses({ profile: { openings } }: RunSession): ReadonlySet<number> {
  const { 'errors.status': errors = {}, 'auth.refusal': auth } = openings;
  return new Set([...Object.values(errors), ...(auth ? [auth.status] : [])]);
}

function inRefusal(
  { profile: { openings } }: RunSession,
  statuses: ReadonlySet<number>,
  { operation, status, text, isAboutTokens }: SeenReply,
): Found[] {
  const { 'errors.status': pinned, 'errors.body': body, 'auth.refusal': auth } = openings;
  const isKnown = isWhole('errors.status', pinned) && auth !== undefined;
  // The fate of a strange header may be decided before the deployment sees it.
  if (isKnown && !statuses.has(status) && !isAboutTokens)
    return [{ opening: 'errors.status', words: `${operation} refused with ${status}` }];
  const wrong = body && text !== undefined ? misstated(body, { status, json: exactJsonIn(text) }) : undefined;
  return wrong === undefined ? [] : [{ opening: 'errors.body', words: wrong }];
}

function inSuccess(session: RunSession, statuses: ReadonlySet<number>, reply: SeenReply): Found[] {
  const { operation, status, text = '', headers } = reply;
  const { openings } = session.profile;
  const pinned = openings['operations.status']?.[operation];
  // Where refusals have the same status it says nothing.
  if (pinned === undefined || statuses.has(status) || statuses.has(pinned)) return [];
  // The answer about a device without a location is open.
  if (operation === 'lastLocation' && ['', 'null', '{}', '[]'].includes(text.trim())) return [];
  const isKnown = isWhole('errors.status', openings['errors.status']);
  // A refusal that the profile does not know may have the status of a success.
  if (!isKnown && (status !== pinned || fieldOf(exactJsonIn(text), 'success') === false)) return [];
  if (status !== pinned) return [{ opening: 'operations.status', words: `${operation} answered ${status}` }];
  const { contentType, families, locationHeader } = openings['operations.envelope'] ?? {};
  const family = operation === 'createGroup' ? 'group' : operation === 'createUser' ? 'user' : undefined;
  const isLocated = family && (families?.[family]?.locationHeader ?? locationHeader);
  const found: (Found | undefined)[] = [
    { opening: 'operations.status', words: undefined },
    isLocated === undefined || (headers.location !== undefined) === isLocated
      ? undefined
      : {
          opening: 'operations.envelope',
          words: `${operation} answered with${isLocated ? 'out' : ''} a Location header`,
        },
    contentType === undefined || text === '' || isContentType({ headers }, contentType)
      ? undefined
      : {
          opening: 'operations.envelope',
          words: `${operation} answered as ${headers['content-type'] ?? 'no content type'}`,
        },
    ...unlessUnbound(() => overlong(session, reply)),
    ...(text === '' ? [] : unlessUnbound(() => inBody(session, reply, exactJsonIn(text), isKnown))),
  ];
  return found.filter((one) => one !== undefined);
}

/** A page with more records than were asked for. */
function overlong({ lens, profile }: RunSession, { operation, text, query }: SeenReply): Found[] {
  const list = nameIn(listedBy, operation);
  const name = profile.openings['operations.query']?.limit;
  const size = name === undefined ? null : query.get(name);
  if (!list || size === null || text === undefined) return [];
  const { length } = readPage(lens, listedBy[list], exactJsonIn(text)).records;
  const words = `${operation} answered ${length} records where ${size} were asked for`;
  return length > Number(size) ? [{ opening: 'operations.query', words }] : [];
}

/** @param isSuccess whether the profile knows each refusal, so that this is none */
function inBody(
  { lens, profile }: RunSession,
  { operation }: SeenReply,
  json: unknown,
  isSuccess: boolean,
): Found[] {
  const [list, reads, writes] = [
    nameIn(listedBy, operation),
    nameIn(readBy, operation),
    nameIn(writtenBy, operation),
  ];
  if (list) {
    const { records, issues } = readPage(lens, listedBy[list], json);
    const [first] = records;
    if (first === undefined) return [said('operations.envelope', operation, issues)];
    // In records that are found their fields are at fault.
    const isEmpty = Object.keys(first).length === 0;
    const resource = `records.${listResource[listedBy[list]]}` as const;
    return [{ opening: 'operations.envelope', words: undefined }, said(resource, operation, issues, isEmpty)];
  }
  if (reads) {
    const { facts, issues } = lens.reply(readBy[reads]).read(json);
    const found = ofRecord(`records.${readBy[reads]}`, operation, { facts, issues }, isSuccess);
    const limits = readBy[reads] === 'device' && found.length > 0 ? profile.openings['limits.names'] : null;
    if (!limits) return found;
    const isThere = Object.keys(limits.fields).some((name) => Object.hasOwn(facts, name));
    return [...found, said('limits.names', operation, [], !isThere)];
  }
  // Several reports are answered as a list, and an answer that is not the record shows none of it.
  if (!writes || Array.isArray(json)) return [];
  const isRecord = isSuccess && lens.answer(writes).kind === 'record';
  return ofRecord(`records.${writtenBy[writes]}`, operation, lens.answer(writes).read(json), isRecord);
}

/** A record without its id may be a refusal that the profile does not mention. */
function ofRecord(
  opening: OpeningId,
  operation: string,
  { facts, issues }: { facts: object; issues: readonly Issue[] },
  isSuccess: boolean,
): Found[] {
  if ('id' in facts || 'deviceTime' in facts) return [said(opening, operation, issues)];
  return isSuccess && Object.keys(facts).length === 0 ? [said(opening, operation, issues, true)] : [];
}

/** The first of the issues in words; or that none of the fields is there. */
function said(opening: OpeningId, operation: string, [issue]: readonly Issue[], isEmpty = false): Found {
  const { pointer = '', expected, found } = issue ?? {};
  const words = issue && `${operation}: expected ${expected} at ${pointer || 'the top'}, found ${found}`;
  return { opening, words: words ?? (isEmpty ? `${operation}: none of its fields` : undefined) };
}

function unlessUnbound<T>(find: () => T[]): T[] {
  try {
    return find();
  } catch (error) {
    if (unboundOpening(error) === undefined) throw error;
    return [];
  }
}

/**
 * Requests that are good by all that the profile says, and that were not served: then something in it does not hold. Rules that
 * need them are left open, and say nothing of it.
 */
async function goodRequestFaults(session: RunSession, refusals: ReadonlySet<number>): Promise<Compared[]> {
  const { 'auth.roles': roles, 'operations.status': statuses } = session.profile.openings;
  const refusal = await session.probes.refusal();
  const probes = (await session.probes.known.served.all()).filter(
    (probe) =>
      probe.good &&
      roles?.mayNotCall.includes(probe.operation) === false &&
      probe.answer.fingerprint !== refusal &&
      !shows(session, probe),
  );
  const faults = probes.map(async (probe): Promise<Compared[]> => {
    const { operation, answer } = probe;
    const isSuccess = answer.status === statuses?.[operation] && !refusals.has(answer.status);
    const isEmpty = isSuccess && isToldWhole(session, operation);
    const opening = isSuccess ? (isEmpty ? 'operations.envelope' : undefined) : await refused(session, probe);
    const words = `${operation} got ${describeAnswer(answer)}`;
    return opening === undefined ? [] : [{ opening, words, exchange: answer.exchange }];
  });
  return (await Promise.all(faults)).flat();
}

const posts = { postLocations: 'locations', postAlerts: 'alerts' } as const;

/** Returns whether the profile says all of what the answer to an operation holds, and that is more than nothing; a list may be empty. */
function isToldWhole({ lens, profile: { openings } }: RunSession, operation: GuardedOperationId): boolean {
  const { reads, writes } = operationOf(operation);
  const resource = reads ?? writes;
  const write = nameIn(writtenBy, operation);
  const post = nameIn(posts, operation);
  // A range may be empty, and the answer to several reports is not read.
  const isOne = (what: 'locations' | 'alerts') =>
    openings[`${what}.purpose`]?.does === 'record' && !lens.posting(what).takesMany;
  return (
    (post === undefined || isOne(posts[post])) &&
    isWhole('operations.envelope', openings['operations.envelope']) &&
    resource !== undefined &&
    openings[`records.${resource}`] !== undefined &&
    (write === undefined || lens.answer(write).kind !== 'nothing')
  );
}

/** Openings that say what the body of a request is like, which is refused for that. */
const bodies: { readonly [O in GuardedOperationId]?: OpeningId } = {
  createGroup: 'records.required',
  createUser: 'records.required',
  replaceGroup: 'operations.status',
  replaceUser: 'operations.status',
  updateGroup: 'patch.format',
  updateUser: 'patch.format',
  postLocations: 'locations.purpose',
  postAlerts: 'alerts.purpose',
};

/** The opening that a refusal is about, by a status that has one meaning in the profile. */
async function refused(
  session: RunSession,
  { operation, answer, id }: Probe,
): Promise<OpeningId | undefined> {
  const { openings } = session.profile;
  const pinned = openings['errors.status'] ?? {};
  const causes = namesOf(pinned).filter((cause) => pinned[cause] === answer.status);
  const isEach = (...some: readonly string[]) =>
    causes.length > 0 && causes.every((one) => some.includes(one));
  if (isEach('forbidden')) return 'auth.roles';
  const isPost = nameIn(posts, operation) !== undefined;
  if (isEach('conflict') && isPost && id !== undefined && openings['states.other'] !== undefined) {
    // It was refused for the state of a device that is not expired: by the profile it has no other.
    const licence = await licenceOf(session.as('calibration'), id).catch(unlessUnreached);
    return licence === 'used' ? 'states.other' : undefined;
  }
  // No profile lists the alerts that there are: one of them is its sample. A PUT that is refused for what it leaves out is an opening of its own.
  const isSample = operation !== 'postAlerts' || session.profile.samples?.alert !== undefined;
  const isForWant =
    operation.startsWith('replace') && session.seen.get('put.left-out')?.observed.includes('refused');
  const opening = bodies[operation];
  const isOfBody = isEach('malformed', 'invalid', 'content-type') && isSample && !isForWant;
  return isOfBody && opening !== undefined && openings[opening] !== undefined ? opening : undefined;
}
