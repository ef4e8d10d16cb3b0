/**
 * For each operation the request that it is looked at with: a known id, and a body that is good by
 * the profile. Where the profile does not describe a good one, a body that nothing can be made of, so that
 * the deployment stays as it was.
 */

import type { Json } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import {
  type GuardedOperationId,
  type Operation,
  operation as operationOf,
} from '../../specification/operations.ts';
import {
  type Deployment,
  MALFORMED,
  type Manner,
  type Probe,
  type Spared,
  type Trace,
} from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { bodyOf } from '../reading/bodies.ts';
import { unlessUnbound, whereBound } from '../sharing/unbound.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { shows } from './evidence.ts';
import type { Learned } from './learned.ts';
import { markedPost, report } from './posts.ts';
import { anyDevice, changeable, deletable, ownDevice, readable } from './targets.ts';

type Family = 'group' | 'user';
type AnyFacts = { readonly [fact: string]: unknown };

/** How a probe is sent. */
export interface Way extends Manner {
  /** A probe that is to be refused must not use up what others need. This is called before it goes out with the trace that it would leave. */
  readonly refused?: ((trace: Trace) => void) | undefined;
  /** The record or device that it goes to. Default: one that is at hand. */
  readonly spared?: Spared | undefined;
  /** A server error is an answer to it. */
  readonly provoking?: boolean;
}

/** A request, and the trace that it leaves if it is carried out. */
interface Request {
  readonly id?: AnyId;
  /** Absent in a write: there is no good one. */
  readonly body?: Json;
  readonly good: boolean;
  readonly trace?: Trace | undefined;
  /** The facts of a record that it makes. */
  readonly makes?: AnyFacts;
  /** Gives back what was held for it. */
  readonly release?: () => void;
}

interface Asked {
  readonly deployment: Deployment;
  readonly learned: Learned;
  readonly way: Way;
  /** The id that it is to go to. */
  readonly id: AnyId | undefined;
}

export async function probe(
  deployment: Deployment,
  learned: Learned,
  operation: GuardedOperationId,
  way: Way,
): Promise<Probe> {
  const row = operationOf(operation);
  if (deployment.readOnly && row.method !== 'GET')
    throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
  const planned = requestTo(row, { deployment, learned, way, id: way.spared?.id });
  // A create is noted at once: a delete that is asked for at the same time takes what it makes.
  const request = planned instanceof Promise ? await planned : planned;
  const { id, body, good, trace, makes, release } = request;
  const { auth, reshape, provoking, refused } = way;
  if (trace) refused?.(trace);
  const isBodiless = row.method === 'GET' || row.method === 'DELETE';
  const content = isBodiless ? {} : body === undefined ? { raw: MALFORMED } : { body };
  const send = () =>
    deployment.call(operation, { id, ...content, auth, reshape, ...(provoking && { provoking }) });
  const family = row.writes as Family;
  if (makes) {
    const created = deployment.make.attempt(family, makes, send);
    if (!refused) keepMade(learned, family, created);
    return { operation, ...(await created), good };
  }
  const sent = send();
  const answer = await (release ? sent.finally(release) : sent);
  const one = { operation, id, answer, good };
  // A read shows whether it is gone, where it can be read.
  if (row.method === 'DELETE' && id !== undefined && !way.spared?.isRead && shows(deployment, one)) {
    await deployment.made.gone(family, id);
    if (!way.spared) learned.deleted.set(family, answer.fingerprint);
  }
  return one;
}

function keepMade(learned: Learned, family: Family, created: Promise<{ id: AnyId | undefined }>): void {
  const id = created.then(
    (one) => one.id,
    () => undefined,
  );
  learned.made.set(family, [...(learned.made.get(family) ?? []), id]);
}

function requestTo({ lists, reads, writes, method }: Operation, asked: Asked): Promise<Request> | Request {
  if (lists) return { good: true };
  if (reads === 'location') return locating(asked);
  if (reads === 'device') return reading(asked, () => anyDevice(asked.deployment, asked.learned));
  if (reads) return reading(asked, () => readable(asked.deployment, asked.learned, reads as Family));
  if (writes === 'location' || writes === 'alert') return posting(asked, `${writes}s`);
  return requests[method as keyof typeof requests](asked, writes as Family);
}

async function reading({ id }: Asked, idOf: () => Promise<AnyId>): Promise<Request> {
  return { id: id ?? (await idOf()), good: true };
}

/** Prefers a device of which the run has posted a location itself: it surely has one. */
async function locating({ deployment, learned, id }: Asked): Promise<Request> {
  if (id !== undefined) return { id, good: true };
  const posted = await deployment.as('calibration').probes.served('postLocations').catch(unlessUnbound);
  const records = deployment.profile.openings['locations.purpose']?.does === 'record';
  const located = posted?.good && records && shows(deployment, posted) ? posted.id : undefined;
  return { id: located ?? (await anyDevice(deployment, learned)), good: located !== undefined };
}

/** The requests that write groups and users. */
const requests = {
  POST({ deployment }: Asked, resource: Family): Request {
    const { make, lens } = deployment;
    return whereBound({ good: false } as Request, () => {
      const makes = make.facts(resource);
      lens.answer(resource === 'group' ? 'createGroup' : 'createUser');
      const trace: Trace = { left: 'record', resource, facts: marked(deployment, resource, makes) };
      return { makes, body: bodyOf(lens, 'body', resource, makes), good: true, trace };
    });
  },

  async PUT({ deployment, learned, id: spared }: Asked, resource: Family): Promise<Request> {
    const id = spared ?? (await changeable(deployment, learned, resource));
    const { lens, make } = deployment;
    const content = make.content(resource, make.facts(resource));
    const trace: Trace = { left: 'record', resource, id, facts: marked(deployment, resource, content) };
    return { id, body: bodyOf(lens, 'body', resource, content), good: true, trace };
  },

  async PATCH({ deployment, learned, id: spared }: Asked, resource: Family): Promise<Request> {
    const id = spared ?? (await changeable(deployment, learned, resource));
    const { lens, make } = deployment;
    return whereBound({ id, good: false } as Request, () => {
      // Only a text that has the run's nonce in it: by that the record is known again.
      const [fact] = make.markedFacts(resource);
      if (fact === undefined) return { id, good: false };
      const facts = { [fact]: (make.facts(resource) as AnyFacts)[fact] };
      const trace: Trace = { left: 'record', resource, id, facts };
      return { id, body: bodyOf(lens, 'patch', resource, facts), good: true, trace };
    });
  },

  async DELETE({ deployment, learned, way }: Asked, resource: Family): Promise<Request> {
    const id = way.spared?.id ?? (await deletable(deployment, learned, resource));
    return { id, good: true, ...(way.spared?.isRead && { trace: { left: 'no record', resource, id } }) };
  },
};

/** A post that records goes to a device of the run's own; one that queries, to any. */
async function posting(
  { deployment, learned, way, id: spared }: Asked,
  what: 'locations' | 'alerts',
): Promise<Request> {
  const does = deployment.profile.openings[`${what}.purpose`]?.does;
  const aimed = spared === undefined ? undefined : { id: spared, release: () => undefined };
  const isRecorded = does === 'record';
  const own = aimed ?? (isRecorded ? await ownDevice(deployment, learned).catch(unlessUnreached) : undefined);
  try {
    const id = own?.id ?? (await anyDevice(deployment, learned));
    const release = own?.release ?? (() => undefined);
    if (does !== 'query' && !own) return { id, good: false };
    return whereBound({ id, good: false, release } as Request, () => {
      const post =
        way.refused && isRecorded
          ? markedPost(deployment, learned, what, id)
          : { body: report(deployment, learned, what, id) };
      return { id, good: true, release, ...post };
    });
  } catch (error) {
    own?.release();
    throw error;
  }
}

/** The facts of a record that carry the run's nonce. */
function marked({ make }: Deployment, resource: Family, facts: AnyFacts): AnyFacts {
  return Object.fromEntries(make.markedFacts(resource).map((fact) => [fact, facts[fact]]));
}
