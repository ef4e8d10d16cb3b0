/** The map of ids: what the story's devices, groups and users are called on the deployment. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import { type KnownIds, NotPossible, type RecordEffect, type RecordFacts, type Resource } from './step.ts';

interface Known {
  id: AnyId;
  /** The facts that the story wrote last. */
  facts: RecordFacts;
}

export class IdMap implements KnownIds {
  readonly #devices: (AnyId | undefined)[];
  readonly #records: { readonly [R in Resource]: Map<string, Known> } = { group: new Map(), user: new Map() };

  /** @param devices the deployment's devices in the order of the story's: the first is device 1 */
  constructor(devices: readonly AnyId[]) {
    this.#devices = [...devices];
  }

  device(number: number): AnyId {
    const id = this.#devices[number - 1];
    if (id === undefined) {
      throw new NotPossible('the deployment has no device for a device that was added later');
    }
    return id;
  }

  addDevice(number: number, id: AnyId): void {
    this.#devices[number - 1] = id;
  }

  record(resource: Resource, name: string): Known {
    const known = this.#records[resource].get(name);
    if (!known) throw new NotPossible(`the story did not make this ${resource} here`);
    return known;
  }

  has(resource: Resource, name: string): boolean {
    return this.#records[resource].has(name);
  }

  /** Applies the effect of a call. `id`: of a record that came; without one it stays unknown. */
  apply({ resource, was, name, facts }: RecordEffect, id?: AnyId): void {
    const records = this.#records[resource];
    const before = was === null ? undefined : records.get(was);
    if (was !== null) records.delete(was);
    const known = before?.id ?? id;
    if (name !== null && known !== undefined) {
      records.set(name, { id: known, facts: { ...before?.facts, ...facts } });
    }
  }
}
