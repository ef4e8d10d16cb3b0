/**
 * Devices for histories. They stay behind, since the API cannot remove a device: so there is a most, and then those of
 * earlier histories come again, of which nothing is known. Several are made at a time, which takes fewer requests.
 */
import type { AnyId } from '../profile/facts.ts';
import type { Kit } from '../suite/kit.ts';

export interface Supplied {
  id: AnyId;
  /** Whether no history has had it before. */
  fresh: boolean;
}

const TOGETHER = 6;

export class DeviceSupply {
  readonly #kit: Kit;
  readonly #most: number;
  readonly #fresh: AnyId[] = [];
  /** The one that has rested longest first. */
  readonly #known: AnyId[] = [];
  #made = 0;

  /**
   * @param kit outlives the histories
   * @param most devices that may be made
   */
  constructor(kit: Kit, most: number) {
    this.#kit = kit;
    this.#most = most;
  }

  /** Devices that were made. */
  get made(): number {
    return this.#made;
  }

  /** One that no other device of the history is; `undefined` where there is none. */
  async take(taken: ReadonlySet<AnyId>): Promise<Supplied | undefined> {
    if (this.#fresh.length === 0) await this.#make(Math.min(TOGETHER, this.#most - this.#made));
    const fresh = this.#fresh.shift();
    const id = fresh ?? this.#known.find((known) => !taken.has(known));
    if (id === undefined) return undefined;
    if (fresh === undefined) this.#known.splice(this.#known.indexOf(id), 1);
    this.#known.push(id);
    return { id, fresh: fresh !== undefined };
  }

  /** One that is made now; `undefined` where no more may be. */
  async make(): Promise<AnyId | undefined> {
    if (this.#made >= this.#most) return undefined;
    this.#made++;
    const id = await this.#kit.make.device();
    this.#known.push(id);
    return id;
  }

  async #make(count: number): Promise<void> {
    if (count <= 0) return;
    this.#made += count;
    const made = await Promise.allSettled(Array.from({ length: count }, () => this.#kit.make.device()));
    for (const device of made) if (device.status === 'fulfilled') this.#fresh.push(device.value);
    const failed = made.find((device) => device.status === 'rejected');
    if (failed && this.#fresh.length === 0) throw failed.reason;
  }
}
