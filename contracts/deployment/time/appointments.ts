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

interface Appointment {
  moment: EpochMs;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

export class Appointments {
  readonly #time: Movable;
  #waiting: Appointment[] = [];
  /** Parties that let time move between their steps, and wait until it has. */
  #paused: (() => void)[] = [];
  #busy = 0;
  /** So many of the busy ones let time move between their steps. */
  #pausing = 0;
  #moving = false;

  constructor(time: Movable) {
    this.#time = time;
  }

  /** Runs someone who may have appointments: time does not move while it is busy. */
  async attend<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** The same for work that does not depend on the time: it calls `between` where time may move for others. */
  attendPausing<T>(work: () => Promise<T>): Promise<T> {
    return this.attend(async () => {
      this.#pausing++;
      try {
        return await work();
      } finally {
        this.#pausing--;
      }
    });
  }

  /** Between two steps of work that does not depend on the time: if all others wait for a moment, time moves first. */
  between(): Promise<void> {
    if (this.#waiting.length === 0 || this.#busy > this.#pausing) return Promise.resolve();
    return new Promise((resolve) => {
      this.#paused.push(resolve);
      this.#pausing--;
      this.#leave();
    });
  }

  /** Waits for something that others bring about, and does not hold time up. */
  async idle<T>(wait: () => Promise<T>): Promise<T> {
    // Moments that it waits for may be attended to as it begins.
    const isAttended = this.#busy > 0;
    const waited = wait();
    if (!isAttended || (await isThere(waited))) return waited;
    this.#leave();
    try {
      return await waited;
    } finally {
      this.#busy++;
    }
  }

  /** Returns at the moment or after it: time moves when all who are attended wait, to the nearest moment. Throws `Unreached` when it is out of reach. */
  at(moment: EpochMs): Promise<void> {
    if (this.#busy === 0) return this.#time.move(moment);
    if (this.#time.now() >= moment) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ moment, resolve, reject });
      this.#leave();
    });
  }

  #leave(): void {
    this.#busy--;
    // A turn later: who was just released may come back at once with a nearer moment.
    Promise.resolve().then(() => this.#move());
  }

  async #move(): Promise<void> {
    if (this.#busy > 0 || this.#moving) return;
    if (this.#waiting.length === 0) return this.#goOn();
    this.#moving = true;
    const nearest = Math.min(...this.#waiting.map(({ moment }) => moment));
    let failure: unknown;
    try {
      await this.#time.move(nearest);
    } catch (error) {
      failure = error;
    }
    this.#moving = false;
    const due = this.#waiting.filter(({ moment }) => moment <= Math.max(nearest, this.#time.now()));
    this.#waiting = this.#waiting.filter((appointment) => !due.includes(appointment));
    this.#busy += due.length;
    this.#goOn();
    for (const { resolve, reject } of due) {
      if (failure === undefined) resolve();
      else reject(failure);
    }
  }

  #goOn(): void {
    const paused = this.#paused;
    this.#paused = [];
    this.#busy += paused.length;
    this.#pausing += paused.length;
    for (const resolve of paused) resolve();
  }
}

/** Returns whether something is there already. No wait is needed for that, and so time must not move. */
function isThere(promise: Promise<unknown>): Promise<boolean> {
  const yes = () => true;
  return Promise.race([promise.then(yes, yes), Promise.resolve().then(() => false)]);
}
