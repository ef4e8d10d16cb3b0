/** The targets of probes: ids that exist, records that may be changed, devices that may be written to. */
import { itemAt } from '../../kit/items.ts';
import type { AnyId } from '../../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  operation as operationOf,
} from '../../specification/operations.ts';
import type { Controls } from '../controls/api.ts';
import type { Probe, Spared } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { DevicePool } from '../making/devices.ts';
import type { Made } from '../making/made.ts';
import type { Maker, Resource } from '../making/maker.ts';
import type { Ownership } from '../making/ownership.ts';
import type { DeploymentOptions } from '../options.ts';
import type { Caller } from '../session/caller.ts';
import { Memo } from '../session/memo.ts';
import type { Appointments } from '../time/appointments.ts';
import type { Readable } from '../time/readable.ts';
import { breakOffIn } from '../transport/failures.ts';
import type { KnownIds } from './known-ids.ts';

export interface TargetsContext {
  readonly ownership: Pick<Ownership, 'prove'>;
  readonly options: Pick<DeploymentOptions, 'readOnly'>;
  readonly calibration: { withToken(operation: GuardedOperationId): Promise<Probe> };
  readonly ids: Pick<KnownIds, 'some'>;
  readonly maker: Maker;
  readonly made: Pick<Made, 'gone'>;
  readonly devices: DevicePool;
  readonly appointments: Pick<Appointments, 'idle'>;
  readonly controls: Controls;
  readonly readable: Readable;
  background(purpose: 'set-up'): Caller;
}

export class Targets {
  readonly #context: TargetsContext;
  readonly #changed = new Memo<Resource, AnyId>();
  readonly #device = new Memo<'own', AnyId>();
  /** The records for probes: the first is `changeable`, nothing is done with the others. */
  readonly #probed = new Map<Resource, Promise<AnyId | undefined>[]>();

  constructor(context: TargetsContext) {
    this.#context = context;
  }

  /** A device that exists: known, or made where the list has none. */
  async anyDevice(): Promise<AnyId> {
    const { ids, controls, options } = this.#context;
    try {
      return itemAt(await ids.some('device', 1), 0);
    } catch (error) {
      const canMake = controls.has('createDevice') && !options.readOnly;
      if (!(error instanceof Unreached) || !canMake) throw error;
      return (await this.ownDevice()).id;
    }
  }

  /** A device that may be written to: one is made for all probes, or one of the profile's is held for each. */
  async ownDevice(): Promise<{ id: AnyId; release: () => void }> {
    const { controls, maker, devices, appointments } = this.#context;
    if (controls.has('createDevice')) {
      return { id: await this.#device.once('own', () => maker.device(controls)), release: () => undefined };
    }
    const holder = {};
    // The holder of a device may be waiting for a later moment.
    const id = itemAt(await appointments.idle(() => devices.take(1, holder)), 0);
    return { id, release: () => devices.release(holder) };
  }

  /** A group or a user that exists. */
  async readable(resource: Resource): Promise<AnyId> {
    try {
      return itemAt(await this.#context.ids.some(resource, 1), 0);
    } catch (error) {
      if (!(error instanceof Unreached) || this.#context.options.readOnly) throw error;
      return this.changeable(resource).catch((other: unknown) => Promise.reject(breakOffIn(other) ?? error));
    }
  }

  /** The record that was created to see how that is answered. */
  async changeable(resource: Resource): Promise<AnyId> {
    const { id } = await this.#context.calibration.withToken(familyOperations[resource].create);
    return id ?? this.#changed.once(resource, () => this.fresh(resource));
  }

  /** A record that is made for the probe that asks. */
  async fresh(resource: Resource): Promise<AnyId> {
    const { maker } = this.#context;
    return (await maker.make(this.#context.background('set-up'), resource)).id;
  }

  /** A record to be deleted: that of a probe which nothing is done with, or a new one. */
  async deletable(resource: Resource): Promise<AnyId> {
    const [idle] = this.#probed.get(resource)?.splice(1, 1) ?? [];
    return (await idle) ?? this.fresh(resource);
  }

  /** A probe sends a create, which may fail. */
  probes(resource: Resource, created: Promise<{ id?: AnyId | undefined }>): void {
    const id = created.then(
      (probe) => probe.id,
      () => undefined,
    );
    this.#probed.set(resource, [...(this.#probed.get(resource) ?? []), id]);
  }

  /** A record for requests that are to be refused, and nothing else; `undefined` where their operation changes none. */
  async sparedFor(operation: GuardedOperationId): Promise<Spared | undefined> {
    const { method, pathId } = operationOf(operation);
    const isChanged = method !== 'GET' && (pathId === 'group' || pathId === 'user');
    if (!isChanged) return undefined;
    const id = await this.fresh(pathId);
    const caller = this.#context.background('set-up');
    // Shown to be the run's own now: a read just before a call with a token that has ended would renew it.
    await this.#context.ownership.prove(caller, pathId, id);
    // A removal shows where the record was read before.
    const isRead = method === 'DELETE' && (await this.#context.readable.reads(caller, pathId, id));
    return { id, isRead };
  }
}
