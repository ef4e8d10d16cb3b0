/**
 * The openings that learning tells from exchanges, by those of the run: each as it was seen, beside what the profile says of it.
 * Compared is what would be learned; nothing is asked for it but pages of lists, and a few refusals.
 */
import type { Answer } from '../deployment/answer.ts';
import { learnedOf } from '../deployment/probing/learned.ts';
import { neighbourOf, refusalLook } from '../deployment/probing/probing.ts';
import { isSuccess } from '../deployment/reading/answers.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import { gatewayFailures } from '../deployment/transport/health.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual, type Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import { Asker } from '../learning/asker.ts';
import { findingsOf } from '../learning/exchanges.ts';
import { leavesOf } from '../learning/leaves.ts';
import { apart } from '../learning/merge.ts';
import { queryNames } from '../learning/names.ts';
import { askPages } from '../learning/reading.ts';
import type { Cause, Seen } from '../learning/seen.ts';
import { follow } from '../profile/pointer.ts';
import type { OpeningId, Refusal } from '../specification/openings/index.ts';
import type { OperationId } from '../specification/operations.ts';
import { listResource } from '../specification/records/kinds.ts';
import { isSelected, type RunSession } from '../verify/run-options.ts';
import { compared, type Observer, type OpeningObservation, type Parts } from './observation.ts';
import { isContentType, misstated, seenReplies } from './replies.ts';

/** Lists of what a run makes, the one that is longest in most deployments first. */
const growing = ['listDevices', 'listUsers', 'listGroups'] as const;

export const looked: Observer = async (session) => {
  const { openings } = session.profile;
  const { 'operations.query': given = {}, 'operations.paging': paging } = openings;
  const { served, bare } = learnedOf(session);
  const look = await refusalLook(session);
  const reads = (await served.all()).filter(
    ({ good, answer, operation }) =>
      good && isSuccess(answer) && answer.fingerprint !== look && /^(list|read|last)/.test(operation),
  );
  const unauthorised = (await bare.all()).filter(({ answer }) => answer.fingerprint === look);
  // The names that the profile has: whether others are in use says nothing of it.
  const names = mapTable(queryNames, (_, name) => (given[name] === undefined ? [] : [given[name]]));
  // Records were made since their lists were read: one is read again.
  const lasting = reads.filter(({ operation }) => !growing.some((list) => list === operation));
  const asker = new Asker(
    session,
    session.signal,
    lasting.map(({ operation, id, answer }) => seenOf(operation, answer, undefined, id)),
  );
  const again = growing.find((list) => reads.some(({ operation }) => operation === list));
  if (again !== undefined) {
    await asker.see(again);
    await askPages(asker, names);
  }
  const refused = [...(await refusals(session)), ...(await tokenRefusals(session))];
  const { findings } = findingsOf(
    [
      ...asker.seen,
      seenOf('issueToken', await session.tokens.first()),
      ...refused,
      ...unauthorised.map(({ operation, answer }) => seenOf(operation, answer, 'no-token')),
    ],
    'live',
    undefined,
    names,
  );
  const parts = new Map<OpeningId, Part[]>();
  const add = (opening: OpeningId, name: string, values: Parts[string], exchanges: readonly number[] = []) =>
    parts.set(opening, [...(parts.get(opening) ?? []), { name, values, exchanges }]);
  const addPair = (opening: OpeningId, way: readonly string[], value: Json, exchanges?: readonly number[]) =>
    add(opening, way.join(' '), pairOf(session, opening, way, value), exchanges);
  // The common part of ids is told by those of devices.
  const hasDevices = asker.seen.some(({ operation }) => /^(listDevices|readDevice)$/.test(operation ?? ''));
  for (const { at, value, exchanges } of findings.flatMap(apart)) {
    const [, opening = '', ...way] = splitPointer(at);
    if (opening === 'records.id' && !hasDevices) continue;
    if (isTold(session, opening as OpeningId, way)) addPair(opening as OpeningId, way, value, exchanges);
  }
  for (const { cause = 'failed', exchange = 0, ...answer } of refused) {
    // A service that failed has refused otherwise than the profile says, too.
    const [opening, part] = statusPlaces[cause] ?? (['errors.status', cause] as const);
    addPair(opening, [part], answer.status, [exchange]);
    if (ofRecords.has(cause))
      add('errors.body', `${cause}:`, bodyOf(session, cause as Refusal, answer), [exchange]);
  }
  const [shown] = unauthorised.map(({ answer }) => answer);
  for (const [name, value] of Object.entries(shown ? (openings['auth.refusal']?.headers ?? {}) : {}))
    if (shown)
      add('auth.refusal', name, [shown.headers[name.toLowerCase()] ?? null, value], [shown.exchange]);
  // Parameters that the profile names, and that changed nothing where there was more than one record.
  const askedBy = (name = '') =>
    asker.seen.filter(({ query }) => Object.hasOwn(query, name)).flatMap(({ exchange }) => exchange ?? []);
  const isSaid = (place: string) => findings.some(({ at }) => at === `/openings/operations.${place}`);
  const sized = paging?.by === 'none' ? [] : askedBy(given.limit);
  if (sized.length > 0 && !isSaid('query/limit'))
    for (const id of ['operations.query', 'operations.paging'] as const)
      add(id, `${given.limit}=1`, ['no single record', 'a single record'], sized);
  const turned = paging?.by === 'offset' || paging?.by === 'page' ? askedBy(given[paging.by]) : [];
  if (sized.length > 0 && turned.length > 0 && !isSaid('paging/by'))
    add('operations.paging', 'by', ['no other page', paging?.by], turned);
  return [...parts].map(([opening, own]) => observationOf(opening, own));
};

/** A part of an opening, as it was seen and as the profile has it. */
interface Part {
  readonly name: string;
  readonly values: Parts[string];
  readonly exchanges: readonly number[];
}

/** So many parts are named. */
const NAMED = 6;

/** An observation by the parts that are otherwise than the profile says; where none is, by some of them. */
function observationOf(opening: OpeningId, all: readonly Part[]): OpeningObservation {
  const pinned = all.filter(({ values: [, value] }) => value !== undefined);
  const other = pinned.filter(({ values: [one, value] }) => !isDeepEqual(one, value));
  const some = [other, pinned, all].find((parts) => parts.length > 0) ?? [];
  const named = some.slice(0, NAMED);
  const shown = [...new Set(named.flatMap(({ exchanges }) => exchanges))].map((exchange) => ({ exchange }));
  return compared(opening, Object.fromEntries(named.map(({ name, values }) => [name, values])), ...shown);
}

/** The places of statuses of refused token requests; those of others are in `errors.status`. */
const statusPlaces: { readonly [C in Cause]?: readonly [OpeningId, string] } = {
  'not-json': ['token.malformed', 'notJson'],
  'other-type': ['token.malformed', 'contentType'],
  'wrong-key': ['token.status', 'refused'],
};

function seenOf(operation: OperationId | undefined, answer: Answer, cause?: Cause, id?: unknown): Seen {
  const { status, headers, text, json, exchange } = answer;
  return {
    ...{ operation, query: {}, status, headers, text, json, exchange, cause },
    ...(id !== undefined && { id: String(id) }),
  };
}

/**
 * Returns whether a part is seen best so: not statuses of refusals without those of a service that failed, a time to live unrounded,
 * a part of a body of its own, or the places of fields in a map to names.
 */
function isTold({ profile }: RunSession, opening: OpeningId, [part]: readonly string[]): boolean {
  const { 'errors.body': body, 'auth.refusal': auth, 'operations.envelope': envelope } = profile.openings;
  const list = namesOf(listResource).find((name) => opening === `records.${listResource[name]}`);
  if (list && envelope?.lists?.[list]?.value !== undefined) return false;
  if (opening === 'errors.body') return part !== 'apart' && body?.apart?.['unknown-id'] === undefined;
  if (opening === 'auth.refusal') return part !== 'headers' || auth === undefined;
  if (opening === 'token.status') return part === 'issued';
  return !['token.lifetime', 'token.malformed', 'errors.status'].includes(opening);
}

/** The value that was seen at a place, and the profile's: `undefined` where it says nothing, or the same in other words. */
function pairOf(
  { profile: { openings } }: RunSession,
  opening: OpeningId,
  way: readonly string[],
  value: Json,
): Parts[string] {
  const pinned = follow(openings[opening], way);
  const last = way.at(-1);
  if (opening === 'token.malformed' && pinned === 'ignored') return [value, undefined];
  if (opening === 'auth.refusal' && last === 'body' && openings['errors.body']?.form === 'empty')
    return [value, pinned && 'empty'];
  if (last === 'totalAsText') return [value, pinned ?? (openings[opening] && false)];
  if (typeof pinned === 'string' && typeof value === 'string') {
    const isSame =
      last === 'contentType'
        ? isContentType({ headers: { 'content-type': value } }, pinned)
        : last === 'totalHeader' && value.toLowerCase() === pinned.toLowerCase();
    if (isSame) return [pinned, pinned];
  }
  const isTime = way[0] === 'forms' && pinned === undefined && value !== 'text';
  return [value, isTime ? follow(openings['records.time'], way.slice(2)) : pinned];
}

/** Refusals that have the usual body, unless the profile says otherwise. */
const ofRecords: ReadonlySet<Cause> = new Set<Cause>(['unknown-id', 'unknown-path', 'deleted-id']);

/** The body of a refusal in words, as it came and by the profile. */
function bodyOf(
  { lens, profile }: RunSession,
  refusal: Refusal,
  answer: Pick<Answer, 'status' | 'headers' | 'text' | 'json'>,
): Parts[string] {
  const { 'errors.body': body, 'errors.status': statuses } = profile.openings;
  const { text, json, headers } = answer;
  const type = headers['content-type'] ?? 'no content type';
  const form = text === '' ? 'empty' : `${json === undefined ? 'text' : 'json'}, ${type}`;
  // A path that is none may be refused by another part of the deployment.
  if (!body || (refusal === 'unknown-path' && statuses?.[refusal] === undefined)) return [form, undefined];
  const own = body.apart?.[refusal];
  const like = own === undefined || own.form === 'more' ? body : own;
  if (like.form === 'empty') return [form, 'empty'];
  const { contentType, text: sample } = lens.errors.bodyOf(refusal, {});
  const pinned = `${like.form}, ${contentType}`;
  if (!isContentType(answer, contentType ?? '') || !form.startsWith(like.form)) return [form, pinned];
  const other =
    like.form === 'json' &&
    leavesOf(exactJsonIn(sample)).find(({ names, value }) => !isDeepEqual(follow(json, names), value));
  const places = like === body && body.form === 'json' ? Object.values(body.fields) : [];
  const isThere = places.some((place) => follow(json, splitPointer(place)) !== undefined);
  const fault =
    places.length > 0 && !isThere
      ? `nothing at ${places.join(', ')}`
      : other
        ? `not ${exactJsonText(other.value as Json)} at ${other.pointer}`
        : like === body && misstated(body, answer);
  return [fault ? `${pinned}, ${fault}` : pinned, pinned];
}

/** Token requests that are refused: with wrong keys as histories sent them, and two that no deployment can take. */
async function tokenRefusals(session: RunSession): Promise<Seen[]> {
  const { tokens, signal, options } = session;
  const wrongKey = {
    operation: 'issueToken',
    cause: 'wrong-key',
    query: {},
    headers: {},
    text: '{}',
  } as const;
  const noted: Seen[] = tokens.refused ? [{ ...wrongKey, ...tokens.refused }] : [];
  if (signal.aborted || !isSelected('token/json-object', options)) return noted;
  const asker = new Asker(session, signal);
  const wrong = '{"userName":"roadtest","apiKey":"roadtest"}';
  await asker.see('issueToken', { cause: 'not-json', raw: '{"userName":', bearer: null });
  await asker.see('issueToken', { cause: 'other-type', raw: wrong, contentType: 'text/plain', bearer: null });
  return [...noted, ...asker.seen];
}

/** Refusals of known cause. A gateway that failed says nothing of the deployment, unless this is how the deployment refuses. */
async function refusals(session: RunSession): Promise<Seen[]> {
  const statuses = session.profile.openings['errors.status'];
  const found = namesOf(sources).map(async (refusal): Promise<Seen[]> => {
    const answers = await sources[refusal](session).catch(unlessUnreached);
    const isOwn = ({ status }: Answer) => !gatewayFailures.has(status) || statuses?.[refusal] === status;
    return (answers ?? []).filter(isOwn).map((answer) => seenOf(undefined, answer, refusal));
  });
  return (await Promise.all(found)).flat();
}

/** Reads without a body: nothing but the id can be wrong about such a request. */
const readsById = ['readDevice', 'readGroup', 'readUser', 'lastLocation'] as const;

/** Finds a refusal of each cause; those that would do harm, or that no request brings about, are left out. */
const sources = {
  async 'unknown-id'(session: RunSession): Promise<Answer[]> {
    const forbidden: readonly string[] = session.profile.openings['auth.roles']?.mayNotCall ?? [];
    const asked = readsById.filter((operation) => !forbidden.includes(operation));
    const seen = await Promise.all(asked.map((operation) => learnedOf(session).unknownIds.get(operation)));
    return seen.flatMap((answer) => answer ?? []);
  },

  async 'unknown-path'(session: RunSession): Promise<Answer[]> {
    const { 'errors.status': status, 'errors.body': body } = session.profile.openings;
    const isPinned = status?.['unknown-path'] !== undefined || body !== undefined;
    if (!isPinned || session.signal.aborted) return [];
    // With a token: where it is looked at before the path, that alone would be the cause.
    const answer = await neighbourOf(session, 'listDevices').catch(unlessUnreached);
    return answer ? [answer] : [];
  },

  /** A record that the run deleted is read again. One that is answered as an id that never was may have been forgotten. */
  async 'deleted-id'(session: RunSession): Promise<Answer[]> {
    const { 'operations.status': statuses, 'errors.status': refused } = session.profile.openings;
    const deleted = seenReplies(session).find(
      ({ operation, status }) =>
        /^delete(Group|User)$/.test(operation) && status === statuses?.[operation as 'deleteGroup'],
    );
    if (!deleted || session.signal.aborted) return [];
    const read = deleted.operation === 'deleteGroup' ? 'readGroup' : 'readUser';
    const answer = await session.as('calibration').call(read, { id: deleted.id });
    const isRead = isSuccess(answer) && answer.status === statuses?.[read];
    return isRead || answer.status === refused?.['unknown-id'] ? [] : [answer];
  },
};
