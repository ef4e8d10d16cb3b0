/** Who plays whom: the deployment's ids of the story's devices, groups and users. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import { type Effect, NotDone, type RecordFacts, type Resource } from './errand.ts';

interface Known {
  id: AnyId;
  /** What was last written, as far as the story did. */
  facts: RecordFacts;
}

export class Cast {
  readonly #devices: (AnyId | undefined)[];
  readonly #records: { readonly [R in Resource]: Map<string, Known> } = { group: new Map(), user: new Map() };

  /** @param devices the deployment's devices in the order of the story's: the first is device 1 */
  constructor(devices: readonly AnyId[]) {
    this.#devices = [...devices];
  }

  /** @throws NotDone for a device that nobody plays */
  device(number: number): AnyId {
    const id = this.#devices[number - 1];
    if (id === undefined) throw new NotDone('no device of the deployment plays a device that came later');
    return id;
  }

  addDevice(number: number, id: AnyId): void {
    this.#devices[number - 1] = id;
  }

  /** @throws NotDone for a record that is not there */
  record(resource: Resource, name: string): Known {
    const known = this.#records[resource].get(name);
    if (!known) throw new NotDone(`the ${resource} is none of those that the story made here`);
    return known;
  }

  has(resource: Resource, name: string): boolean {
    return this.#records[resource].has(name);
  }

  /** What a call has brought about. `id`: of a record that came; without one it stays unknown. */
  apply({ resource, was, name, facts }: Effect, id?: AnyId): void {
    const records = this.#records[resource];
    const before = was === null ? undefined : records.get(was);
    if (was !== null) records.delete(was);
    const known = before?.id ?? id;
    if (name !== null && known !== undefined) {
      records.set(name, { id: known, facts: { ...before?.facts, ...facts } });
    }
  }
}
