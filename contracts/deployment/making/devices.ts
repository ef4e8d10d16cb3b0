/**
 * Devices that one history holds alone. They are made where there is a control for it, otherwise they
 * are those that the profile names: a device that is merely in the list is never written to.
 *
 * A holder never waits for others: asked again, it gets the devices that it holds. So holders always come to
 * their end, and those that wait are served.
 */
import { Pool } from '../../kit/pool.ts';
import type { AnyId } from '../../profile/facts.ts';
import { Unreached } from '../finding.ts';

export class DevicePool {
  readonly #readOnly: boolean;
  readonly #pool: Pool<AnyId>;
  readonly #size: number;
  readonly #held = new Map<object, AnyId[]>();

  constructor(readOnly: boolean, known: readonly AnyId[]) {
    this.#readOnly = readOnly;
    this.#pool = new Pool(known);
    this.#size = known.length;
  }

  /** Waits until so many are free: first come, first served. */
  async take(count: number, holder: object): Promise<AnyId[]> {
    if (this.#readOnly) {
      throw new Unreached('a device would have to be changed, and the run is read-only', 'writing');
    }
    const held = this.#held.get(holder) ?? [];
    if (held.length >= count) return held.slice(0, count);
    if (this.#size < count) throw needed(count);
    if (held.length === 0) return this.#hold(holder, await this.#pool.take(count));
    const missing = count - held.length;
    if (this.#pool.idle < missing) throw needed(count);
    return this.#hold(holder, this.#pool.takeNow(missing));
  }

  /** Gives back all that a holder has. */
  release(holder: object): void {
    const held = this.#held.get(holder) ?? [];
    this.#held.delete(holder);
    this.#pool.give(held);
  }

  /** All that the holder then has. */
  #hold(holder: object, devices: readonly AnyId[]): AnyId[] {
    const all = [...(this.#held.get(holder) ?? []), ...devices];
    this.#held.set(holder, all);
    return [...all];
  }
}

function needed(count: number): Unreached {
  const reason = `${count === 1 ? 'a device' : `${count} devices`} of the run's own would be needed`;
  return new Unreached(reason, 'controls.createDevice', 'known.device');
}
