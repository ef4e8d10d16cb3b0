/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request.
 */
import { jsonIn } from '../../kit/json.ts';
import { nameIn } from '../../kit/tables.ts';
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
import { describeAnswer } from '../reading/describe.ts';
import { readPage } from '../reading/list.ts';
import { shows } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { unboundOpening } from '../session/unbound.ts';
import { isContentType, misstated } from './bodies.ts';
import { echoFaults, wholeLocation } from './echoes.ts';
import { type Fault, type SeenReply, seenReplies } from './seen.ts';

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);

/** What of all replies is otherwise than the profile pins. */
export async function faultsOf(session: Session): Promise<Fault[]> {
  const fromTrials = [...(await emptySuccesses(session)), ...(await wholeLocation(session))];
  const replies = seenReplies(session);
  return [
    ...fromTrials,
    ...faultsOfAll(session, replies),
    ...unlessUnbound(() => echoFaults(session, replies)),
  ];
}

function faultsOfAll(session: Session, replies: readonly SeenReply[]): Fault[] {
  const statuses = refusalStatuses(session);
  return replies.flatMap((reply) => {
    if (reply.status >= 500 || ANYONES.has(reply.status)) return [];
    const faults =
      reply.status >= 400 ? inRefusal(session, statuses, reply) : inSuccess(session, statuses, reply);
    return faults.map((one) => ({ ...one, exchange: reply.exchange }));
  });
}

type Found = Omit<Fault, 'exchange'>;

/** Every status that the profile pins for a refusal. */
function refusalStatuses({ profile: { openings } }: Session): ReadonlySet<number> {
  const { 'errors.status': errors = {}, 'auth.refusal': auth } = openings;
  return new Set([...Object.values(errors), ...(auth ? [auth.status] : [])]);
}

function inRefusal(
  { profile: { openings } }: Session,
  statuses: ReadonlySet<number>,
  { operation, purpose, status, text }: SeenReply,
): Found[] {
  const { 'errors.status': pinned, 'errors.body': body, 'auth.refusal': auth } = openings;
  const isKnown = isWhole('errors.status', pinned) && auth !== undefined;
  // What becomes of a strange header may be decided before the deployment sees it.
  if (isKnown && !statuses.has(status) && !purpose.startsWith('auth/'))
    return [{ opening: 'errors.status', words: `${operation} refused with ${status}` }];
  const wrong = body && text !== undefined ? misstated(body, { status, json: jsonIn(text) }) : undefined;
  return wrong === undefined ? [] : [{ opening: 'errors.body', words: wrong }];
}

function inSuccess(session: Session, statuses: ReadonlySet<number>, reply: SeenReply): Found[] {
  const { operation, status, text } = reply;
  const pinned = session.profile.openings['operations.status']?.[operation];
  // Where refusals have the same status it says nothing.
  if (pinned === undefined || statuses.has(status) || statuses.has(pinned) || isNoLocation(reply)) return [];
  if (status !== pinned && !isWhole('errors.status', session.profile.openings['errors.status'])) return [];
  if (status !== pinned) return [{ opening: 'operations.status', words: `${operation} answered ${status}` }];
  const faults = [...inHeaders(session, reply)];
  if (text === undefined || text === '') return faults;
  return [...faults, ...unlessUnbound(() => inBody(session, reply, jsonIn(text)))];
}

/** What a device without a location is answered is open. */
function isNoLocation({ operation, text = '' }: SeenReply): boolean {
  return operation === 'lastLocation' && ['', 'null', '{}', '[]'].includes(text.trim());
}

function inHeaders({ profile }: Session, { operation, headers, text }: SeenReply): Found[] {
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

/** A body in which something stands otherwise than the profile says. */
function inBody({ lens }: Session, { operation }: SeenReply, json: unknown): Found[] {
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

/** Good requests that are answered with the status of a success, and with nothing of what the profile says. */
async function emptySuccesses(session: Session): Promise<Fault[]> {
  const { calibration, profile } = session;
  const { 'auth.roles': roles, 'operations.status': pinned } = profile.openings;
  const statuses = refusalStatuses(session);
  const refusal = await calibration.refusal();
  const probes = await calibration.served.all();
  return probes.flatMap((probe): Fault[] => {
    const { operation, answer, good } = probe;
    const { status, look, exchange } = answer;
    if (!good || !roles || roles.mayNotCall.includes(operation) || look === refusal) return [];
    if (status !== pinned?.[operation] || statuses.has(status) || !isShown(session, operation)) return [];
    if (shows(session, probe)) return [];
    return [
      { opening: 'operations.envelope', words: `${operation} answered ${describeAnswer(answer)}`, exchange },
    ];
  });
}

/** Whether the profile says all of what the answer to an operation holds, and that is more than nothing; a list may be empty. */
function isShown({ lens, profile: { openings } }: Session, operation: GuardedOperationId): boolean {
  const { reads, writes } = operationOf(operation);
  const resource = reads ?? writes;
  const write = nameIn(writtenBy, operation);
  const purposes = { postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' } as const;
  const post = nameIn(purposes, operation);
  // A range may be empty.
  if (post && openings[purposes[post]]?.does !== 'record') return false;
  return (
    isWhole('operations.envelope', openings['operations.envelope']) &&
    resource !== undefined &&
    openings[`records.${resource}`] !== undefined &&
    (write === undefined || lens.answer(write).kind !== 'nothing')
  );
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
