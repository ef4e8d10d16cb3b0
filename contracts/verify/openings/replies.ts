/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request.
 */

import { readPage } from '../../deployment/reading/lists.ts';
import { unboundOpening } from '../../deployment/sharing/unbound.ts';
import { exactJsonIn } from '../../kit/exact-json.ts';
import { fieldOf } from '../../kit/json.ts';
import { nameIn } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { Issue } from '../../profile/lens/lens.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { listedBy, readBy, writtenBy } from '../../specification/operations.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { RunSession } from '../run-session.ts';
import { isContentType, misstated } from './bodies.ts';
import { echoFaults, wholeLocations } from './echoes.ts';
import { goodRequestFaults } from './good-requests.ts';
import { type SeenReply, seenReplies } from './seen.ts';

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);

/** A reply beside what the profile pins of an opening: `words` say how it differs, where it does. */
export interface Compared {
  readonly opening: OpeningId;
  readonly words: string | undefined;
  readonly exchange: number;
}

/** Everything in replies that the profile pins, and requests that are good by all that it says. */
export async function comparedReplies(session: RunSession): Promise<Compared[]> {
  const statuses = refusalStatuses(session);
  // They are beside the rules, as all sights are: one that cannot be had is not reported.
  const good = await goodRequestFaults(session, statuses).catch(() => []);
  const whole = await wholeLocations(session).catch(() => []);
  const served = await session.probes.known.served.all();
  const texts = new Map(served.map(({ answer }) => [answer.exchange, answer.text]));
  const replies = seenReplies(session, texts);
  return [
    ...good,
    ...whole,
    ...comparedOf(session, statuses, replies),
    // Where refusals have the same status it is not known which it is.
    ...unlessUnbound(() =>
      echoFaults(
        session,
        replies.filter(({ status }) => !statuses.has(status)),
      ),
    ),
  ];
}

function comparedOf(
  session: RunSession,
  statuses: ReadonlySet<number>,
  replies: readonly SeenReply[],
): Compared[] {
  // A pin of the refusal for lack of a token that does not hold is drift of that opening alone.
  const unauthorised = replies.filter((reply) => isAboutTokens(reply) && reply.status >= 400);
  const ofRefusals = new Set([...statuses, ...unauthorised.map(({ status }) => status)]);
  return replies.flatMap((reply) => {
    if (reply.status >= 500 || ANYONES.has(reply.status)) return [];
    const found =
      reply.status >= 400 ? inRefusal(session, ofRefusals, reply) : inSuccess(session, statuses, reply);
    return found.map((one) => ({ ...one, exchange: reply.exchange }));
  });
}

function isAboutTokens({ authorized, purpose }: SeenReply): boolean {
  return !authorized || purpose.startsWith('auth/');
}

type Found = Omit<Compared, 'exchange'>;

/** Every status that the profile pins for a refusal. */
function refusalStatuses({ profile: { openings } }: RunSession): ReadonlySet<number> {
  const { 'errors.status': errors = {}, 'auth.refusal': auth } = openings;
  return new Set([...Object.values(errors), ...(auth ? [auth.status] : [])]);
}

function inRefusal(
  { profile: { openings } }: RunSession,
  statuses: ReadonlySet<number>,
  reply: SeenReply,
): Found[] {
  const { operation, status, text } = reply;
  const { 'errors.status': pinned, 'errors.body': body, 'auth.refusal': auth } = openings;
  const isKnown = isWhole('errors.status', pinned) && auth !== undefined;
  // The fate of a strange header may be decided before the deployment sees it.
  if (isKnown && !statuses.has(status) && !isAboutTokens(reply))
    return [{ opening: 'errors.status', words: `${operation} refused with ${status}` }];
  const wrong = body && text !== undefined ? misstated(body, { status, json: exactJsonIn(text) }) : undefined;
  return wrong === undefined ? [] : [{ opening: 'errors.body', words: wrong }];
}

function inSuccess(session: RunSession, statuses: ReadonlySet<number>, reply: SeenReply): Found[] {
  const { operation, status, text } = reply;
  const pinned = session.profile.openings['operations.status']?.[operation];
  // Where refusals have the same status it says nothing.
  if (pinned === undefined || statuses.has(status) || statuses.has(pinned) || isNoLocation(reply)) return [];
  const isKnown = isWhole('errors.status', session.profile.openings['errors.status']);
  if (!isKnown && (status !== pinned || saysRefused(reply))) return [];
  if (status !== pinned) return [{ opening: 'operations.status', words: `${operation} answered ${status}` }];
  const found: Found[] = [
    { opening: 'operations.status', words: undefined },
    ...inHeaders(session, reply),
    ...unlessUnbound(() => overlong(session, reply)),
  ];
  if (text === undefined || text === '') return found;
  return [...found, ...unlessUnbound(() => inBody(session, reply, exactJsonIn(text), isKnown))];
}

/** A refusal that the profile does not know may have the status of a success. */
function saysRefused({ text = '' }: SeenReply): boolean {
  return fieldOf(exactJsonIn(text), 'success') === false;
}

/** The answer about a device without a location is open. */
function isNoLocation({ operation, text = '' }: SeenReply): boolean {
  return operation === 'lastLocation' && ['', 'null', '{}', '[]'].includes(text.trim());
}

function inHeaders({ profile }: RunSession, { operation, headers, text }: SeenReply): Found[] {
  const envelope = profile.openings['operations.envelope'];
  const family = operation === 'createGroup' ? 'group' : operation === 'createUser' ? 'user' : undefined;
  const pinned = family && (envelope?.families?.[family]?.locationHeader ?? envelope?.locationHeader);
  const isLocated = pinned === undefined || (headers.location !== undefined) === pinned;
  const located = `${operation} answered with${pinned ? 'out' : ''} a Location header`;
  const type = envelope?.contentType;
  const isOfType = type === undefined || text === '' || isContentType({ headers }, type);
  const typed = `${operation} answered as ${headers['content-type'] ?? 'no content type'}`;
  const faults = [...(isLocated ? [] : [located]), ...(isOfType ? [] : [typed])];
  return faults.map((words) => ({ opening: 'operations.envelope', words }));
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
  const list = nameIn(listedBy, operation);
  if (list) {
    const { records, issues } = readPage(lens, listedBy[list], json);
    const [first] = records;
    const resource = `records.${listResource[listedBy[list]]}` as const;
    // In records that are found their fields are at fault.
    const isEmpty = first !== undefined && Object.keys(first).length === 0;
    return first === undefined
      ? [said('operations.envelope', operation, issues)]
      : [{ opening: 'operations.envelope', words: undefined }, said(resource, operation, issues, isEmpty)];
  }
  const reads = nameIn(readBy, operation);
  if (reads) {
    const resource = readBy[reads];
    const { facts, issues } = lens.reply(resource).read(json);
    const compared = ofRecord(`records.${resource}`, operation, { facts, issues }, isSuccess);
    const limits = resource === 'device' && compared.length > 0 ? profile.openings['limits.names'] : null;
    if (!limits) return compared;
    const isThere = Object.keys(limits.fields).some((name) => Object.hasOwn(facts, name));
    return [...compared, said('limits.names', operation, [], !isThere)];
  }
  const writes = nameIn(writtenBy, operation);
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
