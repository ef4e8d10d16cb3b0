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
import type { Manner, Probe, Spared, Trace } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Resource } from '../making/maker.ts';
import { type Caller, MALFORMED, type RawCallOptions } from '../session/caller.ts';
import type { Dialect } from '../session/dialect.ts';
import { unboundOpening } from '../session/unbound.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { bodyOf } from './bodies.ts';
import type { Calibration } from './calibration.ts';
import { shows } from './evidence.ts';
import { Posts, type PostsContext } from './posts.ts';
import { Targets, type TargetsContext } from './targets.ts';

/** How a probe is sent. */
export interface Way extends Manner {
  /** A probe that is to be refused must not use up what others need. This is called before it goes out with the trace that it would leave. */
  refused?: ((trace: Trace) => void) | undefined;
  /** The record or device that it goes to. Default: one that is at hand. */
  spared?: Spared | undefined;
  /** A server error is an answer to it. */
  provoking?: boolean;
}

type Prober = (caller: Caller, way: Way) => Promise<Omit<Probe, 'operation'>>;

export interface ProbesContext extends Dialect, PostsContext, TargetsContext {
  readonly calibration: Pick<Calibration, 'withToken' | 'locatedDevice' | 'deleted'>;
}

export class Probes {
  readonly #context: ProbesContext;
  readonly #probers: { [O in GuardedOperationId]: Prober };
  readonly #posts: Posts;
  readonly targets: Targets;

  constructor(context: ProbesContext) {
    this.#context = context;
    this.#posts = new Posts(context);
    this.targets = new Targets(context);
    this.#probers = {
      listDevices: this.#plain('listDevices'),
      readDevice: this.#reading('readDevice', () => this.targets.anyDevice()),
      lastLocation: this.#lastLocation(),
      postLocations: this.#posting('postLocations', 'locations'),
      postAlerts: this.#posting('postAlerts', 'alerts'),
      listGroups: this.#plain('listGroups'),
      createGroup: this.#creating('group'),
      readGroup: this.#reading('readGroup', () => this.targets.readable('group')),
      replaceGroup: this.#replacing('group'),
      updateGroup: this.#updating('group'),
      deleteGroup: this.#deleting('group'),
      listUsers: this.#plain('listUsers'),
      createUser: this.#creating('user'),
      listCountries: this.#plain('listCountries'),
      listTimeZones: this.#plain('listTimeZones'),
      readUser: this.#reading('readUser', () => this.targets.readable('user')),
      replaceUser: this.#replacing('user'),
      updateUser: this.#updating('user'),
      deleteUser: this.#deleting('user'),
    };
  }

  async send(caller: Caller, operation: GuardedOperationId, way: Way): Promise<Probe> {
    if (this.#context.options.readOnly && operationOf(operation).method !== 'GET') {
      throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
    }
    return { operation, ...(await this.#probers[operation](caller, way)) };
  }

  /** The run has posted a location of a device at that time: those of probes are to be newer. */
  knowsLocation(device: AnyId, at: number): void {
    this.#posts.knowsLocation(device, at);
  }

  #plain(operation: GuardedOperationId): Prober {
    return async (caller, way) => ({ answer: await caller.call(operation, callOf(way)), good: true });
  }

  #reading(operation: GuardedOperationId, idOf: () => Promise<AnyId>): Prober {
    return async (caller, way) => {
      const id = way.spared?.id ?? (await idOf());
      return { id, answer: await caller.call(operation, { id, ...callOf(way) }), good: true };
    };
  }

  /** Where the run has posted a location itself, that device surely has one. */
  #lastLocation(): Prober {
    return async (caller, way) => {
      const located = way.spared?.id ?? (await this.#context.calibration.locatedDevice());
      const id = located ?? (await this.targets.anyDevice());
      const answer = await caller.call('lastLocation', { id, ...callOf(way) });
      return { id, answer, good: located !== undefined };
    };
  }

  #creating(resource: Resource): Prober {
    const operation = familyOperations[resource].create;
    return async (caller, way) => {
      const { maker, lens } = this.#context;
      const body = whereBound(() => {
        const facts = maker.facts(resource);
        lens.answer(operation);
        return { facts, json: bodyOf(lens, 'body', resource, facts) };
      });
      if (!body)
        return { answer: await caller.call(operation, { raw: MALFORMED, ...callOf(way) }), good: false };
      way.refused?.({ left: 'record', resource, facts: this.#marked(resource, body.facts) });
      const send = () => caller.call(operation, { body: body.json, ...callOf(way) });
      const created = maker.attempt(caller, resource, body.facts, send);
      if (!way.refused) this.targets.probes(resource, created);
      return { ...(await created), good: true };
    };
  }

  #replacing(resource: Resource): Prober {
    const operation = familyOperations[resource].replace;
    return async (caller, way) => {
      const id = await this.#changeable(resource, way);
      const { lens, maker } = this.#context;
      const facts = maker.content(resource, maker.facts(resource));
      const body = bodyOf(lens, 'body', resource, facts);
      way.refused?.({ left: 'record', resource, id, facts: this.#marked(resource, facts) });
      return { id, answer: await caller.call(operation, { id, body, ...callOf(way) }), good: true };
    };
  }

  #updating(resource: Resource): Prober {
    const operation = familyOperations[resource].update;
    return async (caller, way) => {
      const id = await this.#changeable(resource, way);
      const { lens, maker } = this.#context;
      const change = whereBound(() => {
        // Only a text that has the run's nonce in it: by that the record is known again.
        const [fact] = maker.markedFacts(resource);
        if (fact === undefined) return undefined;
        const facts: { readonly [fact: string]: unknown } = maker.facts(resource);
        const one = { [fact]: facts[fact] };
        return { facts: one, body: bodyOf(lens, 'patch', resource, one) };
      });
      const body: RawCallOptions = change === undefined ? { raw: MALFORMED } : { body: change.body };
      if (change) way.refused?.({ left: 'record', resource, id, facts: change.facts });
      const answer = await caller.call(operation, { id, ...body, ...callOf(way) });
      return { id, answer, good: change !== undefined };
    };
  }

  #deleting(resource: Resource): Prober {
    const operation = familyOperations[resource].delete;
    return async (caller, way) => {
      const { made, calibration } = this.#context;
      const { spared } = way;
      const id = spared?.id ?? (await this.targets.deletable(resource));
      if (spared?.isRead) way.refused?.({ left: 'no record', resource, id });
      const answer = await caller.call(operation, { id, ...callOf(way) });
      const probe = { operation, id, answer, good: true };
      // Where it can be read, a read shows whether it is gone.
      if (spared?.isRead || !shows(this.#context, probe)) return probe;
      await made.gone(resource, id);
      if (!spared) calibration.deleted(probe);
      return probe;
    };
  }

  /** A post that records goes to a device of the run's own; one that queries, to any. */
  #posting(operation: 'postLocations' | 'postAlerts', what: 'locations' | 'alerts'): Prober {
    return async (caller, way) => {
      const does = this.#context.profile.openings[`${what}.purpose`]?.does;
      const aimed = way.spared && { id: way.spared.id, release: () => undefined };
      const own =
        aimed ?? (does === 'record' ? await this.targets.ownDevice().catch(unlessUnreached) : undefined);
      try {
        const id = own?.id ?? (await this.targets.anyDevice());
        const body = does === 'query' || own ? whereBound(() => this.#post(what, id, way)) : undefined;
        const sent: RawCallOptions = body === undefined ? { raw: MALFORMED } : { body };
        const answer = await caller.call(operation, { id, ...sent, ...callOf(way) });
        return { id, answer, good: body !== undefined };
      } finally {
        own?.release();
      }
    };
  }

  #post(what: 'locations' | 'alerts', device: AnyId, { refused }: Way) {
    const records = this.#context.profile.openings[`${what}.purpose`]?.does === 'record';
    if (!refused || !records) return this.#posts.report(what, device);
    const { body, mark, latitude, longitude } = this.#posts.marked(what, device);
    if (what === 'alerts') refused({ left: 'alert', device, mark });
    else refused({ left: 'location', device, latitude, longitude });
    return body;
  }

  async #changeable(resource: Resource, way: Way): Promise<AnyId> {
    return way.spared?.id ?? this.targets.changeable(resource);
  }

  #marked(resource: Resource, facts: { readonly [fact: string]: unknown }): { [fact: string]: unknown } {
    return Object.fromEntries(this.#context.maker.markedFacts(resource).map((fact) => [fact, facts[fact]]));
  }
}

function callOf({ auth, reshape, provoking }: Way): Pick<RawCallOptions, 'auth' | 'reshape' | 'provoking'> {
  return { auth, reshape, ...(provoking && { provoking }) };
}

/** `undefined` where the profile does not say enough. */
function whereBound<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (unboundOpening(error) === undefined) throw error;
    return undefined;
  }
}
