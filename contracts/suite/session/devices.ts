/**
 * Devices that one case holds alone. They are made where there is a control for it, otherwise they
 * are those that the profile names: a device that merely stands in the list is never written to.
 */
import type { AnyId } from '../../profile/core.ts';
import { Unreached } from '../case.ts';
import type { Session } from './session.ts';

interface Waiting {
  count: number;
  resolve: (ids: AnyId[]) => void;
}

export class DevicePool {
  readonly #session: Session;
  readonly #free: AnyId[];
  readonly #size: number;
  #waiting: Waiting[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#free = [...(session.profile.known?.device ?? [])];
    this.#size = this.#free.length;
  }

  /** Waits until so many are free; whoever came first is served first. */
  take(count: number): Promise<AnyId[]> {
    if (this.#session.options.readOnly) {
      return Promise.reject(
        new Unreached('a device would have to be changed, and the run is read-only', 'writing'),
      );
    }
    if (this.#size < count) {
      const reason = `${count === 1 ? 'a device' : `${count} devices`} of the run's own would be needed`;
      return Promise.reject(new Unreached(reason, 'controls.createDevice', 'known.device'));
    }
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve });
      this.#serve();
    });
  }

  release(ids: readonly AnyId[]): void {
    this.#free.push(...ids);
    this.#serve();
  }

  #serve(): void {
    for (let [next] = this.#waiting; next && next.count <= this.#free.length; [next] = this.#waiting) {
      this.#waiting.shift();
      next.resolve(this.#free.splice(0, next.count));
    }
  }
}
