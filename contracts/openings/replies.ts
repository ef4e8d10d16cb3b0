/**
 * Every documented call of the run with its reply, compared with what the profile pins of all replies: a deployment
 * that keeps a pin in the first reply may break it in a later one. It costs no request.
 */
import type { Answer } from '../deployment/answer.ts';
import type { Probe } from '../deployment/deployment.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { learnedOf } from '../deployment/probing/learned.ts';
import { plainOperations, refusalLook } from '../deployment/probing/probing.ts';
import { limitStatus, readsAsRefusal } from '../deployment/reading/answers.ts';
import { describeAnswer } from '../deployment/reading/describe.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { isWhole } from '../profile/complete.ts';
import type { Issue } from '../profile/lens/lens.ts';
import { follow } from '../profile/pointer.ts';
import type { GivenOpenings, OpeningId } from '../specification/openings/index.ts';
import {
  guardedOperations,
  type OperationId,
  operation as operationOf,
  readBy,
  writtenBy,
} from '../specification/operations.ts';
import { listResource } from '../specification/records/kinds.ts';
import { routeOf } from '../specification/routes.ts';
import type { RunSession } from '../verify/run-options.ts';
import type { Observer, OpeningObservation } from './observation.ts';

/** A call as the document describes it, and what came back. */
interface SeenReply {
  readonly operation: OperationId;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
  /** Tells whether it was about tokens: it had none, or a rule about them was judged by it. */
  readonly isAboutTokens: boolean;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** `undefined` where it is too long to be kept whole. */
  readonly text: string | undefined;
  /** Index into `Run.exchanges`. */
  readonly exchange: number;
}

/** Requests that are written otherwise than the document has them. */
const UNDOCUMENTED = 'auth/no-way-round';
/** Answers to a client that calls too often, or at a time when nothing is served: it was sent again. */
const BUSY: readonly (number | undefined)[] = [429, 503];
const guarded: ReadonlySet<string> = new Set(guardedOperations.map(({ id }) => id));

/**
 * Every documented call behind a token that was answered.
 *
 * @param whole texts of answers that are too long for the record, by their exchange
 */
export function seenReplies(
  { transport, target, lens, profile }: RunSession,
  whole: ReadonlyMap<number, string> = new Map(),
): SeenReply[] {
  const base = target + lens.basePath;
  const busy = [...BUSY, limitStatus(profile)];
  return transport.exchanges.flatMap(({ index: exchange, purpose, request, reply }): SeenReply[] => {
    if (!reply || !request.url.startsWith(base) || purpose.startsWith(UNDOCUMENTED)) return [];
    const [path = '', query] = request.url.slice(base.length).split('?');
    const route = path.endsWith('/') ? undefined : routeOf(request.method, path);
    if (busy.includes(reply.status) || route?.basePath !== '' || !guarded.has(route.operation)) return [];
    const { status, headers, body, truncated } = reply;
    const hasToken = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization');
    return [
      {
        ...{ operation: route.operation, id: route.id, status, headers, exchange },
        query: new URLSearchParams(query),
        isAboutTokens: !hasToken || purpose.startsWith('auth/'),
        text: truncated ? whole.get(exchange) : body,
      },
    ];
  });
}

/** A reply beside what the profile pins of an opening: `words` say how it differs, where it does. */
interface Found {
  readonly opening: OpeningId;
  readonly words: string | undefined;
}
interface Compared extends Found {
  readonly exchange: number;
}

/** Refusals that a server in front of the deployment may give on its own account. */
const ANYONES: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);
/** So many faults are named. */
const NAMED = 3;

/** Observations of all that the profile pins of replies, and of requests that are good by all that it says. */
export const replies: Observer = async (session) => {
  const { 'errors.status': errors = {}, 'auth.refusal': auth } = session.profile.openings;
  const statuses = new Set([...Object.values(errors), ...(auth ? [auth.status] : [])]);
  // They are beside the rules, as all observations are: one that cannot be had is not reported.
  const good = await goodRequestFaults(session, statuses).catch(() => []);
  const served = await learnedOf(session).served.all();
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
  const compared = [...good, ...all];
  return [...new Set(compared.map(({ opening }) => opening))].map((opening): OpeningObservation => {
    const some = compared.filter((one) => one.opening === opening);
    const faults = some.filter(({ words }) => words !== undefined).slice(0, NAMED);
    const words = [...new Set(faults.map((fault) => fault.words))].join(', ');
    const exchanges = (faults.length > 0 ? faults : some.slice(0, 1)).map(({ exchange }) => exchange);
    const pinned = 'as the profile says';
    return { opening, observed: words || 'the same', pinned, holds: words === '', exchanges };
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
  const words = body && text !== undefined ? misstated(body, { status, json: exactJsonIn(text) }) : undefined;
  return words === undefined ? [] : [{ opening: 'errors.body', words }];
}

/** The values at places of the profile that cannot be right: no text where there is one, another status than that of the answer. */
export function misstated(
  body: NonNullable<GivenOpenings['errors.body']>,
  { status, json }: { readonly status: number; readonly json: unknown },
): string | undefined {
  if (body.form !== 'json') return undefined;
  for (const [fact, place] of Object.entries(body.fields)) {
    const found = follow(json, splitPointer(place));
    const isWrong = fact === 'status' ? Number(found) !== status : found === (fact === 'success' ? true : '');
    if (found !== undefined && found !== null && isWrong)
      return `${exactJsonText(found)} at ${place} with status ${status}`;
  }
  return undefined;
}

/** Returns whether an answer has this content type; a parameter that is not named, such as the charset, does not count. */
export function isContentType({ headers }: Pick<Answer, 'headers'>, wanted: string): boolean {
  const [given, [media, ...parameters]] = [headers['content-type'] ?? '', wanted].map((type) => {
    const parts = type.toLowerCase().replaceAll('"', '').split(';');
    return parts.map((part) => part.trim());
  }) as [string[], string[]];
  return given[0] === media && parameters.every((parameter) => given.includes(parameter));
}

function inSuccess(session: RunSession, statuses: ReadonlySet<number>, reply: SeenReply): Found[] {
  const { operation, status, text = '', headers } = reply;
  const { openings } = session.profile;
  const pinned: number | undefined = openings['operations.status']?.[operation as 'listDevices'];
  // Refusals that have the status of a success are told from records by what records hold.
  const isShared = pinned !== undefined && statuses.has(pinned);
  if (pinned === undefined || (statuses.has(status) && !isShared)) return [];
  // The answer about a device without a location is open.
  if (operation === 'lastLocation' && ['', 'null', '{}', '[]'].includes(text.trim())) return [];
  const isKnown = !isShared && isWhole('errors.status', openings['errors.status']);
  // A refusal that the profile does not know may have the status of a success.
  const json = exactJsonIn(text);
  const isRefusal = text !== '' && readsAsRefusal(session, { status, text, json });
  if (!isKnown && (status !== pinned || isRefusal)) return [];
  const found = () => (text === '' ? [] : inBody(session, reply, json, isKnown));
  if (isShared) return whereBound([], found).filter(({ opening }) => opening.startsWith('records.'));
  if (status !== pinned) return [{ opening: 'operations.status', words: `${operation} answered ${status}` }];
  const { contentType, families, locationHeader } = openings['operations.envelope'] ?? {};
  const family = operation === 'createGroup' ? 'group' : operation === 'createUser' ? 'user' : undefined;
  const isLocated = family && (families?.[family]?.locationHeader ?? locationHeader);
  const write = nameIn(writtenBy, operation);
  const isDue = write && isKnown && whereBound(false, () => session.lens.answer(write).kind === 'record');
  const words = [
    isLocated !== undefined && (headers.location !== undefined) !== isLocated
      ? `with${isLocated ? 'out' : ''} a Location header`
      : [],
    text === '' && isDue ? 'without a body' : [],
    contentType === undefined || text === '' || isContentType({ headers }, contentType)
      ? []
      : `as ${headers['content-type'] ?? 'no content type'}`,
  ].flat();
  return [
    { opening: 'operations.status', words: undefined },
    ...words.map((how): Found => ({ opening: 'operations.envelope', words: `${operation} answered ${how}` })),
    ...whereBound([], found),
  ];
}

/** @param isSuccess whether the profile knows each refusal, so that this is none */
function inBody(
  { lens, profile }: RunSession,
  { operation, query }: SeenReply,
  json: unknown,
  isSuccess: boolean,
): Found[] {
  const { lists } = operationOf(operation);
  const [reads, writes] = [nameIn(readBy, operation), nameIn(writtenBy, operation)];
  if (lists) {
    const { records, issues } = readPage(lens, lists, json);
    const [first] = records;
    if (first === undefined) return [said('operations.envelope', operation, issues)];
    const { 'operations.query': names, 'operations.paging': paging } = profile.openings;
    const size = query.get(names?.limit ?? '');
    // Lists that come whole look at no size.
    const isLong = size !== null && paging?.by !== 'none' && records.length > Number(size);
    const words = `${operation} answered ${records.length} records where ${size} were asked for`;
    // In records that are found their fields are at fault.
    return [
      ...(isLong ? [{ opening: 'operations.query', words } as const] : []),
      { opening: 'operations.envelope', words: undefined },
      said(`records.${listResource[lists]}`, operation, issues, Object.keys(first).length === 0),
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
  const answer = lens.answer(writes);
  const isRecord = isSuccess && answer.kind === 'record';
  return ofRecord(`records.${writtenBy[writes]}`, operation, answer.read(json), isRecord);
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

/** Openings that say what the body of a request is like, which is refused for that. */
const bodies: { readonly [operation: string]: OpeningId } = {
  ...{ createGroup: 'records.required', createUser: 'records.required' },
  ...{ replaceGroup: 'operations.status', replaceUser: 'operations.status' },
  ...{ updateGroup: 'patch.format', updateUser: 'patch.format' },
  ...{ postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' },
};

/**
 * Requests that are good by all that the profile says, and that were not served: then something in it does not hold. Rules that
 * need them are left open, and say nothing of it. One that was served shows the same.
 */
async function goodRequestFaults(session: RunSession, refusals: ReadonlySet<number>): Promise<Compared[]> {
  const { openings } = session.profile;
  const { 'auth.roles': roles, 'operations.status': statuses } = openings;
  const look = await refusalLook(session);
  // If every refusal looks alike, its words show what it is about.
  const words = (await learnedOf(session).bare.all())
    .filter(({ operation }) => plainOperations.includes(operation))
    .map(({ answer }) => wordsOf(answer));
  const probes = (await learnedOf(session).served.all()).filter(({ good }) => good);
  return probes.flatMap((probe): Compared[] => {
    const { operation, answer } = probe;
    const { exchange, status } = answer;
    const own = bodies[operation];
    const mayNot = roles?.mayNotCall.includes(operation);
    if (shows(session, probe)) {
      // A create with all that is asked for, a PATCH in its format, or a POST that asks for a range.
      const pin = own === 'locations.purpose' || own === 'alerts.purpose' ? openings[own] : undefined;
      const isMet = (own === 'records.required' || own === 'patch.format') && openings[own] !== undefined;
      const isHeld = pin ? pin.does === 'query' : isMet;
      return [
        ...(own && isHeld ? [{ opening: own, words: undefined, exchange }] : []),
        ...(roles
          ? [
              {
                opening: 'auth.roles',
                words: mayNot ? `${operation} is served` : undefined,
                exchange,
              } as const,
            ]
          : []),
      ];
    }
    if (mayNot !== false) return [];
    const isForToken = answer.fingerprint === look;
    if (isForToken && !words.includes(wordsOf(answer))) return [];
    // A success that shows nothing may be one all the same.
    const isSuccess = status === statuses?.[operation] && !refusals.has(status);
    const opening = isForToken ? 'auth.roles' : isSuccess ? undefined : refused(session, probe);
    return opening ? [{ opening, words: `${operation} got ${describeAnswer(answer)}`, exchange }] : [];
  });
}

/** The opening that a refusal is about, by a status that has one meaning in the profile. */
function refused(session: RunSession, { operation, answer }: Probe): OpeningId | undefined {
  const { openings, samples } = session.profile;
  const pinned = openings['errors.status'] ?? {};
  const causes = namesOf(pinned).filter((cause) => pinned[cause] === answer.status);
  const isEach = (...some: readonly string[]) =>
    causes.length > 0 && causes.every((one) => some.includes(one));
  if (isEach('forbidden')) return 'auth.roles';
  // No profile lists the alerts that there are: one of them is its sample. A PUT that is refused for what it leaves out is an opening of its own.
  const isSample = operation !== 'postAlerts' || samples?.alert !== undefined;
  const isForWant =
    operation.startsWith('replace') && session.seen.get('put.left-out')?.observed.includes('refused');
  const opening = bodies[operation];
  const isOfBody = isEach('malformed', 'invalid', 'content-type') && isSample && !isForWant;
  return isOfBody && opening !== undefined && openings[opening] !== undefined ? opening : undefined;
}
