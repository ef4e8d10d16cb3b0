/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request, but for one report with every fact.
 */

import type { Probe } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { describeAnswer } from '../deployment/reading/describe.ts';
import { licenceOf } from '../deployment/reading/device.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import { fieldOf, isDeepEqual } from '../kit/json.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import type { AnyFacts } from '../play/contents.ts';
import { isWhole } from '../profile/complete.ts';
import type { Issue } from '../profile/lens/lens.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { listedBy, operation as operationOf, readBy, writtenBy } from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import { type FactKind, listResource, type ResourceName } from '../specification/records/kinds.ts';
import { isSelected } from '../verify/run-options.ts';
import type { RunSession } from '../verify/run-session.ts';
import { isContentType, misstated } from './refusals.ts';
import { type SeenReply, seenReplies } from './seen.ts';
import type { Look, Sight } from './sight.ts';

/** A reply beside what the profile pins of an opening: `words` say how it differs, where it does. */
interface Compared {
  readonly opening: OpeningId;
  readonly words: string | undefined;
  readonly exchange: number;
}
type Found = Omit<Compared, 'exchange'>;

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);
/** So many faults are named. */
const NAMED = 3;
const PINNED = 'as the profile says';

/** Sights of all that the profile pins of replies, and of requests that are good by all that it says. */
export const replies: Look = async (session) => {
  const { 'errors.status': errors = {}, 'auth.refusal': auth } = session.profile.openings;
  const statuses = new Set([...Object.values(errors), ...(auth ? [auth.status] : [])]);
  // They are beside the rules, as all sights are: one that cannot be had is not reported.
  const good = await goodRequestFaults(session, statuses).catch(() => []);
  const whole = await wholeLocation(session).catch(() => []);
  const served = await session.probes.known.served.all();
  const seen = seenReplies(session, new Map(served.map(({ answer }) => [answer.exchange, answer.text])));
  // A pin of the refusal for lack of a token that does not hold is drift of that opening alone.
  const unauthorised = seen.filter(({ isAboutTokens, status }) => isAboutTokens && status >= 400);
  const refusing = new Set([...statuses, ...unauthorised.map(({ status }) => status)]);
  const all = seen.flatMap((reply): Compared[] => {
    const { status, exchange } = reply;
    if (status >= 500 || ANYONES.has(status)) return [];
    const found = status >= 400 ? inRefusal(session, refusing, reply) : inSuccess(session, statuses, reply);
    return found.map((one) => ({ ...one, exchange }));
  });
  const compared = [...good, ...whole, ...all];
  return [...new Set(compared.map(({ opening }) => opening))].map((opening): Sight => {
    const some = compared.filter((one) => one.opening === opening);
    const faults = some.filter(({ words }) => words !== undefined).slice(0, NAMED);
    const words = [...new Set(faults.map((fault) => fault.words))].join(', ');
    const exchanges = (faults.length > 0 ? faults : some.slice(0, 1)).map(({ exchange }) => exchange);
    return { opening, observed: words || 'the same', pinned: PINNED, holds: words === '', exchanges };
  });
};

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
  const pinned: number | undefined = openings['operations.status']?.[operation as 'listDevices'];
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
  const isOther = isLocated !== undefined && (headers.location !== undefined) !== isLocated;
  const isTyped = contentType === undefined || text === '' || isContentType({ headers }, contentType);
  const envelope = (words: string): Found => ({
    opening: 'operations.envelope',
    words: `${operation} answered ${words}`,
  });
  return [
    { opening: 'operations.status', words: undefined },
    ...(isOther ? [envelope(`with${isLocated ? 'out' : ''} a Location header`)] : []),
    ...(isTyped ? [] : [envelope(`as ${headers['content-type'] ?? 'no content type'}`)]),
    ...(text === '' ? [] : whereBound([], () => inBody(session, reply, exactJsonIn(text), isKnown))),
    ...(text === '' ? [] : whereBound([], () => inEcho(session, reply, exactJsonIn(text)))),
  ];
}

/** @param isSuccess whether the profile knows each refusal, so that this is none */
function inBody(
  { lens, profile }: RunSession,
  { operation, query }: SeenReply,
  json: unknown,
  isSuccess: boolean,
): Found[] {
  const list = nameIn(listedBy, operation);
  const [reads, writes] = [nameIn(readBy, operation), nameIn(writtenBy, operation)];
  if (list) {
    const { records, issues } = readPage(lens, listedBy[list], json);
    const [first] = records;
    if (first === undefined) return [said('operations.envelope', operation, issues)];
    const size = query.get(profile.openings['operations.query']?.limit ?? '');
    const isLong = size !== null && records.length > Number(size);
    const words = `${operation} answered ${records.length} records where ${size} were asked for`;
    // In records that are found their fields are at fault.
    return [
      ...(isLong ? [{ opening: 'operations.query', words } as const] : []),
      { opening: 'operations.envelope', words: undefined },
      said(`records.${listResource[listedBy[list]]}`, operation, issues, Object.keys(first).length === 0),
    ];
  }
  if (reads) {
    const resource = readBy[reads];
    const { facts, issues } = lens.reply(resource).read(json);
    const found = ofRecord(`records.${resource}`, operation, { facts, issues }, isSuccess);
    const limits = resource === 'device' && found.length > 0 ? profile.openings['limits.names'] : null;
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

/** Facts that a service may write in a form of its own, or works out itself. */
const ITS_OWN = /^(id|email|phone|country|timeZone|groupIds|deviceIds|raisedAt|severity|deviceId)$/;

/** The answer to a write of a group or a user that shows another value than was sent; what it does not show is not compared. */
function inEcho({ lens }: RunSession, { operation, sent = '' }: SeenReply, json: unknown): Found[] {
  const write = /^(create|replace)(Group|User)$/.test(operation) ? nameIn(writtenBy, operation) : undefined;
  const family = write && writtenBy[write];
  if (!write || (family !== 'group' && family !== 'user') || lens.answer(write).kind !== 'record') return [];
  const given: AnyFacts = lens.body(family).read(exactJsonIn(sent)).facts;
  const found: AnyFacts = lens.answer(write).read(json).facts;
  const isOther = (fact: string) => isThere(found[fact]) && plain(given[fact]) !== plain(found[fact]);
  return echoed(family, operation, given, found, isOther);
}

/** A store may compose a text, trim it, and write it in small letters; a list may come in another order. */
function plain(value: unknown): string {
  const text = Array.isArray(value) ? value.map(String).sort().join() : String(value);
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

function echoed(
  resource: ResourceName,
  operation: string,
  sent: AnyFacts,
  found: AnyFacts,
  isOther: (fact: string) => boolean,
): Found[] {
  const other = Object.keys(sent).find((fact) => !ITS_OWN.test(fact) && isThere(sent[fact]) && isOther(fact));
  if (other === undefined) return [];
  const words = `${operation}: ${other} ${exactJsonText(found[other] ?? null)} where ${exactJsonText(sent[other])} was sent`;
  return [{ opening: `records.${resource}`, words }];
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Plain values of every fact that a report can have beside its time. A position by a radio mast is inexact. */
const report: AnyFacts = {
  ...{ latitude: 48.141, longitude: 11.571, altitude: 512, speed: 27, course: 315, accuracy: 8 },
  ...{ satellites: 5, ignition: true, battery: 42, fuel: 38, odometer: 12_349, attributes: { door: 'shut' } },
};

/** A location with every fact is posted of a device of the run's own, and read back. */
async function wholeLocation(session: RunSession): Promise<Compared[]> {
  const { profile, lens, controls, probes, options, signal } = session;
  const { 'records.location': shape, 'locations.purpose': purpose } = profile.openings;
  if (signal.aborted || options.readOnly || !controls.has('createDevice')) return [];
  if (!isSelected('devices/posted-location-becomes-last', options)) return [];
  const known = await probes.known.served.get('postLocations');
  const places = new Set<string>(shape && purpose?.does === 'record' ? lens.record('location').facts : []);
  if (!known?.good || !shows(session, known) || !places.has('deviceTime')) return [];
  const deviceTime = Math.floor(session.clock.now() / 1000) * 1000;
  const own = await probes.ownDevice().catch(unlessUnreached);
  if (!own) return [];
  const caller = session.as('calibration');
  try {
    const sent = Object.fromEntries(
      Object.entries({ ...report, deviceTime }).filter(([fact]) => places.has(fact)),
    );
    await caller.call('postLocations', { id: own.id, body: lens.posting('locations').write([sent]) });
    const read = async () => {
      const answer = await caller.call('lastLocation', { id: own.id });
      const found: AnyFacts = lens.reply('location').read(answer.json).facts;
      return { answer, found };
    };
    const { answer, found } = await session.eventually(read, (one) => one.found.deviceTime === deviceTime);
    if (found.deviceTime !== deviceTime) return [];
    const isOther = (fact: string) => !isKept(fact, sent[fact], found[fact]);
    const faults = echoed('location', 'lastLocation', sent, found, isOther);
    return faults.map((one) => ({ ...one, exchange: answer.exchange }));
  } finally {
    own.release();
  }
}

/** Numbers may be rounded and converted on the way, and so may positions, in degrees. */
function isKept(fact: string, one: unknown, other: unknown): boolean {
  const kinds: { readonly [fact: string]: FactKind } = recordFacts.location;
  if (kinds[fact] === 'time') return Math.abs(Number(one) - Number(other)) < 1000;
  if (typeof one !== 'number') return isDeepEqual(one, other);
  const room = /^(lat|long)itude$/.test(fact) ? 1e-3 : Math.max(0.5, 0.01 * one);
  return typeof other === 'number' && Math.abs(one - other) <= room;
}

const posts = { postLocations: 'locations', postAlerts: 'alerts' } as const;
/** Openings that say what the body of a request is like, which is refused for that. */
const bodies: { readonly [operation: string]: OpeningId } = {
  ...{ createGroup: 'records.required', createUser: 'records.required' },
  ...{ replaceGroup: 'operations.status', replaceUser: 'operations.status' },
  ...{ updateGroup: 'patch.format', updateUser: 'patch.format' },
  ...{ postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' },
};

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

/** Returns whether the profile says all of what the answer to an operation holds, and that is more than nothing; a list may be empty. */
function isToldWhole({ lens, profile: { openings } }: RunSession, operation: Probe['operation']): boolean {
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

/** The opening that a refusal is about, by a status that has one meaning in the profile. */
async function refused(
  session: RunSession,
  { operation, answer, id }: Probe,
): Promise<OpeningId | undefined> {
  const { openings, samples } = session.profile;
  const pinned = openings['errors.status'] ?? {};
  const causes = namesOf(pinned).filter((cause) => pinned[cause] === answer.status);
  const isEach = (...some: readonly string[]) =>
    causes.length > 0 && causes.every((one) => some.includes(one));
  if (isEach('forbidden')) return 'auth.roles';
  if (
    isEach('conflict') &&
    operation in posts &&
    id !== undefined &&
    openings['states.other'] !== undefined
  ) {
    // It was refused for the state of a device that is not expired: by the profile it has no other.
    const licence = await licenceOf(session.as('calibration'), id).catch(unlessUnreached);
    return licence === 'used' ? 'states.other' : undefined;
  }
  // No profile lists the alerts that there are: one of them is its sample. A PUT that is refused for what it leaves out is an opening of its own.
  const isSample = operation !== 'postAlerts' || samples?.alert !== undefined;
  const isForWant =
    operation.startsWith('replace') && session.seen.get('put.left-out')?.observed.includes('refused');
  const opening = bodies[operation];
  const isOfBody = isEach('malformed', 'invalid', 'content-type') && isSample && !isForWant;
  return isOfBody && opening !== undefined && openings[opening] !== undefined ? opening : undefined;
}
