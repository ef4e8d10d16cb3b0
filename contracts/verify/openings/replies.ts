/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request.
 */

import { readPage } from '../../deployment/reading/list.ts';
import { unboundOpening } from '../../deployment/sharing/unbound.ts';
import { exactJsonIn } from '../../kit/exact-json.ts';
import { fieldOf } from '../../kit/json.ts';
import { nameIn } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { Issue } from '../../profile/lens/lens.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { listedBy, readBy, writtenBy } from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';
import { isContentType, misstated } from './bodies.ts';
import { echoFaults, wholeLocations } from './echoes.ts';
import { goodRequestFaults } from './good-requests.ts';
import { type Fault, type SeenReply, seenReplies } from './seen.ts';
import { userChoiceFaults } from './user-choices.ts';

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);

/** Everything in replies that is not as the profile pins it. */
export async function faultsOf(session: RunSession): Promise<Fault[]> {
  const statuses = refusalStatuses(session);
  // They are beside the rules, as all sights are: one that cannot be had is not reported.
  const good = await goodRequestFaults(session, statuses).catch(() => []);
  const whole = await wholeLocations(session).catch(() => []);
  const chosen = await userChoiceFaults(session).catch(() => []);
  const replies = seenReplies(session);
  return [
    ...good,
    ...whole,
    ...chosen,
    ...faultsOfAll(session, statuses, replies),
    // Where refusals have the same status it is not known which it is.
    ...unlessUnbound(() =>
      echoFaults(
        session,
        replies.filter(({ status }) => !statuses.has(status)),
      ),
    ),
  ];
}

function faultsOfAll(
  session: RunSession,
  statuses: ReadonlySet<number>,
  replies: readonly SeenReply[],
): Fault[] {
  // A pin of the refusal for lack of a token that does not hold is drift of that opening alone.
  const unauthorised = replies.filter((reply) => isAboutTokens(reply) && reply.status >= 400);
  const ofRefusals = new Set([...statuses, ...unauthorised.map(({ status }) => status)]);
  return replies.flatMap((reply) => {
    if (reply.status >= 500 || ANYONES.has(reply.status)) return [];
    const faults =
      reply.status >= 400 ? inRefusal(session, ofRefusals, reply) : inSuccess(session, statuses, reply);
    return faults.map((one) => ({ ...one, exchange: reply.exchange }));
  });
}

function isAboutTokens({ authorized, purpose }: SeenReply): boolean {
  return !authorized || purpose.startsWith('auth/');
}

type Found = Omit<Fault, 'exchange'>;

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
  const faults = [...inHeaders(session, reply), ...unlessUnbound(() => overlong(session, reply))];
  if (text === undefined || text === '') return faults;
  return [...faults, ...unlessUnbound(() => inBody(session, reply, exactJsonIn(text)))];
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
  const faults: string[] = [];
  if (pinned !== undefined && (headers.location !== undefined) !== pinned)
    faults.push(`${operation} answered with${pinned ? 'out' : ''} a Location header`);
  const type = envelope?.contentType;
  if (type !== undefined && text !== '' && !isContentType({ headers }, type))
    faults.push(`${operation} answered as ${headers['content-type'] ?? 'no content type'}`);
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

/** A body that differs from what the profile says. */
function inBody({ lens }: RunSession, { operation }: SeenReply, json: unknown): Found[] {
  const list = nameIn(listedBy, operation);
  if (list) return found('operations.envelope', operation, readPage(lens, listedBy[list], json).issues);
  const reads = nameIn(readBy, operation);
  if (reads) {
    const resource = readBy[reads];
    return found(`records.${resource}`, operation, record(lens.reply(resource), json));
  }
  const writes = nameIn(writtenBy, operation);
  // Several reports are answered as a list.
  if (!writes || Array.isArray(json)) return [];
  return found(`records.${writtenBy[writes]}`, operation, record(lens.answer(writes), json));
}

interface RecordReader {
  read(json: unknown): { facts: object; issues: Issue[] };
}

/** A record without its id may be a refusal that the profile does not mention. */
function record(lens: RecordReader, json: unknown): Issue[] {
  const { facts, issues } = lens.read(json);
  return 'id' in facts || 'deviceTime' in facts ? issues : [];
}

function found(opening: OpeningId, operation: string, issues: readonly Issue[]): Found[] {
  return issues.slice(0, 1).map(({ pointer, expected, found: there }) => ({
    opening,
    words: `${operation}: expected ${expected} at ${pointer || 'the top'}, found ${there}`,
  }));
}

function unlessUnbound<T>(find: () => T[]): T[] {
  try {
    return find();
  } catch (error) {
    if (unboundOpening(error) === undefined) throw error;
    return [];
  }
}
