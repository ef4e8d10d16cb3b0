/**
 * For each operation the request that it is looked at with: a known id, and a body that is good by
 * the profile. Where the profile does not describe a good one, a body that nothing can be made of, so that
 * the deployment stays as it was.
 */

import type { AnyId } from '../../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  operation as operationOf,
} from '../../specification/operations.ts';
import {
  type Deployment,
  MALFORMED,
  type Manner,
  type Probe,
  type RawCallOptions,
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

/** How a probe is sent. */
export interface Way extends Manner {
  /** A probe that is to be refused must not use up what others need. This is called before it goes out with the trace that it would leave. */
  readonly refused?: ((trace: Trace) => void) | undefined;
  /** The record or device that it goes to. Default: one that is at hand. */
  readonly spared?: Spared | undefined;
  /** A server error is an answer to it. */
  readonly provoking?: boolean;
}

type Prober = (deployment: Deployment, way: Way, learned: Learned) => Promise<Omit<Probe, 'operation'>>;

const probers: { readonly [O in GuardedOperationId]: Prober } = {
  listDevices: plain('listDevices'),
  readDevice: reading('readDevice', anyDevice),
  lastLocation,
  postLocations: posting('postLocations', 'locations'),
  postAlerts: posting('postAlerts', 'alerts'),
  listGroups: plain('listGroups'),
  createGroup: creating('group'),
  readGroup: reading('readGroup', (...at) => readable(...at, 'group')),
  replaceGroup: replacing('group'),
  updateGroup: updating('group'),
  deleteGroup: deleting('group'),
  listUsers: plain('listUsers'),
  createUser: creating('user'),
  listCountries: plain('listCountries'),
  listTimeZones: plain('listTimeZones'),
  readUser: reading('readUser', (...at) => readable(...at, 'user')),
  replaceUser: replacing('user'),
  updateUser: updating('user'),
  deleteUser: deleting('user'),
};

export async function probe(
  deployment: Deployment,
  learned: Learned,
  operation: GuardedOperationId,
  way: Way,
): Promise<Probe> {
  if (deployment.readOnly && operationOf(operation).method !== 'GET')
    throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
  return { operation, ...(await probers[operation](deployment, way, learned)) };
}

function plain(operation: GuardedOperationId): Prober {
  return async (deployment, way) => ({
    answer: await deployment.call(operation, callOf(way)),
    good: true,
  });
}

function reading(
  operation: GuardedOperationId,
  idOf: (deployment: Deployment, learned: Learned) => Promise<AnyId>,
): Prober {
  return async (deployment, way, learned) => {
    const id = way.spared?.id ?? (await idOf(deployment, learned));
    return { id, answer: await deployment.call(operation, { id, ...callOf(way) }), good: true };
  };
}

/** Where the run has posted a location itself, that device surely has one. */
async function lastLocation(...[deployment, way, learned]: Parameters<Prober>) {
  const located = way.spared?.id ?? (await locatedDevice(deployment));
  const id = located ?? (await anyDevice(deployment, learned));
  const answer = await deployment.call('lastLocation', { id, ...callOf(way) });
  return { id, answer, good: located !== undefined };
}

async function locatedDevice(deployment: Deployment): Promise<AnyId | undefined> {
  const posted = await deployment.as('calibration').probes.served('postLocations').catch(unlessUnbound);
  const records = deployment.profile.openings['locations.purpose']?.does === 'record';
  return posted?.good && records && shows(deployment, posted) ? posted.id : undefined;
}

function creating(resource: Family): Prober {
  const operation = familyOperations[resource].create;
  return async (deployment, way, learned) => {
    const { make, lens } = deployment;
    const body = whereBound(undefined, () => {
      const facts = make.facts(resource);
      lens.answer(operation);
      return { facts, json: bodyOf(lens, 'body', resource, facts) };
    });
    if (!body)
      return { answer: await deployment.call(operation, { raw: MALFORMED, ...callOf(way) }), good: false };
    way.refused?.({ left: 'record', resource, facts: marked(deployment, resource, body.facts) });
    const send = () => deployment.call(operation, { body: body.json, ...callOf(way) });
    const created = make.attempt(resource, body.facts, send);
    if (!way.refused) {
      const id = created.then(
        (one) => one.id,
        () => undefined,
      );
      learned.made.set(resource, [...(learned.made.get(resource) ?? []), id]);
    }
    return { ...(await created), good: true };
  };
}

function replacing(resource: Family): Prober {
  const operation = familyOperations[resource].replace;
  return async (deployment, way, learned) => {
    const id = way.spared?.id ?? (await changeable(deployment, learned, resource));
    const { lens, make } = deployment;
    const facts = make.content(resource, make.facts(resource));
    const body = bodyOf(lens, 'body', resource, facts);
    way.refused?.({ left: 'record', resource, id, facts: marked(deployment, resource, facts) });
    return { id, answer: await deployment.call(operation, { id, body, ...callOf(way) }), good: true };
  };
}

function updating(resource: Family): Prober {
  const operation = familyOperations[resource].update;
  return async (deployment, way, learned) => {
    const id = way.spared?.id ?? (await changeable(deployment, learned, resource));
    const { lens, make } = deployment;
    const change = whereBound(undefined, () => {
      // Only a text that has the run's nonce in it: by that the record is known again.
      const [fact] = make.markedFacts(resource);
      if (fact === undefined) return undefined;
      const facts: { readonly [fact: string]: unknown } = make.facts(resource);
      const one = { [fact]: facts[fact] };
      return { facts: one, body: bodyOf(lens, 'patch', resource, one) };
    });
    const body: RawCallOptions = change === undefined ? { raw: MALFORMED } : { body: change.body };
    if (change) way.refused?.({ left: 'record', resource, id, facts: change.facts });
    const answer = await deployment.call(operation, { id, ...body, ...callOf(way) });
    return { id, answer, good: change !== undefined };
  };
}

function deleting(resource: Family): Prober {
  const operation = familyOperations[resource].delete;
  return async (deployment, way, learned) => {
    const { spared } = way;
    const id = spared?.id ?? (await deletable(deployment, learned, resource));
    if (spared?.isRead) way.refused?.({ left: 'no record', resource, id });
    const answer = await deployment.call(operation, { id, ...callOf(way) });
    const one = { operation, id, answer, good: true };
    // Where it can be read, a read shows whether it is gone.
    if (spared?.isRead || !shows(deployment, one)) return one;
    await deployment.made.gone(resource, id);
    if (!spared) learned.deleted.set(resource, answer.fingerprint);
    return one;
  };
}

/** A post that records goes to a device of the run's own; one that queries, to any. */
function posting(operation: 'postLocations' | 'postAlerts', what: 'locations' | 'alerts'): Prober {
  return async (deployment, way, learned) => {
    const records = deployment.profile.openings[`${what}.purpose`]?.does === 'record';
    const queries = deployment.profile.openings[`${what}.purpose`]?.does === 'query';
    const aimed = way.spared && { id: way.spared.id, release: () => undefined };
    const own = aimed ?? (records ? await ownDevice(deployment, learned).catch(unlessUnreached) : undefined);
    try {
      const id = own?.id ?? (await anyDevice(deployment, learned));
      const good = () => {
        if (!way.refused || !records) return report(deployment, learned, what, id);
        const { body, trace } = markedPost(deployment, learned, what, id);
        way.refused(trace);
        return body;
      };
      const body = queries || own ? whereBound(undefined, good) : undefined;
      const sent: RawCallOptions = body === undefined ? { raw: MALFORMED } : { body };
      const answer = await deployment.call(operation, { id, ...sent, ...callOf(way) });
      return { id, answer, good: body !== undefined };
    } finally {
      own?.release();
    }
  };
}

function marked(
  { make }: Deployment,
  resource: Family,
  facts: { readonly [fact: string]: unknown },
): { [fact: string]: unknown } {
  return Object.fromEntries(make.markedFacts(resource).map((fact) => [fact, facts[fact]]));
}

function callOf({ auth, reshape, provoking }: Way): Pick<RawCallOptions, 'auth' | 'reshape' | 'provoking'> {
  return { auth, reshape, ...(provoking && { provoking }) };
}
