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
  /** Licences that are free by the last reading, less what was made of them since. */
  #left = 0;
  /** Devices that wait for a licence, one after the other. */
  #asking = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** Devices that are being made: whether the account counts them already is not known. */
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

  /** Makes a device once a licence is free for it. Throws `Unreached` where none is. */
  async use<T>(access: LicenceAccess, create: () => Promise<T>): Promise<T> {
    this.#asking++;
    const taken = this.#turn.then(() => this.#take(access)).finally(() => this.#asking--);
    this.#turn = taken.catch(() => undefined);
    await taken;
    const made = create();
    this.#making.add(made);
    return made.finally(() => this.#making.delete(made));
  }

  async #take(access: LicenceAccess): Promise<void> {
    if (this.#left < 1) {
      await Promise.allSettled(this.#making);
      this.#left = await this.#free(access, this.#asking);
    }
    if (this.#left < 1)
      throw new Unreached('no licence is free for a further device', 'controls.setLicences');
    this.#left--;
  }

  /** Sees to it that so many licences are free, as far as they are reported; gives how many there are. */
  async #free({ read, set }: LicenceAccess, count: number): Promise<number> {
    const { used, available } = await read();
    if (used === undefined || available === undefined) return count;
    if (available >= count || !set) return available;
    const needed = used + count;
    // An account may have a most.
    await set(needed + this.#spare).catch((error: unknown) => unlessUnreached(error) ?? set(needed));
    const given = (await read()).available ?? count;
    if (given >= count) return given;
    // A deployment that reckons otherwise gets more than it can lose.
    await set(needed + PLENTY);
    return count;
  }
}
