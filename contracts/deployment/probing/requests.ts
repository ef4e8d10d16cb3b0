/**
 * For each operation the request that it is looked at with: a known id, and a body that is good by
 * the profile. Where the profile does not describe a good one, a body that nothing can be made of, so that
 * the deployment stays as it was.
 */

import type { Json } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type GuardedOperationId, operation as operationOf } from '../../specification/operations.ts';
import {
  type Aimed,
  type Deployment,
  MALFORMED,
  type Manner,
  type Spared,
  type Trace,
} from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { bodyOf } from '../reading/bodies.ts';
import { unlessUnbound, whereBound } from '../sharing/unbound.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { shows } from './evidence.ts';
import type { Learned } from './learned.ts';
import { post } from './posts.ts';
import { anyOf, changeable, deletable, ownDevice } from './targets.ts';

type Family = 'group' | 'user';
type AnyFacts = { readonly [fact: string]: unknown };

/** How a probe is sent. */
export interface Way extends Manner {
  /** It is to be refused, and must not use up what others need; the trace that it would leave is told. */
  readonly isTraced?: boolean;
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

/** Sends it, and gives what shows that it was carried out. */
export async function probe(
  deployment: Deployment,
  learned: Learned,
  operation: GuardedOperationId,
  way: Way,
): Promise<Aimed> {
  const { method, writes } = operationOf(operation);
  const family = writes as Family;
  if (deployment.readOnly && method !== 'GET')
    throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
  const planned = requestTo(operation, { deployment, learned, way, id: way.spared?.id });
  // A create is noted at once: a delete that is asked for at the same time takes what it makes.
  const request = planned instanceof Promise ? await planned : planned;
  const { id, body, good, makes, release = () => undefined } = request;
  const { auth, reshape, provoking, isTraced } = way;
  const trace = isTraced ? request.trace : undefined;
  const isBodiless = method === 'GET' || method === 'DELETE';
  const content = isBodiless ? {} : body === undefined ? { raw: MALFORMED } : { body };
  const send = () =>
    deployment.call(operation, { id, ...content, auth, reshape, ...(provoking && { provoking }) });
  if (makes) {
    const created = deployment.make.attempt(family, makes, send);
    if (!isTraced) {
      const made = created.then((one) => one.id).catch(() => undefined);
      learned.made.set(family, [...(learned.made.get(family) ?? []), made]);
    }
    return { probe: { operation, ...(await created), good }, trace };
  }
  const one = { operation, id, answer: await send().finally(release), good };
  // A read shows whether it is gone, where it can be read.
  if (method === 'DELETE' && id !== undefined && !way.spared?.isRead && shows(deployment, one)) {
    await deployment.made.gone(family, id);
    if (!way.spared) learned.deleted.set(family, one.answer.fingerprint);
  }
  return { probe: one, trace };
}

function requestTo(operation: GuardedOperationId, asked: Asked): Promise<Request> | Request {
  const { lists, reads, writes, method } = operationOf(operation);
  if (lists) return { good: true };
  if (reads === 'location') return locating(asked);
  if (reads) return reading(asked, reads as Family | 'device');
  if (writes === 'location' || writes === 'alert') return posting(asked, `${writes}s`);
  return requests[method as keyof typeof requests](asked, writes as Family);
}

async function reading({ deployment, learned, id }: Asked, resource: Family | 'device'): Promise<Request> {
  return { id: id ?? (await anyOf(deployment, learned, resource)), good: true };
}

/** Prefers a device of which the run has posted a location itself: it surely has one. */
async function locating({ deployment, learned, id }: Asked): Promise<Request> {
  if (id !== undefined) return { id, good: true };
  const posted = await deployment.as('calibration').probes.served('postLocations').catch(unlessUnbound);
  const records = deployment.profile.openings['locations.purpose']?.does === 'record';
  const located = posted?.good && records && shows(deployment, posted) ? posted.id : undefined;
  return { id: located ?? (await anyOf(deployment, learned, 'device')), good: located !== undefined };
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
  const isRecorded = does === 'record';
  const held =
    spared === undefined && isRecorded
      ? await ownDevice(deployment, learned).catch(unlessUnreached)
      : undefined;
  const release = held?.release ?? (() => undefined);
  const own = spared ?? held?.id;
  try {
    const id = own ?? (await anyOf(deployment, learned, 'device'));
    if (does !== 'query' && own === undefined) return { id, good: false };
    return whereBound({ id, good: false, release } as Request, () => ({
      ...post(deployment, learned, what, id, way.isTraced === true && isRecorded),
      ...{ id, good: true, release },
    }));
  } catch (error) {
    release();
    throw error;
  }
}

/** The facts of a record that carry the run's nonce. */
function marked({ make }: Deployment, resource: Family, facts: AnyFacts): AnyFacts {
  return Object.fromEntries(make.markedFacts(resource).map((fact) => [fact, facts[fact]]));
}
