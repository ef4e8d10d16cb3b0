/**
 * For each operation the request that it is looked at with: a known id, and a body that is good by
 * the profile. Where the profile cannot tell a good one, a body that nothing can be made of, so that
 * the deployment stays as it was.
 */

import { HOUR } from '../../kit/durations.ts';
import { itemAt } from '../../kit/items.ts';
import type { Json } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  operation as operationOf,
} from '../../specification/operations.ts';
import type { Auth } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { Unreached } from '../finding.ts';
import type { Probe } from '../kit.ts';
import type { VerifyOptions } from '../options.ts';
import { breakOffIn, unlessUnreached } from '../transport/failures.ts';
import type { Calibration } from './calibration.ts';
import { type Caller, MALFORMED, type RawCallOptions } from './caller.ts';
import type { DevicePool } from './devices.ts';
import type { Dialect } from './dialect.ts';
import { shows } from './evidence.ts';
import type { KnownIds } from './known-ids.ts';
import type { Made } from './made.ts';
import type { Maker, Resource } from './maker.ts';
import { Memo } from './memo.ts';
import type { DeploymentTime } from './time.ts';
import { unboundOpening } from './unbound.ts';

/** What is expected of a probe: one that is to be refused must not use up what others need. */
export type Expected = 'served' | 'refused';

type Prober = (caller: Caller, auth: Auth, expected: Expected) => Promise<Omit<Probe, 'operation'>>;

export interface ProbesMeans extends Dialect {
  readonly options: Pick<VerifyOptions, 'readOnly'>;
  readonly calibration: Pick<Calibration, 'withToken' | 'locatedDevice' | 'deleted'>;
  readonly ids: Pick<KnownIds, 'some'>;
  readonly maker: Maker;
  readonly made: Pick<Made, 'gone'>;
  readonly devices: DevicePool;
  readonly controls: Controls;
  readonly time: Pick<DeploymentTime, 'now'>;
  background(purpose: 'set-up'): Caller;
}

export class Probes {
  readonly #means: ProbesMeans;
  readonly #probers: { [O in GuardedOperationId]: Prober };
  /** Records that probes may change, and one each that probes may delete: renewed when it is used up. */
  readonly #kept = new Memo<string, AnyId>();

  constructor(means: ProbesMeans) {
    this.#means = means;
    this.#probers = {
      listDevices: this.#plain('listDevices'),
      readDevice: this.#reading('readDevice', () => this.#anyDevice()),
      lastLocation: this.#lastLocation(),
      postLocations: this.#posting('postLocations', 'locations'),
      postAlerts: this.#posting('postAlerts', 'alerts'),
      listGroups: this.#plain('listGroups'),
      createGroup: this.#creating('group'),
      readGroup: this.#reading('readGroup', () => this.#readable('group')),
      replaceGroup: this.#replacing('group'),
      updateGroup: this.#updating('group'),
      deleteGroup: this.#deleting('group'),
      listUsers: this.#plain('listUsers'),
      createUser: this.#creating('user'),
      listCountries: this.#plain('listCountries'),
      listTimeZones: this.#plain('listTimeZones'),
      readUser: this.#reading('readUser', () => this.#readable('user')),
      replaceUser: this.#replacing('user'),
      updateUser: this.#updating('user'),
      deleteUser: this.#deleting('user'),
    };
  }

  async send(
    caller: Caller,
    operation: GuardedOperationId,
    auth: Auth,
    expected: Expected = auth === 'token' ? 'served' : 'refused',
  ): Promise<Probe> {
    if (this.#means.options.readOnly && operationOf(operation).method !== 'GET') {
      throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
    }
    return { operation, ...(await this.#probers[operation](caller, auth, expected)) };
  }

  #plain(operation: GuardedOperationId): Prober {
    return async (caller, auth) => ({ answer: await caller.call(operation, { auth }), good: true });
  }

  #reading(operation: GuardedOperationId, ids: () => Promise<AnyId[]>): Prober {
    return async (caller, auth) => {
      const id = itemAt(await ids(), 0);
      return { id, answer: await caller.call(operation, { id, auth }), good: true };
    };
  }

  /** Where the run has posted a location itself, that device surely has one. */
  #lastLocation(): Prober {
    return async (caller, auth) => {
      const located = await this.#means.calibration.locatedDevice();
      const id = located ?? itemAt(await this.#anyDevice(), 0);
      const answer = await caller.call('lastLocation', { id, auth });
      return { id, answer, good: located !== undefined };
    };
  }

  #creating(resource: Resource): Prober {
    const operation = familyOperations[resource].create;
    return async (caller, auth) => {
      const { maker, lens } = this.#means;
      const body = whereBound(() => {
        const facts = maker.facts(resource);
        lens.answer(operation);
        return { facts, json: lens.body(resource).write(facts as never) };
      });
      if (!body) return { answer: await caller.call(operation, { raw: MALFORMED, auth }), good: false };
      const send = () => caller.call(operation, { body: body.json, auth });
      return { ...(await maker.attempt(caller, resource, body.facts, send)), good: true };
    };
  }

  #replacing(resource: Resource): Prober {
    const operation = familyOperations[resource].replace;
    return async (caller, auth) => {
      const id = await this.#changeable(resource);
      const { lens, maker } = this.#means;
      const body = lens.body(resource).write(maker.facts(resource) as never);
      return { id, answer: await caller.call(operation, { id, body, auth }), good: true };
    };
  }

  #updating(resource: Resource): Prober {
    const operation = familyOperations[resource].update;
    return async (caller, auth) => {
      const id = await this.#changeable(resource);
      const { lens, maker } = this.#means;
      const patch = whereBound(() => {
        // Only a text that has the run's nonce in it: by that the record is known again.
        const [fact] = maker.markedFacts(resource);
        const facts: { readonly [fact: string]: unknown } = maker.facts(resource);
        return fact === undefined ? undefined : lens.patch(resource).write({ [fact]: facts[fact] } as never);
      });
      const body: RawCallOptions = patch === undefined ? { raw: MALFORMED } : { body: patch };
      return { id, answer: await caller.call(operation, { id, auth, ...body }), good: patch !== undefined };
    };
  }

  #deleting(resource: Resource): Prober {
    const operation = familyOperations[resource].delete;
    const spared = `spared ${resource}`;
    return async (caller, auth, expected) => {
      const { maker, made, calibration } = this.#means;
      const id =
        expected === 'refused'
          ? await this.#keep(spared, resource)
          : (await maker.make(this.#means.background('set-up'), resource)).id;
      const probe = { operation, id, answer: await caller.call(operation, { id, auth }), good: true };
      if (shows(this.#means, probe)) {
        await made.gone(resource, id);
        if (expected === 'refused') this.#kept.forget(spared);
        else calibration.deleted(probe);
      }
      return probe;
    };
  }

  /** A post that records goes to a device of the run's own; one that queries, to any. */
  #posting(operation: 'postLocations' | 'postAlerts', what: 'locations' | 'alerts'): Prober {
    return async (caller, auth) => {
      const does = this.#means.profile.openings[`${what}.purpose`]?.does;
      const own = does === 'record' ? await this.#ownDevice().catch(unlessUnreached) : undefined;
      const body = does === 'query' || own ? whereBound(() => this.#post(what)) : undefined;
      const id = own?.id ?? itemAt(await this.#anyDevice(), 0);
      try {
        const sent: RawCallOptions = body === undefined ? { raw: MALFORMED } : { body };
        const answer = await caller.call(operation, { id, auth, ...sent });
        return { id, answer, good: body !== undefined };
      } finally {
        own?.release();
      }
    };
  }

  /** A device that may be written to: one is made for all probes, or one of the profile's is held for each. */
  async #ownDevice(): Promise<{ id: AnyId; release: () => void }> {
    const { controls, maker, devices } = this.#means;
    if (controls.has('createDevice')) {
      const id = await this.#kept.once('device', () => maker.device(controls));
      return { id, release: () => undefined };
    }
    const holder = {};
    const id = itemAt(await devices.take(1, holder), 0);
    return { id, release: () => devices.release(holder) };
  }

  #post(what: 'locations' | 'alerts'): Json {
    const { lens, profile, time } = this.#means;
    const posting = lens.posting(what);
    const now = Math.floor(time.now() / 1000) * 1000;
    if (posting.does === 'query') return posting.writeRange({ from: now - HOUR, to: now });
    const [resource, time_] =
      what === 'locations' ? (['location', 'deviceTime'] as const) : (['alert', 'raisedAt'] as const);
    const places = new Set<string>(lens.record(resource).facts);
    const sample: { [fact: string]: Json } = {
      [time_]: now,
      ...posted[resource],
      ...profile.samples?.[resource],
    };
    const facts = Object.fromEntries(Object.entries(sample).filter(([fact]) => places.has(fact)));
    return posting.write([facts]);
  }

  /** One that exists: known, or made where the list has none. */
  async #anyDevice(): Promise<AnyId[]> {
    const { ids, controls, options } = this.#means;
    try {
      return await ids.some('device', 1);
    } catch (error) {
      const canMake = controls.has('createDevice') && !options.readOnly;
      if (!(error instanceof Unreached) || !canMake) throw error;
      return [(await this.#ownDevice()).id];
    }
  }

  /** The same for a group or a user. */
  async #readable(resource: Resource): Promise<AnyId[]> {
    try {
      return await this.#means.ids.some(resource, 1);
    } catch (error) {
      if (!(error instanceof Unreached) || this.#means.options.readOnly) throw error;
      return [
        await this.#changeable(resource).catch((other: unknown) =>
          Promise.reject(breakOffIn(other) ?? error),
        ),
      ];
    }
  }

  /** The record that was created to see how that is answered. */
  async #changeable(resource: Resource): Promise<AnyId> {
    const { id } = await this.#means.calibration.withToken(familyOperations[resource].create);
    return id ?? this.#keep(`changed ${resource}`, resource);
  }

  #keep(key: string, resource: Resource): Promise<AnyId> {
    const { maker } = this.#means;
    return this.#kept.once(
      key,
      async () => (await maker.make(this.#means.background('set-up'), resource)).id,
    );
  }
}

/** What is posted where the profile has no sample; only what the dialect has a place for is sent. */
const posted: { [R in 'location' | 'alert']: { [fact: string]: Json } } = {
  location: { latitude: 48.137, longitude: 11.575, speed: 0, course: 0 },
  alert: {
    type: 'maintenance-due',
    severity: 'info',
    text: 'Sent by roadtest; nothing is wrong.',
    channels: [],
  },
};

/** `undefined` where the profile does not say enough. */
function whereBound<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (unboundOpening(error) === undefined) throw error;
    return undefined;
  }
}
