/**
 * What a deployment was before the story, as far as the story touches it: groups that lose devices to those of the
 * story, limits that it sets, API access that it switches off. It is put back at the end.
 */
import { type Client, Unreached } from '../../../contracts/suite/index.ts';
import { type LimitsChange, type Resource, refusalIn } from '../../../scenarios/target/index.ts';
import type { SimulatorAccount } from './simulator.ts';

type Id = string | number;

interface GroupBefore {
  id: Id;
  deviceIds: readonly Id[];
}

export class Traces {
  readonly #client: Client;
  readonly #simulator: SimulatorAccount | undefined;
  /** Ids of the groups and users that were there. */
  readonly before: { readonly [R in Resource]: ReadonlySet<Id> };
  readonly #groups: readonly GroupBefore[];
  readonly #limits = new Map<Id, Promise<LimitsChange | undefined>>();
  #closed = false;

  private constructor(
    client: Client,
    simulator: SimulatorAccount | undefined,
    { groups, users }: { groups: readonly GroupBefore[]; users: readonly Id[] },
  ) {
    this.#client = client;
    this.#simulator = simulator;
    this.#groups = groups;
    this.before = { group: new Set(groups.map(({ id }) => id)), user: new Set(users) };
  }

  /** Where groups and users cannot be listed, none is known. */
  static async of(client: Client, simulator: SimulatorAccount | undefined): Promise<Traces> {
    const groups = await listed(client, 'groups');
    const users = await listed(client, 'users');
    return new Traces(client, simulator, {
      groups: groups.map(({ id, deviceIds }) => ({ id, deviceIds: deviceIds ?? [] })),
      users: users.map(({ id }) => id),
    });
  }

  /** Whether the story has switched API access off. */
  get closed(): boolean {
    return this.#closed;
  }

  switched(enabled: boolean): void {
    this.#closed = !enabled;
  }

  /** Reads the limits of a device that the story is about to set for the first time. */
  async limitsOf(device: Id): Promise<void> {
    const { controls } = this.#client;
    if (this.#limits.has(device) || !controls.has('readLimits')) return;
    const reading = controls.readLimits(device).then(settingsIn, ignoreUnreached);
    this.#limits.set(device, reading);
    await reading;
  }

  /**
   * Puts everything back and removes what the story made; with `keep` it only opens the API again. Gives what is
   * left, in words.
   */
  async leave(keep: boolean): Promise<string[]> {
    // Without API access nothing else could be put back.
    const left = await this.#reopen();
    if (!keep) {
      left.push(...(await this.#client.cleanUp()));
      // The story's own groups are gone now, so that devices are free again.
      for (const group of await this.#robbed()) left.push(...(await this.#fill(group)));
      left.push(...(await this.#resetLimits()), ...((await this.#simulator?.putBack()) ?? []));
    }
    return left.map((words) => this.#client.redact(words));
  }

  async #reopen(): Promise<string[]> {
    if (!this.#closed) return [];
    return attempt('API access is still switched off', () => this.#client.controls.setApiEnabled(true));
  }

  async #resetLimits(): Promise<string[]> {
    const left: string[] = [];
    for (const [device, reading] of this.#limits) {
      const settings = await reading;
      if (!settings || Object.keys(settings).length === 0) continue;
      const words = `limits of device ${device} as the story set them`;
      left.push(...(await attempt(words, () => this.#client.controls.setLimits(device, settings))));
    }
    return left;
  }

  /** Groups that have lost devices. */
  async #robbed(): Promise<GroupBefore[]> {
    if (this.#groups.every(({ deviceIds }) => deviceIds.length === 0)) return [];
    const now = new Map((await listed(this.#client, 'groups')).map(({ id, deviceIds }) => [id, deviceIds]));
    return this.#groups.filter(({ id, deviceIds }) => {
      const left = now.get(id);
      return left !== undefined && deviceIds.some((device) => !left?.includes(device));
    });
  }

  async #fill({ id, deviceIds }: GroupBefore): Promise<string[]> {
    const { lens } = this.#client;
    return attempt(`group ${id} without devices that the story took`, async () => {
      const body = lens.patch('group').write({ deviceIds });
      const answer = await this.#client.call('updateGroup', { purpose: 'clean-up', id, body, ending: true });
      if (refusalIn(answer, lens)) throw new Unreached('it was refused');
    });
  }
}

/** In words what is left, where something could not be put back. */
async function attempt(left: string, put: () => Promise<unknown>): Promise<string[]> {
  try {
    await put();
    return [];
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!(error instanceof Unreached) && code !== 'PROFILE_UNBOUND') throw error;
    return [left];
  }
}

function settingsIn({ expires, expirationDate, dailyEmail, dailySms }: LimitsChange): LimitsChange {
  const settings = { expires, expirationDate, dailyEmail, dailySms };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function ignoreUnreached(error: unknown): undefined {
  if (error instanceof Unreached) return undefined;
  throw error;
}

interface Listed {
  id: Id;
  deviceIds?: readonly Id[] | null | undefined;
}

async function listed(client: Client, name: 'groups' | 'users'): Promise<Listed[]> {
  try {
    const { records } = await client.list(name);
    return (records as { id?: Id | null; deviceIds?: readonly Id[] | null }[]).flatMap(({ id, deviceIds }) =>
      id === undefined || id === null ? [] : [{ id, deviceIds }],
    );
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (error instanceof Unreached || code === 'PROFILE_UNBOUND') return [];
    throw error;
  }
}
