/** Refusals whose cause is known: their statuses and bodies, compared with what the profile says of each. */

import type { Answer, CallOptions } from '../deployment/answer.ts';
import { MALFORMED } from '../deployment/deployment.ts';
import { formOf } from '../deployment/reading/answers.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import { gatewayFailures } from '../deployment/transport/health.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { namesOf } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import type { GivenOpenings, Refusal } from '../specification/openings/index.ts';
import { isSelected } from '../verify/run-options.ts';
import type { RunSession } from '../verify/run-session.ts';
import { seenReplies } from './seen.ts';
import { compared, type Look, type Parts } from './sight.ts';

/** The parts of an answer that show a refusal. */
type Shown = Pick<Answer, 'status' | 'headers' | 'text' | 'json' | 'exchange'>;
type Seen = readonly [refusal: Refusal, answer: Shown];

export const refusals: Look = async (session) => {
  const { 'errors.status': statuses, 'errors.body': body } = session.profile.openings;
  const sought = namesOf(sources).map(async (refusal): Promise<Seen[]> => {
    const answer = await sources[refusal](session).catch(unlessUnreached);
    // A gateway that failed says nothing of the deployment, unless this is how the deployment refuses.
    const isGateway = answer && gatewayFailures.has(answer.status) && statuses?.[refusal] !== answer.status;
    return !answer || isGateway ? [] : [[refusal, answer]];
  });
  const seen = (await Promise.all(sought)).flat();
  if (seen.length === 0) return [];
  const answersOf = (some: readonly Seen[]) => some.map(([, answer]) => answer);
  const ofStatus = seen.map(([refusal, { status }]) => [refusal, [status, statuses?.[refusal]]] as const);
  // A request that is refused before it is understood may be refused by another part of the deployment, and so may a path that is none.
  const isOpen = (refusal: Refusal) => refusal === 'unknown-path' && statuses?.[refusal] === undefined;
  const ofBody = seen.filter(
    ([refusal]) => (ofRecords.has(refusal) && !isOpen(refusal)) || body?.apart?.[refusal] !== undefined,
  );
  return [
    compared('errors.status', Object.fromEntries(ofStatus), ...answersOf(seen)),
    ...(ofBody.length > 0 ? [compared('errors.body', bodiesOf(body, ofBody), ...answersOf(ofBody))] : []),
  ];
};

/** Refusals that have the usual body, unless the profile says otherwise. */
const ofRecords: ReadonlySet<Refusal> = new Set(['unknown-id', 'unknown-path', 'deleted-id']);
/** Reads without a body: nothing but the id can be wrong about such a request. */
const readsById = ['readDevice', 'readGroup', 'readUser', 'lastLocation'] as const;
const deletions = [
  ['readGroup', 'deleteGroup'],
  ['readUser', 'deleteUser'],
] as const;

/** Where a refusal of each cause is seen; those that would do harm, or that no request brings about, are left out. */
const sources = {
  async 'unknown-id'({ probes, profile }: RunSession): Promise<Shown | undefined> {
    const forbidden: readonly string[] = profile.openings['auth.roles']?.mayNotCall ?? [];
    const reads = readsById.filter((operation) => !forbidden.includes(operation));
    const seen = await Promise.all(reads.map((operation) => probes.known.unknownIds.get(operation)));
    return seen.find((answer) => answer !== undefined);
  },

  async 'unknown-path'({ probes, profile, signal }: RunSession): Promise<Shown | undefined> {
    const { 'errors.status': status, 'errors.body': body } = profile.openings;
    const isPinned = status?.['unknown-path'] !== undefined || body !== undefined;
    if (isPinned && !signal.aborted) await probes.neighbour('listDevices').catch(unlessUnreached);
    // With a token: where it is looked at before the path, that alone would be the cause.
    return probes.known.neighbours.get('GET ');
  },

  /** The last read of a record after it was deleted. */
  async 'deleted-id'(session: RunSession): Promise<Shown | undefined> {
    const { 'operations.status': statuses, 'errors.status': refused } = session.profile.openings;
    const replies = seenReplies(session);
    for (const [read, remove] of deletions) {
      const deleted = replies.find((one) => one.operation === remove && one.status === statuses?.[remove]);
      const after = replies.findLast(
        ({ operation, id, exchange, status }) =>
          operation === read &&
          id === deleted?.id &&
          exchange > (deleted?.exchange ?? 0) &&
          status !== statuses?.[read],
      );
      // A deleted record that is answered as an id that never was may have been forgotten.
      if (after?.status === refused?.['unknown-id']) return undefined;
      if (after?.text !== undefined) return { ...after, text: after.text, json: exactJsonIn(after.text) };
    }
    return undefined;
  },

  /** A path of the document by a method that it does not have there. */
  async 'method-not-allowed'({ probes, profile, options, signal }: RunSession): Promise<Shown | undefined> {
    const pinned = profile.openings['errors.status'];
    if (pinned?.['method-not-allowed'] === undefined || signal.aborted) return undefined;
    if (options.readOnly || !isSelected('operations/listDevices', options)) return undefined;
    const answer = await probes.otherMethod('listDevices', undefined);
    // Its body is no JSON, and may be looked at first.
    return answer.status === pinned.malformed ? undefined : answer;
  },

  malformed: (session: RunSession) => patched(session, 'malformed', {}),

  /** A good body: what nothing can be made of may be refused for that before its type is looked at. */
  async 'content-type'(session: RunSession): Promise<Shown | undefined> {
    const { make, lens, profile } = session;
    const raw = whereBound(undefined, () =>
      exactJsonText(lens.patch('group').write({ name: make.facts('group').name })),
    );
    if (raw === undefined) return undefined;
    const answer = await patched(session, 'content-type', { contentType: 'text/plain', raw });
    // A deployment may take JSON by any name.
    return answer?.status === profile.openings['operations.status']?.updateGroup ? undefined : answer;
  },
};

/** A PATCH of a group of the run's own, by default with a body that nothing can be made of. */
async function patched(
  session: RunSession,
  refusal: Refusal,
  options: Pick<CallOptions, 'contentType'> & { raw?: string },
): Promise<Shown | undefined> {
  const { profile, signal, probes } = session;
  const { 'errors.status': status, 'auth.roles': roles } = profile.openings;
  if (status?.[refusal] === undefined || !roles || roles.mayNotCall.includes('updateGroup')) return undefined;
  if (signal.aborted || session.options.readOnly || !isSelected('groups/updated-keeps-rest', session.options))
    return undefined;
  const known = await probes.known.served.get('updateGroup');
  if (!known?.good) return undefined;
  const id = await probes.changeable('group');
  return session.as('calibration').call('updateGroup', { raw: MALFORMED, ...options, id, provoking: true });
}

type ErrorBody = NonNullable<GivenOpenings['errors.body']>;

/** The body of each refusal in words, by the profile and as it came. */
function bodiesOf(body: ErrorBody | undefined, seen: readonly Seen[]): Parts {
  const each = seen.map(([refusal, answer]) => [
    `${refusal}:`,
    body ? comparedBody(body, refusal, answer) : [inWords(answer), undefined],
  ]);
  const usual = seen.filter(([refusal]) => body?.apart?.[refusal] === undefined);
  // Not every refusal has a field that is at fault.
  const { field: _, ...fields } = body?.form === 'json' ? body.fields : {};
  const isNowhere = (place: string) =>
    usual.length > 1 && usual.every(([, { json }]) => follow(json, splitPointer(place)) === undefined);
  const empty = Object.values(fields).filter(isNowhere);
  return Object.fromEntries([...each, ...empty.map((place) => [`${place}:`, ['nothing', 'something']])]);
}

function inWords({ text, json, headers }: Shown): string {
  if (text === '') return 'empty';
  return `${json === undefined ? 'text' : 'json'}, ${headers['content-type'] ?? 'no content type'}`;
}

function comparedBody(body: ErrorBody, refusal: Refusal, answer: Shown): readonly [string, string] {
  const apart = body.apart?.[refusal];
  const like = apart === undefined || apart.form === 'more' ? body : apart;
  const pinned = like.form === 'empty' ? 'empty' : `${like.form}, ${like.contentType}`;
  const isLike =
    like.form === formOf(answer) && (like.form === 'empty' || isContentType(answer, like.contentType));
  if (!isLike) return [inWords(answer), pinned];
  const constants = apart?.form === 'more' || apart?.form === 'json' ? apart.constants : {};
  const found = (pointer: string) => follow(answer.json, splitPointer(pointer));
  const other = Object.entries(constants).find(([at, value]) => !isDeepEqual(found(at), value));
  const places = like === body && body.form === 'json' ? Object.values(body.fields) : [];
  const isNowhere = places.length > 0 && places.every((place) => found(place) === undefined);
  const fault =
    (isNowhere ? `nothing at ${places.join(', ')}` : undefined) ??
    (like === body ? misstated(body, answer) : undefined) ??
    (other && `not ${exactJsonText(other[1])} at ${other[0]}`);
  return [fault === undefined ? pinned : `${pinned}, ${fault}`, pinned];
}

/** The values at places of the profile that cannot be right: no text where there is one, another status than that of the answer. */
export function misstated(
  body: ErrorBody,
  { status, json }: Pick<Shown, 'status' | 'json'>,
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
  const parts = (type: string) =>
    type
      .toLowerCase()
      .split(';')
      .map((part) => part.trim().replaceAll('"', ''));
  const given = parts(headers['content-type'] ?? '');
  const [media, ...parameters] = parts(wanted);
  return given[0] === media && parameters.every((parameter) => given.includes(parameter));
}
