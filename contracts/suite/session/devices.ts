/**
 * Devices that one case holds alone. They are made where there is a control for it, otherwise they
 * are those that the profile names: a device that merely stands in the list is never written to.
 *
 * Whoever holds devices never waits for others: asked again, it gets those that it holds. So holders
 * always come to their end, and whoever waits is served.
 */
import type { AnyId } from '../../profile/facts.ts';
import { Unreached } from '../finding.ts';
import type { VerifyOptions } from '../options.ts';

export interface DevicePoolMeans {
  options: Pick<VerifyOptions, 'readOnly'>;
  profile: { known?: { device?: readonly AnyId[] } | undefined };
}

interface Waiting {
  count: number;
  holder: object;
  resolve: (ids: AnyId[]) => void;
}

export class DevicePool {
  readonly #means: DevicePoolMeans;
  readonly #free: AnyId[];
  readonly #size: number;
  readonly #held = new Map<object, AnyId[]>();
  #waiting: Waiting[] = [];

  constructor(means: DevicePoolMeans) {
    this.#means = means;
    this.#free = [...(means.profile.known?.device ?? [])];
    this.#size = this.#free.length;
  }

  /** Waits until so many are free; whoever came first is served first. */
  async take(count: number, holder: object): Promise<AnyId[]> {
    if (this.#means.options.readOnly) {
      throw new Unreached('a device would have to be changed, and the run is read-only', 'writing');
    }
    const held = this.#held.get(holder) ?? [];
    if (held.length >= count) return held.slice(0, count);
    if (this.#size < count) throw needed(count);
    if (held.length === 0) return this.#wait(count, holder);
    const missing = count - held.length;
    if (this.#free.length < missing) throw needed(count);
    return this.#give(missing, holder);
  }

  /** Gives back all that a holder has. */
  release(holder: object): void {
    this.#free.push(...(this.#held.get(holder) ?? []));
    this.#held.delete(holder);
    this.#serve();
  }

  #wait(count: number, holder: object): Promise<AnyId[]> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, holder, resolve });
      this.#serve();
    });
  }

  #serve(): void {
    for (let [next] = this.#waiting; next && next.count <= this.#free.length; [next] = this.#waiting) {
      this.#waiting.shift();
      next.resolve(this.#give(next.count, next.holder));
    }
  }

  /** All that the holder then has. */
  #give(count: number, holder: object): AnyId[] {
    const all = [...(this.#held.get(holder) ?? []), ...this.#free.splice(0, count)];
    this.#held.set(holder, all);
    return [...all];
  }
}

function needed(count: number): Unreached {
  const reason = `${count === 1 ? 'a device' : `${count} devices`} of the run's own would be needed`;
  return new Unreached(reason, 'controls.createDevice', 'known.device');
}
