/** Devices that are made while a licence is free for each: the account gets more where none is left, and it can be given some. */
import { Unreached } from '../finding.ts';
import { unlessUnreached } from '../transport/failures.ts';
import type { LicencesRead } from './api.ts';

/** The licences of the account, by the controls of the history that makes a device. */
export interface LicenceAccess {
  read(): Promise<LicencesRead>;
  /** Absent: the account has as many as it has. */
  readonly set?: ((total: number) => Promise<unknown>) | undefined;
}

/** Devices that are made together. */
interface Batch {
  ready: Promise<void>;
  count: number;
  made: Promise<unknown>[];
  /** Tells whether the free licences were read for it, and not known from before. */
  counted: boolean;
  /** Licences that are free for it. */
  free: number;
}

/** Free licences that a simulator is given beside those that are needed at once: the run makes more devices. A real account pays for them. */
export const SPARE = 10;
/** Licences for a deployment that does not count as it should. */
const PLENTY = 100;

/**
 * A licence that is free for one device is not free for the next: who asks while others are served
 * waits, and is then served together with all who wait.
 */
export class FreeLicences {
  readonly #spare: number;
  #last: Promise<unknown> = Promise.resolve();
  #next: Batch | undefined;
  /** Licences that are free by the last reading, less what was made of them since. */
  #left = 0;
  /** Devices that are being made. */
  #making = 0;

  /** @param spare licences that may be had beside those that are needed at once */
  constructor(spare: number) {
    this.#spare = spare;
  }

  /** The account has another number of licences: the next device is made after another reading. */
  forget(): void {
    this.#left = 0;
  }

  /** The number that was read to be free, for whatever cause. */
  saw(available: number | undefined): void {
    if (available !== undefined && this.#making === 0) this.#left = available;
  }

  /** The run does something to a device that may take a licence. */
  mayTakeOne(): void {
    this.#left--;
  }

  /**
   * @param create makes a device. Where that is refused, `more` frees licences if they were not read for this device;
   * gives whether it did.
   */
  async use<T>(access: LicenceAccess, create: (more: () => Promise<boolean>) => Promise<T>): Promise<T> {
    this.#next ??= this.#begin(access);
    const batch = this.#next;
    const place = batch.count++;
    const more = async (): Promise<boolean> => {
      if (batch.counted || !access.set) return false;
      await free(access, batch.count, this.#spare);
      return true;
    };
    this.#making++;
    const made = batch.ready
      .then(() => {
        if (place >= batch.free)
          throw new Unreached('no licence is free for a further device', 'controls.setLicences');
        return create(more);
      })
      .finally(() => {
        this.#making--;
      });
    batch.made.push(made);
    return made;
  }

  #begin(access: LicenceAccess): Batch {
    const batch: Batch = { ready: Promise.resolve(), count: 0, made: [], counted: false, free: 0 };
    batch.ready = this.#last.then(async () => {
      this.#next = undefined;
      batch.counted = this.#left < batch.count;
      if (batch.counted) this.#left = await free(access, batch.count, this.#spare);
      batch.free = this.#left;
      this.#left -= Math.min(this.#left, batch.count);
    });
    this.#last = batch.ready.then(() => Promise.allSettled(batch.made)).catch(() => undefined);
    return batch;
  }
}

/** Sees to it that so many licences are free, as far as they are reported; gives how many there are. */
async function free(access: LicenceAccess, count: number, spare: number): Promise<number> {
  const { used, available } = await access.read();
  if (used === undefined || available === undefined) return count;
  const { set } = access;
  if (available >= count || !set) return available;
  const needed = used + count;
  if (spare === 0 || !(await isTaken(set, needed + spare))) await set(needed);
  const given = (await access.read()).available ?? count;
  if (given >= count) return given;
  // A deployment that reckons otherwise gets more than it can lose.
  await set(needed + PLENTY);
  return count;
}

/** Returns whether it was taken: an account may have a most. */
async function isTaken(set: NonNullable<LicenceAccess['set']>, total: number): Promise<boolean> {
  try {
    await set(total);
    return true;
  } catch (error) {
    unlessUnreached(error);
    return false;
  }
}
