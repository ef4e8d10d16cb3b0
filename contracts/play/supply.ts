/**
 * Devices for histories. Where no control removes them they stay behind, expired: so there is a most, and then those of
 * earlier histories come again, of which nothing is known. Several are made at a time, which takes fewer requests.
 */
import type { Limits } from '../judge/event.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { breakOffIn, isUnanswered } from '../suite/transport/failures.ts';

export interface Supplied {
  id: AnyId;
  /** Whether no history has had it before. */
  fresh: boolean;
  /** Whether an expiration date may have been set. */
  dated: boolean;
  /** Whether no limit of it was set, and nothing was sent from it. */
  unsent: boolean;
  /** The limits that were set last, as far as they are known to hold. */
  limits: Limits;
}

/** The time of the newest location of a device, how many it posted, and the road that it drives on. */
export interface Track {
  readonly time: EpochMs;
  readonly count: number;
  readonly road: number;
}

/** A device that is had from elsewhere. */
export interface Had {
  readonly id: AnyId;
  /** Whether no other had it before. */
  readonly fresh: boolean;
  /** Whether it may have an expiration date. */
  readonly dated: boolean;
}

const TOGETHER = 6;
/** Further ones for histories that are played again since they failed. */
const MOST_AGAIN = 30;
/** Alerts may notify people. */
const MOST_ALERTS = 100;

export class DeviceSupply {
  readonly #have: () => Promise<Had>;
  readonly #new: () => Promise<Had>;
  readonly #most: number;
  readonly #mostAgain: number;
  readonly #spare: number;
  #instead: number;
  readonly #fresh: AnyId[] = [];
  /** The one that has rested longest first. */
  readonly #known: AnyId[] = [];
  readonly #dated = new Set<AnyId>();
  /** Those that a history has at present. */
  readonly #held = new Set<AnyId>();
  /** One is taken at a time, so that no more are made than may be. */
  #taking: Promise<unknown> = Promise.resolve();
  readonly #sent = new Set<AnyId>();
  readonly #limits = new Map<AnyId, Limits>();
  #made = 0;
  #alerts = 0;
  #roads = 0;
  /** The newest time of a location that any device has posted. */
  located = 0;
  /** The locations that each device has posted. */
  readonly tracks = new Map<AnyId, Track>();

  /**
   * @param context outlives the histories
   * @param most devices that may be made
   * @param again further ones that may be made for histories that are played again: something may show once for each device
   * @param spare further ones for histories that count the licences: a device must be made while they look on
   * @param instead further ones where each that is free may have an expiration date
   * @param have another way to have one than to make it, for histories that are played first
   */
  constructor(
    context: CaseContext,
    most: number,
    {
      again = MOST_AGAIN,
      spare = 0,
      instead = 0,
      have,
    }: { again?: number; spare?: number; instead?: number; have?: () => Promise<Had> } = {},
  ) {
    this.#new = async () => ({ id: await context.make.device(), fresh: true, dated: false });
    this.#have = have ?? this.#new;
    this.#most = most;
    this.#mostAgain = again;
    this.#spare = spare;
    this.#instead = instead;
  }

  /** Devices that histories which are played first can have at the same time. */
  get most(): number {
    return this.#most;
  }

  /** Devices that were made. */
  get made(): number {
    return this.#made;
  }

  /** Counts an alert that is to be posted; whether it may be. */
  mayAlert(): boolean {
    return this.#alerts++ < MOST_ALERTS;
  }

  /** Where a device drives that no history has driven before. */
  nextRoad(): number {
    return this.#roads++;
  }

  /** From now on a device may have an expiration date. */
  noteDated(id: AnyId): void {
    this.#dated.add(id);
  }

  /** From now on a device may have a limit, and may have sent messages. */
  noteSent(id: AnyId): void {
    this.#sent.add(id);
  }

  /** Limits were set; none is known where it is open whether they were. */
  noteLimits(id: AnyId, limits: Limits | undefined): void {
    this.noteSent(id);
    this.#limits.set(id, limits ? { ...this.#limits.get(id), ...limits } : {});
  }

  /** A device is in use again, and has none. */
  noteInUse(id: AnyId): void {
    this.#dated.delete(id);
    // The end of an expiry may be the end of its limits.
    this.#limits.delete(id);
  }

  /**
   * A device that no history has at present; `undefined` where there is none.
   *
   * @param isAgain for a history that is played again
   */
  take(isAgain = false): Promise<Supplied | undefined> {
    const taken = this.#taking.then(() => this.#take(isAgain));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  /** Other histories may have them. */
  release(devices: readonly AnyId[]): void {
    for (const id of devices) this.#held.delete(id);
  }

  /** So many more may be made. */
  #left(isAgain: boolean): number {
    return this.#most + (isAgain ? this.#mostAgain : 0) - this.#made;
  }

  async #take(isAgain: boolean): Promise<Supplied | undefined> {
    const together = Math.min(isAgain ? 1 : TOGETHER, this.#left(isAgain));
    const failed = this.#fresh.length === 0 ? await this.#fill(together, isAgain) : undefined;
    const rested = this.#known.filter((known) => !this.#held.has(known));
    // More is known of one that cannot have expired.
    const undated = rested.find((known) => !this.#dated.has(known));
    if (this.#fresh.length === 0 && undated === undefined && this.#instead > 0) {
      this.#instead--;
      await this.#fill(1, isAgain);
    }
    const fresh = this.#fresh.shift();
    const id = fresh ?? undated ?? rested[0];
    if (id === undefined && failed) throw failed.reason;
    if (id === undefined) return undefined;
    if (fresh === undefined) this.#known.splice(this.#known.indexOf(id), 1);
    this.#known.push(id);
    this.#held.add(id);
    const dated = this.#dated.has(id);
    const limits = (!dated && this.#limits.get(id)) || {};
    return { id, fresh: fresh !== undefined, dated, unsent: !this.#sent.has(id), limits };
  }

  /** A device that is made now; `undefined` where no more may be. */
  async make(isAgain = false): Promise<AnyId | undefined> {
    if (this.#left(isAgain) + this.#spare <= 0) return undefined;
    const [made] = await this.#create(1, this.#new);
    if (made?.status === 'rejected') throw made.reason;
    if (made) {
      this.#known.push(made.value.id);
      this.#held.add(made.value.id);
    }
    return made?.value.id;
  }

  /** Fills up the fresh ones; gives the first that could not be made. */
  async #fill(count: number, isAgain: boolean): Promise<PromiseRejectedResult | undefined> {
    const made = await this.#create(count, isAgain ? this.#new : this.#have);
    for (const device of made) if (device.status === 'fulfilled') this.#add(device.value);
    const failed = made.filter((device) => device.status === 'rejected');
    const brokeOff = failed.find(({ reason }) => breakOffIn(reason));
    if (brokeOff) throw brokeOff.reason;
    return failed[0];
  }

  #add({ id, fresh, dated }: Had): void {
    if (fresh) {
      this.#fresh.push(id);
      return;
    }
    this.#known.push(id);
    if (dated) this.#dated.add(id);
    this.#sent.add(id);
  }

  /** A device that was refused does not count; one without an answer may be there. */
  async #create(count: number, create: () => Promise<Had>): Promise<PromiseSettledResult<Had>[]> {
    const made = await Promise.allSettled(Array.from({ length: Math.max(0, count) }, create));
    this.#made += made.filter((one) => one.status === 'fulfilled' || isUnanswered(one.reason)).length;
    return made;
  }
}
