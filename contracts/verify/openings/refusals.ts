/** Refusals whose cause is known: their statuses and bodies, compared with what the profile says of each. */

import type { Answer, CallOptions } from '../../deployment/answer.ts';
import { MALFORMED } from '../../deployment/deployment.ts';
import { whereBound } from '../../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { gatewayFailures } from '../../deployment/transport/transport.ts';
import { exactJsonIn, exactJsonText } from '../../kit/exact-json.ts';
import { itemAt } from '../../kit/items.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { follow } from '../../profile/pointer.ts';
import type { Refusal } from '../../specification/openings/index.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { bodyInWords, comparedBody, type ErrorBody } from './bodies.ts';
import { incompleteCreates } from './incomplete.ts';
import type { SomeWatches } from './observer.ts';
import { seenReplies } from './seen.ts';

export const refusalObservers = {
  async 'errors.body'(session) {
    const { profile } = session;
    const body = profile.openings['errors.body'];
    // A request that is refused before it is understood may be refused by another part of the deployment.
    // A path that is none may be answered by one as well: where the profile says nothing of such paths, that is open.
    const isOpen = (refusal: Refusal) =>
      refusal === 'unknown-path' && profile.openings['errors.status']?.[refusal] === undefined;
    const seen = (await refusalsOf(session)).filter(
      ({ refusal }) => (ofRecords.has(refusal) && !isOpen(refusal)) || body?.apart?.[refusal] !== undefined,
    );
    if (seen.length === 0) return undefined;
    const compared = body && seen.map(({ refusal, answer }) => comparedBody(body, refusal, answer));
    const together = (words: readonly string[]): string => [...new Set(words)].join(' and ');
    const never = body && neverSeen(body, seen);
    const exchanges = seen.map(({ answer }) => answer.exchange);
    const all = together(seen.map(({ answer }) => bodyInWords(answer)));
    if (!compared) return { observed: all, pinned: undefined, holds: undefined, exchanges };
    // Each refusal that differs is named: the seen and the pinned are never the same words.
    const named = compared.map((one, place) => ({ ...one, refusal: itemAt(seen, place).refusal }));
    const differing = named.filter(({ holds }) => !holds);
    if (differing.length > 0)
      return {
        observed: together(differing.map(({ refusal, observed }) => `${refusal}: ${observed}`)),
        pinned: together(differing.map(({ refusal, pinned }) => `${refusal}: ${pinned}`)),
        holds: false,
        exchanges,
      };
    const pinned = together(compared.map((one) => one.pinned));
    if (never === undefined) return { observed: all, pinned, holds: true, exchanges };
    return {
      observed: `${all}, nothing at ${never}`,
      pinned: `${pinned}, something at ${never}`,
      holds: false,
      exchanges,
    };
  },

  async 'errors.status'(session) {
    const { profile } = session;
    const seen = await refusalsOf(session);
    if (seen.length === 0) return undefined;
    const pinned = profile.openings['errors.status'];
    return {
      observed: seen.map(({ refusal, answer }) => `${refusal} ${answer.status}`).join(', '),
      pinned: pinned && seen.map(({ refusal }) => `${refusal} ${pinned[refusal] ?? 'open'}`).join(', '),
      holds:
        pinned && seen.every(({ refusal, answer }) => (pinned[refusal] ?? answer.status) === answer.status),
      exchanges: seen.map(({ answer }) => answer.exchange),
    };
  },
} satisfies SomeWatches;

/** A place of the profile that is empty in each of several refusals; not every one has a field that is at fault. */
function neverSeen(body: ErrorBody, seen: readonly SeenRefusal[]): string | undefined {
  const usual = seen.filter(({ refusal }) => body.apart?.[refusal] === undefined);
  if (body.form !== 'json' || usual.length < 2) return undefined;
  const { field: _, ...fields } = body.fields;
  return Object.values(fields).find((place) =>
    usual.every(({ answer }) => follow(answer.json, splitPointer(place)) === undefined),
  );
}

/** Refusals that have the usual body, unless the profile says otherwise. */
const ofRecords: ReadonlySet<Refusal> = new Set(['unknown-id', 'unknown-path', 'deleted-id']);

/** The parts of an answer that show a refusal. */
type Shown = Pick<Answer, 'status' | 'headers' | 'text' | 'json' | 'exchange'>;

interface SeenRefusal {
  refusal: Refusal;
  answer: Shown;
}

function refusalsOf(session: RunSession): Promise<SeenRefusal[]> {
  return session.once('refusals whose cause is known', async () => {
    return (await Promise.all(namesOf(sources).map((refusal) => seenOf(session, refusal)))).flat();
  });
}

async function seenOf(session: RunSession, refusal: keyof typeof sources): Promise<SeenRefusal[]> {
  const answer = await sources[refusal](session).catch(unlessUnreached);
  if (!answer) return [];
  // A gateway that failed says nothing of the deployment, unless this is how the deployment refuses.
  const isPinned = session.profile.openings['errors.status']?.[refusal] === answer.status;
  return gatewayFailures.has(answer.status) && !isPinned ? [] : [{ refusal, answer }];
}

/** Reads without a body: nothing but the id can be wrong about such a request. */
const readsById = ['readDevice', 'readGroup', 'readUser', 'lastLocation'] as const;

/** Where a refusal of each cause is seen; those that would do harm, or that no request brings about, are left out. */
const sources = {
  async 'unknown-id'({ probes, profile }: RunSession): Promise<Shown | undefined> {
    const forbidden: readonly string[] = profile.openings['auth.roles']?.mayNotCall ?? [];
    const reads = readsById.filter((operation) => !forbidden.includes(operation));
    const unknownIds = await Promise.all(reads.map((operation) => probes.known.unknownIds.get(operation)));
    return unknownIds.find((answer) => answer !== undefined);
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
    const replies = seenReplies(session);
    for (const [read, remove] of deletions) {
      const status = session.profile.openings['operations.status']?.[remove];
      const deleted = replies.find((reply) => reply.operation === remove && reply.status === status);
      const after = replies.findLast(
        (reply) =>
          reply.operation === read &&
          reply.id === deleted?.id &&
          reply.exchange > (deleted?.exchange ?? 0) &&
          reply.status !== session.profile.openings['operations.status']?.[read],
      );
      // A deleted record that is answered as an id that never was may have been forgotten.
      if (after?.status === session.profile.openings['errors.status']?.['unknown-id']) return undefined;
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

  /** A create without a field that the profile says it asks for. */
  async invalid(session: RunSession): Promise<Shown | undefined> {
    if (session.profile.openings['errors.status']?.invalid === undefined) return undefined;
    return (await incompleteCreates(session)).find(({ taken }) => !taken)?.answer;
  },

  malformed: (session: RunSession) => patched(session, 'malformed', {}),
  /** A good body: what nothing can be made of may be refused for that before its type is looked at. */
  async 'content-type'(session: RunSession): Promise<Shown | undefined> {
    const { make, lens } = session;
    const succeeded = session.profile.openings['operations.status']?.updateGroup;
    const raw = whereBound(undefined, () => {
      const { name } = make.facts('group');
      return exactJsonText(lens.patch('group').write({ name }));
    });
    if (raw === undefined) return undefined;
    const answer = await patched(session, 'content-type', { contentType: 'text/plain', raw });
    // A deployment may take JSON by any name.
    return answer?.status === succeeded ? undefined : answer;
  },
};

const deletions = [
  ['readGroup', 'deleteGroup'],
  ['readUser', 'deleteUser'],
] as const;

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
  const caller = session.as('calibration');
  return caller.call('updateGroup', { raw: MALFORMED, ...options, id, provoking: true });
}
