/**
 * Several histories share one clock: each goes on until it needs a later moment and waits for it; when
 * all wait, time moves to the nearest moment. So a day is advanced once for all who need it.
 */
import type { EpochMs } from '../../profile/facts.ts';

/** A clock that is moved by whoever needs it to. */
interface Movable {
  now(): EpochMs;
  move(moment: EpochMs): Promise<void>;
}

export type Appointments = ReturnType<typeof appointmentsOf>;

export function appointmentsOf(time: Movable) {
  let waiting: { moment: EpochMs; resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let busy = 0;
  let isMoving = false;

  const move = async (): Promise<void> => {
    if (busy > 0 || isMoving || waiting.length === 0) return;
    isMoving = true;
    const nearest = Math.min(...waiting.map(({ moment }) => moment));
    const [moved] = await Promise.allSettled([time.move(nearest)]);
    isMoving = false;
    const due = waiting.filter(({ moment }) => moment <= Math.max(nearest, time.now()));
    waiting = waiting.filter((appointment) => !due.includes(appointment));
    busy += due.length;
    for (const { resolve, reject } of due) {
      if (moved.status === 'fulfilled') resolve();
      else reject(moved.reason);
    }
  };

  const leave = (): void => {
    busy--;
    // A turn later: who was just released may come back at once with a nearer moment.
    Promise.resolve().then(move);
  };

  return {
    /** Runs someone who may have appointments: time does not move while it is busy. */
    attend<T>(work: () => Promise<T>): Promise<T> {
      busy++;
      return work().finally(leave);
    },

    /** Waits for something that others bring about, and does not hold time up. */
    async idle<T>(wait: () => Promise<T>): Promise<T> {
      // Moments that it waits for may be attended to as it begins.
      const isAttended = busy > 0;
      const waited = wait();
      if (!isAttended || (await isThere(waited))) return waited;
      leave();
      return waited.finally(() => {
        busy++;
      });
    },

    /** Returns at the moment or after it: time moves when all who are attended wait, to the nearest moment. Throws `Unreached` when it is out of reach. */
    async at(moment: EpochMs): Promise<void> {
      if (busy === 0) return time.move(moment);
      if (time.now() >= moment) return;
      await new Promise<void>((resolve, reject) => {
        waiting.push({ moment, resolve, reject });
        leave();
      });
    },
  };
}

/** Returns whether something is there already. No wait is needed for that, and so time must not move. */
function isThere(promise: Promise<unknown>): Promise<boolean> {
  const yes = () => true;
  return Promise.race([promise.then(yes, yes), Promise.resolve().then(() => false)]);
}
