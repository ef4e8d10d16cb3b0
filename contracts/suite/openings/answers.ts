/** Statuses and bodies of answers, paging, rate limits, versions, and how soon a write can be read. */
import { durationMs } from '../../kit/durations.ts';
import { itemAt } from '../../kit/items.ts';
import { namesOf } from '../../kit/tables.ts';
import type { Refusal } from '../../specification/openings/index.ts';
import { listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import { describeAnswer } from '../reading/describe.ts';
import { shows } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { bodyInWords, comparedBody, isContentType } from './bodies.ts';
import type { SomeWatches } from './observer.ts';

/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const answerObservers = {
  async 'errors.body'(session) {
    const { profile } = session;
    const seen = await refusalsSeen(session);
    if (seen.length === 0) return undefined;
    const body = profile.openings['errors.body'];
    const compared = body && seen.map(({ refusal, answer }) => comparedBody(body, refusal, answer));
    const each = (words: (place: number) => string): string =>
      [...new Set(seen.map((_, place) => words(place)))].join(' and ');
    return {
      observed: each((place) => bodyInWords(itemAt(seen, place).answer)),
      pinned: compared && each((place) => itemAt(compared, place).pinned),
      holds: compared?.every(({ holds }) => holds),
      exchanges: seen.map(({ answer }) => answer.exchange),
    };
  },

  async 'errors.status'(session) {
    const { profile } = session;
    const told = await refusalsSeen(session);
    if (told.length === 0) return undefined;
    const pinned = profile.openings['errors.status'];
    return {
      observed: told.map(({ refusal, answer }) => `${refusal} ${answer.status}`).join(', '),
      pinned: pinned && told.map(({ refusal }) => `${refusal} ${pinned[refusal] ?? 'open'}`).join(', '),
      holds:
        pinned && told.every(({ refusal, answer }) => (pinned[refusal] ?? answer.status) === answer.status),
      exchanges: told.map(({ answer }) => answer.exchange),
    };
  },

  async 'operations.status'(session) {
    const probes = (await session.calibration.served.all()).filter((probe) => shows(session, probe));
    if (probes.length === 0) return undefined;
    const pinned = session.profile.openings['operations.status'];
    const drifted = probes.filter(
      ({ operation, answer }) => (pinned?.[operation] ?? answer.status) !== answer.status,
    );
    return {
      observed: probes.map(({ operation, answer }) => `${operation} ${answer.status}`).join(', '),
      pinned:
        pinned &&
        Object.entries(pinned)
          .map(([operation, status]) => `${operation} ${status}`)
          .join(', '),
      holds: pinned && drifted.length === 0,
      exchanges: (drifted.length > 0 ? drifted : probes).map(({ answer }) => answer.exchange),
    };
  },

  async 'operations.envelope'(session) {
    const pinned = session.profile.openings['operations.envelope'];
    const lists = await wrappedLists(session);
    const created = await locationOfCreated(session);
    if (!pinned) {
      const answer = await listedDevices(session);
      return (
        answer && {
          observed: `the list of devices is ${describeAnswer(answer)}`,
          exchanges: [answer.exchange],
        }
      );
    }
    const typed = await contentTypeOfReplies(session);
    const seen = [...lists, ...(created ? [created] : []), ...(typed ? [typed] : [])];
    const drifted = seen.filter(({ fault }) => fault !== undefined);
    if (seen.length === 0) return undefined;
    return {
      observed: (drifted.length > 0 ? drifted : seen).map(({ what, fault }) => fault ?? what).join(', '),
      pinned: seen.map(({ pinned }) => pinned).join(', '),
      holds: drifted.length === 0,
      exchanges: (drifted.length > 0 ? drifted : seen).map(({ answer }) => answer.exchange),
    };
  },

  async 'rate-limit'({ transport, profile }) {
    const met = transport.limitMetAt;
    const pinned = profile.openings['rate-limit'];
    return {
      observed:
        met === undefined
          ? `none met in ${transport.exchanges.length} requests`
          : `met after ${met} requests`,
      pinned:
        pinned === undefined ? undefined : pinned ? `${pinned.requests} requests per ${pinned.per}` : 'none',
      holds: pinned === null ? met === undefined : undefined,
      notCompared: 'the run keeps below the limit that the profile states',
      exchanges: met === undefined ? [] : [met],
    };
  },

  async versioning({ tokens, profile }) {
    const { headers, exchange } = await tokens.first();
    const told = Object.entries(headers).filter(([name]) => /version/.test(name));
    const pinned = profile.openings.versioning;
    const promised = Object.entries(pinned?.headers ?? {});
    return {
      observed:
        told.length > 0
          ? told.map(([name, value]) => `${name}: ${value}`).join(', ')
          : 'no header gives a version',
      pinned:
        pinned === undefined
          ? undefined
          : promised.map(([name, value]) => `${name}: ${value}`).join(', ') || 'none',
      holds:
        pinned === null
          ? told.length === 0
          : pinned && promised.every(([name, value]) => headers[name.toLowerCase()] === value),
      exchanges: [exchange],
    };
  },

  async consistency({ profile, slowestWrite, made }) {
    if (!made.any) return undefined;
    const pinned = profile.openings.consistency?.readableAfter;
    return {
      observed: slowestWrite === 0 ? 'at once' : `after up to ${slowestWrite} ms`,
      pinned,
      holds: pinned === undefined ? undefined : slowestWrite <= durationMs(pinned) + STEP,
      exchanges: [],
    };
  },
} satisfies SomeWatches;

/** The list of devices, unless something else may have come in its place: a refusal, by all that the profile says. */
async function listedDevices({ calibration, profile }: Session): Promise<Answer | undefined> {
  const answer = (await calibration.served.get('listDevices'))?.answer;
  const { openings } = profile;
  const status = openings['operations.status']?.listDevices;
  if (!answer || answer.look === (await calibration.refusal())) return undefined;
  if (openings['auth.roles']?.mayNotCall.includes('listDevices')) return undefined;
  return status === undefined || status === answer.status ? answer : undefined;
}

interface Wrapped {
  what: string;
  pinned: string;
  /** What is there instead. */
  fault: string | undefined;
  answer: Answer;
}

/** The lists of which the profile states how they are wrapped. */
async function wrappedLists(session: Session): Promise<Wrapped[]> {
  const { calibration, lens, profile } = session;
  const wrappings = profile.openings['operations.envelope']?.lists ?? {};
  const seen = await Promise.all(
    namesOf(listedBy).map(async (operation): Promise<Wrapped | undefined> => {
      const name = listedBy[operation];
      const wrapping = wrappings[name];
      const probe = await calibration.served.get(operation);
      const status = profile.openings['operations.status']?.[operation];
      const mayNot = profile.openings['auth.roles']?.mayNotCall.includes(operation);
      if (!wrapping || !probe || mayNot || (status !== undefined && status !== probe.answer.status))
        return undefined;
      if (probe.answer.look === (await calibration.refusal())) return undefined;
      const [issue] = lens.list(name).read(probe.answer.json).issues;
      const pinned = `${name} as ${wrapping.form} at ${wrapping.at || 'the top'}`;
      const fault =
        issue && `${name}: expected ${issue.expected} at ${issue.pointer || 'the top'}, found ${issue.found}`;
      return { what: pinned, pinned, fault, answer: probe.answer };
    }),
  );
  return seen.filter((one) => one !== undefined);
}

async function contentTypeOfReplies(session: Session): Promise<Wrapped | undefined> {
  const wanted = session.profile.openings['operations.envelope']?.contentType;
  const answer = await listedDevices(session);
  if (wanted === undefined || !answer) return undefined;
  const found = answer.headers['content-type'] ?? 'no content type';
  const fault = isContentType(answer, wanted) ? undefined : found;
  return { what: wanted, pinned: wanted, fault, answer };
}

/** Whether a create says where the new record is. */
async function locationOfCreated(session: Session): Promise<Wrapped | undefined> {
  const envelope = session.profile.openings['operations.envelope'];
  const wanted = envelope?.families?.group?.locationHeader ?? envelope?.locationHeader;
  const probe = await session.calibration.served.get('createGroup');
  if (wanted === undefined || !probe?.good || !shows(session, probe)) return undefined;
  const words = (there: boolean): string => `${there ? 'a' : 'no'} Location header on create`;
  const there = probe.answer.headers.location !== undefined;
  const what = words(there);
  return { what, pinned: words(wanted), fault: there === wanted ? undefined : what, answer: probe.answer };
}

/** Reads without a body: nothing but the id can be wrong about such a request. */
const readsById = ['readDevice', 'readGroup', 'readUser', 'lastLocation'] as const;

/** Refusals that the run has seen, whatever else it was about. */
async function refusalsSeen({
  calibration,
  profile,
  signal,
}: Session): Promise<{ refusal: Refusal; answer: Answer }[]> {
  const { 'errors.status': status, 'errors.body': body } = profile.openings;
  const isPinned = status?.['unknown-path'] !== undefined || body !== undefined;
  if (isPinned && !signal.aborted) await calibration.neighbour('listDevices').catch(unlessUnreached);
  const forbidden: readonly string[] = profile.openings['auth.roles']?.mayNotCall ?? [];
  const reads = readsById.filter((operation) => !forbidden.includes(operation));
  const unknownIds = await Promise.all(reads.map((operation) => calibration.unknownIds.get(operation)));
  const unknownId = unknownIds.find((answer) => answer !== undefined);
  // With a token: where it is looked at before the path, that alone would be the cause.
  const unknownPath = await calibration.neighbours.get('GET ');
  return [
    ...(unknownId ? [{ refusal: 'unknown-id' as const, answer: unknownId }] : []),
    ...(unknownPath ? [{ refusal: 'unknown-path' as const, answer: unknownPath }] : []),
  ];
}
