/** Devices that are made while a licence is free for each: the account gets more where none is left, and it can be given some. */
import { Unreached } from '../finding.ts';
import { unlessUnreached } from '../transport/failures.ts';
import type { LicencesRead } from './api.ts';

/** The licences of the account, by the controls of the history that makes a device. */
interface LicenceAccess {
  read(): Promise<LicencesRead>;
  /** Absent: the account has as many as it has. */
  readonly set?: ((total: number) => Promise<unknown>) | undefined;
}

/** Free licences that a simulator is given beside those that are needed at once: the run makes more devices. A real account pays for them. */
export const SPARE = 10;
/** Licences for a deployment that does not count as it should. */
const PLENTY = 100;

export class FreeLicences {
  readonly #spare: number;
  #turn: Promise<unknown> = Promise.resolve();
  /** Licences that are free by the last reading, less what was made of them since. */
  #left = 0;
  /** Devices that wait for their turn, and those that are being made. */
  #waiting = 0;
  readonly #making = new Set<Promise<unknown>>();

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
    if (available !== undefined && this.#making.size === 0) this.#left = available;
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
    this.#waiting++;
    const turn = this.#turn.then(() => this.#take(access));
    this.#turn = turn.catch(() => undefined);
    const isCounted = await turn;
    const made = create(async () => {
      if (isCounted || !access.set) return false;
      await this.#free(access, 1);
      return true;
    });
    const over = made.catch(() => undefined);
    this.#making.add(over);
    return made.finally(() => this.#making.delete(over));
  }

  /** Takes a licence for one device; gives whether they were read for it. */
  async #take(access: LicenceAccess): Promise<boolean> {
    const isCounted = this.#left < this.#waiting;
    // A licence that is free for one that is being made is not free for the next.
    if (isCounted) {
      await Promise.all(this.#making);
      this.#left = await this.#free(access, this.#waiting).finally(() => this.#waiting--);
    } else this.#waiting--;
    if (this.#left < 1)
      throw new Unreached('no licence is free for a further device', 'controls.setLicences');
    this.#left--;
    return isCounted;
  }

  /** Sees to it that so many licences are free, as far as they are reported; gives how many there are. */
  async #free(access: LicenceAccess, count: number): Promise<number> {
    const { used, available } = await access.read();
    if (used === undefined || available === undefined) return count;
    const { set } = access;
    if (available >= count || !set) return available;
    const needed = used + count;
    if (this.#spare === 0 || !(await isTaken(set, needed + this.#spare))) await set(needed);
    const given = (await access.read()).available ?? count;
    if (given >= count) return given;
    // A deployment that reckons otherwise gets more than it can lose.
    await set(needed + PLENTY);
    return count;
  }
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
