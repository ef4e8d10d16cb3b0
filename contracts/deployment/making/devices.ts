/**
 * Devices that one history holds alone, of those that the profile names: a device that is merely in the list is never written to.
 *
 * A holder never waits for others: asked again, it gets the devices that it holds. So holders always come to
 * their end, and those that wait are served.
 */
import type { Pool } from '../../kit/pool.ts';
import type { AnyId } from '../../profile/facts.ts';
import { Unreached } from '../finding.ts';

/** @param size the number of devices that there are */
export function holding(pool: Pool<AnyId>, size: number, readOnly: boolean) {
  let held: readonly AnyId[] = [];
  return {
    /** Waits until so many are free: first come, first served. */
    async take(count: number): Promise<AnyId[]> {
      if (readOnly)
        throw new Unreached('a device would have to be changed, and the run is read-only', 'writing');
      const missing = count - held.length;
      if (missing <= 0) return held.slice(0, count);
      if (size < count || (held.length > 0 && pool.idle < missing)) throw needed(count);
      held = held.length > 0 ? [...held, ...pool.takeNow(missing)] : await pool.take(count);
      return [...held];
    },
    release(): void {
      pool.give(held);
      held = [];
    },
  };
}

function needed(count: number): Unreached {
  const reason = `${count === 1 ? 'a device' : `${count} devices`} of the run's own would be needed`;
  return new Unreached(reason, 'controls.createDevice', 'known.device');
}
