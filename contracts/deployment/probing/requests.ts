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
import { learnedOf } from './learned.ts';
import { post } from './posts.ts';
import { anyOf, changeable, fresh, ownDevice } from './targets.ts';

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

/** Sends it, and gives what shows that it was carried out. */
export async function probe(deployment: Deployment, operation: GuardedOperationId, way: Way): Promise<Aimed> {
  const { method, writes } = operationOf(operation);
  const family = writes as Family;
  if (deployment.readOnly && method !== 'GET')
    throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
  const { id, body, good, makes, release, ...request } = await requestTo(deployment, operation, way);
  const { auth, reshape, provoking, isTraced, spared } = way;
  const trace = isTraced ? request.trace : undefined;
  const isBodiless = method === 'GET' || method === 'DELETE';
  const content = isBodiless ? {} : body === undefined ? { raw: MALFORMED } : { body };
  const send = () =>
    deployment.call(operation, { id, ...content, auth, reshape, ...(provoking && { provoking }) });
  if (makes)
    return { probe: { operation, ...(await deployment.make.attempt(family, makes, send)), good }, trace };
  const one = { operation, id, answer: await send().finally(release), good };
  // A read shows whether it is gone, where it can be read.
  if (method === 'DELETE' && id !== undefined && !spared?.isRead && shows(deployment, one)) {
    await deployment.made.gone(family, id);
    if (!spared) learnedOf(deployment).deleted.set(family, one.answer.fingerprint);
  }
  return { probe: one, trace };
}

async function requestTo(
  deployment: Deployment,
  operation: GuardedOperationId,
  { spared, isTraced = false }: Way,
): Promise<Request> {
  const { lists, reads, writes, method } = operationOf(operation);
  if (lists) return { good: true };
  if (reads === 'location') return locating(deployment, spared?.id);
  if (reads) return { id: spared?.id ?? (await anyOf(deployment, reads as Family | 'device')), good: true };
  if (writes === 'location' || writes === 'alert')
    return posting(deployment, `${writes}s`, spared?.id, isTraced);
  const resource = writes as Family;
  if (method === 'POST') return whereBound({ good: false } as Request, () => creating(deployment, resource));
  if (method === 'DELETE') {
    const id = spared?.id ?? (await fresh(deployment, resource));
    return { id, good: true, ...(spared?.isRead && { trace: { left: 'no record', resource, id } }) };
  }
  const id = spared?.id ?? (await changeable(deployment, resource));
  if (method === 'PUT') return replacing(deployment, resource, id);
  return whereBound({ id, good: false } as Request, () => updating(deployment, resource, id));
}

/** Prefers a device of which the run has posted a location itself: it surely has one. */
async function locating(deployment: Deployment, spared: AnyId | undefined): Promise<Request> {
  if (spared !== undefined) return { id: spared, good: true };
  const posted = await deployment.as('calibration').probes.served('postLocations').catch(unlessUnbound);
  const records = deployment.profile.openings['locations.purpose']?.does === 'record';
  const located = posted?.good && records && shows(deployment, posted) ? posted.id : undefined;
  return { id: located ?? (await anyOf(deployment, 'device')), good: located !== undefined };
}

function creating({ make, lens }: Deployment, resource: Family): Request {
  const makes = make.facts(resource);
  lens.answer(resource === 'group' ? 'createGroup' : 'createUser');
  const trace: Trace = { left: 'record', resource, facts: marked(make, resource, makes) };
  return { makes, body: bodyOf(lens, 'body', resource, makes), good: true, trace };
}

function replacing({ make, lens }: Deployment, resource: Family, id: AnyId): Request {
  const content = make.content(resource, make.facts(resource));
  const trace: Trace = { left: 'record', resource, id, facts: marked(make, resource, content) };
  return { id, body: bodyOf(lens, 'body', resource, content), good: true, trace };
}

/** Changes only a text that has the run's nonce in it: by that the record is known again. */
function updating({ make, lens }: Deployment, resource: Family, id: AnyId): Request {
  const [fact] = make.markedFacts(resource);
  if (fact === undefined) return { id, good: false };
  const facts = { [fact]: (make.facts(resource) as AnyFacts)[fact] };
  return {
    id,
    body: bodyOf(lens, 'patch', resource, facts),
    good: true,
    trace: { left: 'record', resource, id, facts },
  };
}

/** A post that records goes to a device of the run's own; one that queries, to any. */
async function posting(
  deployment: Deployment,
  what: 'locations' | 'alerts',
  spared: AnyId | undefined,
  isTraced: boolean,
): Promise<Request> {
  const does = deployment.profile.openings[`${what}.purpose`]?.does;
  const isRecorded = does === 'record';
  const isHeld = spared === undefined && isRecorded;
  const held = isHeld ? await ownDevice(deployment).catch(unlessUnreached) : undefined;
  const release = held?.release ?? (() => undefined);
  const own = spared ?? held?.id;
  try {
    const id = own ?? (await anyOf(deployment, 'device'));
    const bad: Request = { id, good: false, release };
    if (does !== 'query' && own === undefined) return bad;
    return whereBound(bad, () => ({
      ...post(deployment, what, id, isTraced && isRecorded),
      ...{ id, good: true, release },
    }));
  } catch (error) {
    release();
    throw error;
  }
}

/** The facts of a record that carry the run's nonce. */
function marked(make: Deployment['make'], resource: Family, facts: AnyFacts): AnyFacts {
  return Object.fromEntries(make.markedFacts(resource).map((fact) => [fact, facts[fact]]));
}
