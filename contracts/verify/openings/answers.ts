/** Statuses and wrappings of answers, rate limits, versions, and how soon a write can be read. */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { describeAnswer } from '../../deployment/reading/describe.ts';
import { durationMs } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import { listedBy } from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';
import { isContentType } from './bodies.ts';
import type { SomeWatches } from './observer.ts';

/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const answerObservers = {
  async 'operations.status'(session) {
    const probes = (await session.probes.known.served.all()).filter((probe) => shows(session, probe));
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
          observed: `listDevices got ${describeAnswer(answer)}`,
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
    const { limitMetAt: met, unavailableAt } = transport;
    const pinned = profile.openings['rate-limit'];
    const limit =
      met === undefined ? `none met in ${transport.exchanges.length} requests` : `met after ${met} requests`;
    // A service that is unavailable for a while has not limited requests.
    const also = unavailableAt === undefined ? [] : [`unavailable for a while after ${unavailableAt}`];
    return {
      observed: [limit, ...also].join('; '),
      pinned:
        pinned === undefined ? undefined : pinned ? `${pinned.requests} requests per ${pinned.per}` : 'none',
      holds: pinned === null ? met === undefined : undefined,
      notCompared: 'the run keeps below the limit that the profile states',
      exchanges: [met, unavailableAt].filter((index) => index !== undefined),
    };
  },

  async versioning({ tokens, profile }) {
    const { headers, exchange } = await tokens.first();
    const versions = Object.entries(headers).filter(([name]) => /version/.test(name));
    const pinned = profile.openings.versioning;
    const promised = Object.entries(pinned?.headers ?? {});
    return {
      observed:
        versions.length > 0
          ? versions.map(([name, value]) => `${name}: ${value}`).join(', ')
          : 'no header gives a version',
      pinned:
        pinned === undefined
          ? undefined
          : promised.map(([name, value]) => `${name}: ${value}`).join(', ') || 'none',
      holds:
        pinned === null
          ? versions.length === 0
          : pinned && promised.every(([name, value]) => headers[name.toLowerCase()] === value),
      exchanges: [exchange],
    };
  },

  async consistency({ profile, counts: { slowestWrite }, made }) {
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
async function listedDevices({ probes, profile }: RunSession): Promise<Answer | undefined> {
  const answer = (await probes.known.served.get('listDevices'))?.answer;
  const { openings } = profile;
  const status = openings['operations.status']?.listDevices;
  if (!answer || answer.fingerprint === (await probes.refusal())) return undefined;
  if (openings['auth.roles']?.mayNotCall.includes('listDevices')) return undefined;
  return status === undefined || status === answer.status ? answer : undefined;
}

interface Wrapped {
  what: string;
  pinned: string;
  /** The value that is there instead. */
  fault: string | undefined;
  answer: Answer;
}

/** The lists of which the profile states how they are wrapped. */
async function wrappedLists(session: RunSession): Promise<Wrapped[]> {
  const { probes, lens, profile } = session;
  const wrappings = profile.openings['operations.envelope']?.lists ?? {};
  const seen = await Promise.all(
    namesOf(listedBy).map(async (operation): Promise<Wrapped | undefined> => {
      const name = listedBy[operation];
      const wrapping = wrappings[name];
      const probe = await probes.known.served.get(operation);
      const status = profile.openings['operations.status']?.[operation];
      const mayNot = profile.openings['auth.roles']?.mayNotCall.includes(operation);
      if (!wrapping || !probe || mayNot || (status !== undefined && status !== probe.answer.status))
        return undefined;
      if (probe.answer.fingerprint === (await probes.refusal())) return undefined;
      const [issue] = lens.list(name).read(probe.answer.json).issues;
      const pinned = `${name} as ${wrapping.form} at ${wrapping.at || 'the top'}`;
      const fault =
        issue && `${name}: expected ${issue.expected} at ${issue.pointer || 'the top'}, found ${issue.found}`;
      return { what: pinned, pinned, fault, answer: probe.answer };
    }),
  );
  return seen.filter((one) => one !== undefined);
}

async function contentTypeOfReplies(session: RunSession): Promise<Wrapped | undefined> {
  const wanted = session.profile.openings['operations.envelope']?.contentType;
  const answer = await listedDevices(session);
  if (wanted === undefined || !answer) return undefined;
  const found = answer.headers['content-type'] ?? 'no content type';
  return { what: wanted, pinned: wanted, fault: isContentType(answer, wanted) ? undefined : found, answer };
}

/** Observes whether a create says where the new record is. */
async function locationOfCreated(session: RunSession): Promise<Wrapped | undefined> {
  const envelope = session.profile.openings['operations.envelope'];
  const wanted = envelope?.families?.group?.locationHeader ?? envelope?.locationHeader;
  const probe = await session.probes.known.served.get('createGroup');
  if (wanted === undefined || !probe?.good || !shows(session, probe)) return undefined;
  const words = (there: boolean): string => `${there ? 'a' : 'no'} Location header on create`;
  const there = probe.answer.headers.location !== undefined;
  const what = words(there);
  return { what, pinned: words(wanted), fault: there === wanted ? undefined : what, answer: probe.answer };
}
