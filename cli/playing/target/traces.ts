/** Changes of the story to what was there before: API access that it switches off, groups that lose devices to its own. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import type { AnyId } from '../../../contracts/profile/facts.ts';
import { type RecordEffect, unboundIn } from '../../../scenarios/target/step.ts';

interface GroupBefore {
  id: AnyId;
  deviceIds: readonly AnyId[];
  /** The devices that the story has left in it. */
  kept: readonly AnyId[];
}

export class Traces {
  readonly #client: Client;
  readonly #groups: GroupBefore[];
  #closed = false;

  private constructor(client: Client, groups: GroupBefore[]) {
    this.#client = client;
    this.#groups = groups;
  }

  /** Where groups cannot be listed, none is known. */
  static async of(client: Client): Promise<Traces> {
    try {
      const { records } = await client.list('groups');
      const groups = records.flatMap(({ id, deviceIds }) =>
        id === undefined || id === null || !deviceIds ? [] : [{ id, deviceIds, kept: deviceIds }],
      );
      return new Traces(client, groups);
    } catch (error) {
      if (error instanceof Unreached || unboundIn(error) !== undefined) return new Traces(client, []);
      throw error;
    }
  }

  /** Whether the story has switched API access off. */
  get closed(): boolean {
    return this.#closed;
  }

  switched(enabled: boolean): void {
    this.#closed = !enabled;
  }

  /** Before devices come into a group of the story: where a device has one group, another loses them. */
  async taking(effect: RecordEffect | undefined): Promise<void> {
    const taken = new Set((effect?.facts.deviceIds ?? []).map(String));
    for (const group of this.#groups) {
      const kept = group.kept.filter((id) => !taken.has(String(id)));
      if (kept.length === group.kept.length) continue;
      await this.#client.losesMembers(group.id, group.deviceIds, kept);
      group.kept = kept;
    }
  }
}
