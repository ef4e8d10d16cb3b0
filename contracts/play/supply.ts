/**
 * Devices for histories. Where no control removes them they stay behind, expired: so there is a most, and then those of
 * earlier histories come again, of which nothing is known. Several are made at a time, which takes fewer requests.
 */

import type { Deployment } from '../deployment/deployment.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { breakOffIn, isUnanswered, unlessUnreached } from '../deployment/transport/failures.ts';
import type { Limits } from '../judge/event.ts';
import { inTurn } from '../kit/in-turn.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Place } from './places.ts';

export interface Supplied {
  id: AnyId;
  /** Tells whether no history has had it before. */
  fresh: boolean;
  /** Tells whether an expiration date may have been set. */
  dated: boolean;
  /** Tells whether no limit of it was set, and nothing was sent from it. */
  unsent: boolean;
  /** The limits that were set last, as far as they are known to hold. */
  limits: Limits;
}

/** The way of a device. */
export interface Track {
  /** Where it set out, and how many steps it took from there. */
  readonly start: Place;
  readonly steps: number;
  /** The time of the newest location. */
  readonly time: EpochMs;
  /** All places that it posted, the last one last. */
  readonly places: readonly Place[];
  /** Tells whether it is where no vehicle comes from. */
  readonly far: boolean;
  /** Tells whether the last of them is older than one before. */
  readonly late?: boolean;
  /** Tells whether the last of them was read as the last location, once that was read. */
  readonly seen?: boolean | undefined;
  /** The look of the answer to the last post, where it does not say whether it was taken. */
  readonly look?: string | undefined;
}

/** A device that is had from elsewhere. */
export interface Had {
  readonly id: AnyId;
  /** Tells whether no other had it before. */
  readonly fresh: boolean;
  /** Tells whether it may have an expiration date. */
  readonly dated: boolean;
}

const TOGETHER = 6;
/** Further ones for histories that are played again since they failed. */
const MOST_AGAIN = 30;
/** Alerts may notify people. */
const MOST_ALERTS = 100;

/** Devices of a run that may be there, and that no answer names: they leave none to be made for what is played again. */
const lostOf = perRun((): { brokeOff?: PromiseRejectedResult } => ({}));

export class DeviceSupply {
  readonly #deployment: Deployment;
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
  readonly #inUse = new Set<AnyId>();
  /** The devices that a history has at present. */
  readonly #held = new Set<AnyId>();
  readonly #sent = new Set<AnyId>();
  /** The devices that no other part of the run has had. */
  readonly #own = new Set<AnyId>();
  readonly #limits = new Map<AnyId, Limits>();
  #made = 0;
  /** Tells whether as many as were asked for could not be made. */
  #isShort = false;
  #alerts = 0;
  readonly #roads = new Map<AnyId, number>();
  /** The newest time of a location that any device has posted. */
  located = 0;
  /** The ways of the devices that have posted locations. */
  readonly tracks = new Map<AnyId, Track>();

  /**
   * @param deployment outlives the histories
   * @param most devices that may be made
   * @param again further ones that may be made for histories that are played again: something may show once for each device
   * @param spare further ones for histories that count the licences: a device must be made while they look on
   * @param instead further ones where each that is free may have an expiration date
   * @param have another way to have one than to make it, for histories that are played first
   */
  constructor(
    deployment: Deployment,
    most: number,
    {
      again = MOST_AGAIN,
      spare = 0,
      instead = 0,
      have,
    }: { again?: number; spare?: number; instead?: number; have?: () => Promise<Had> } = {},
  ) {
    this.#deployment = deployment;
    this.#new = async () => ({ id: await deployment.make.device(), fresh: true, dated: false });
    this.#have = have ?? this.#new;
    this.#most = most;
    this.#mostAgain = again;
    this.#spare = spare;
    this.#instead = instead;
  }

  /** Devices that histories which are played first can have at the same time, as far as they can be made: at least one. */
  stock(): Promise<number> {
    return inTurn(this, async () => {
      const isEmpty = this.#fresh.length + this.#known.length === 0;
      if (isEmpty && this.#deployment.controls.has('createDevice'))
        await this.#fill(Math.min(TOGETHER, this.#left(false)), false).catch(unlessUnreached);
      return this.#isShort ? Math.max(1, this.#fresh.length + this.#known.length) : this.#most;
    });
  }

  /** Devices that were made. */
  get made(): number {
    return this.#made;
  }

  /** Counts an alert that is to be posted; whether it may be. */
  mayAlert(): boolean {
    return this.#alerts++ < MOST_ALERTS;
  }

  /** The number of the road that a device drives on, and no other: the one that is wanted, if it is free. */
  roadOf(id: AnyId, wanted: number): number {
    const taken = new Set(this.#roads.values());
    let road = this.#roads.get(id) ?? wanted;
    if (!this.#roads.has(id)) while (taken.has(road)) road++;
    this.#roads.set(id, road);
    return road;
  }

  /** From now on a device may have an expiration date. */
  noteDated(id: AnyId): void {
    this.#dated.add(id);
    this.#inUse.delete(id);
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

  /** The limits that were set last. */
  limitsOf(id: AnyId): Limits {
    return this.#limits.get(id) ?? {};
  }

  /** A device is in use again, and has none. */
  noteInUse(id: AnyId): void {
    this.#dated.delete(id);
    this.#inUse.add(id);
    // The end of an expiry may be the end of its limits.
    this.#limits.delete(id);
  }

  /** Returns whether a device was seen to be in use with Expires off, and was given no date since. */
  isInUse(id: AnyId): boolean {
    return this.#inUse.has(id);
  }

  /**
   * A device that no history has at present; `undefined` where there is none.
   *
   * @param isAgain for a history that is played again
   * @param makes whether one may be made, or removed, for it
   */
  async take(isAgain = false, makes = true): Promise<Supplied | undefined> {
    const [taken] = await this.takeTogether(1, isAgain, makes);
    return taken;
  }

  /**
   * So many devices, or as many as there are, none taken in between: those that are new were made one after the other. One
   * is taken at a time, so that no more are made than may be. A history that is played again has neighbours as well.
   */
  takeTogether(count: number, isAgain = false, makes = true): Promise<Supplied[]> {
    return inTurn(this, async () => {
      const all: Supplied[] = [];
      try {
        const wanted = isAgain && makes && count > 1 ? await this.#neighbours(count) : [];
        while (all.length < count) {
          const one = await this.#take(isAgain, makes, wanted[all.length]);
          if (!one) break;
          all.push(one);
        }
      } catch (error) {
        this.release(all.map(({ id }) => id));
        throw error;
      }
      return all;
    });
  }

  /** Other histories may have them. */
  release(devices: readonly AnyId[]): void {
    for (const id of devices) this.#held.delete(id);
  }

  /** So many more may be made. Where one can be removed for another, the spare ones are left to histories that count licences. */
  #left(isAgain: boolean): number {
    const left = this.#most + (isAgain ? this.#mostAgain : 0) - this.#made;
    const { controls, make } = this.#deployment;
    const kept = isAgain && controls.has('removeDevice') ? this.#spare : 0;
    return Math.max(0, Math.min(left, make.devicesLeft() - kept));
  }

  /** Devices that were made one after the other: new ones if they may be made, or else those of which most is known. */
  async #neighbours(count: number): Promise<readonly AnyId[]> {
    if (this.#fresh.length < count && this.#left(true) >= count) await this.#fill(count, true);
    if (this.#fresh.length < count && this.#deployment.controls.has('removeDevice')) return [];
    const isNew = (id: AnyId) => this.#fresh.includes(id);
    const rests = (id: AnyId) => this.#known.includes(id) && !this.#held.has(id);
    const own = [...this.#own];
    const rows = own
      .map((_, at) => own.slice(at, at + count).filter((id) => isNew(id) || rests(id)))
      .filter(({ length }) => length === count);
    const known = (row: readonly AnyId[]) =>
      2 * row.filter(isNew).length - row.filter((id) => this.#dated.has(id)).length;
    return rows.toSorted((one, other) => known(other) - known(one))[0] ?? [];
  }

  async #take(isAgain: boolean, makes: boolean, wanted?: AnyId): Promise<Supplied | undefined> {
    while (makes && isAgain && wanted === undefined && this.#left(isAgain) === 0)
      if (!(await this.#makeRoom())) break;
    const together = makes ? Math.min(isAgain ? 1 : TOGETHER, this.#left(isAgain)) : 0;
    const isWanting = wanted === undefined && this.#fresh.length === 0;
    const failed = isWanting ? await this.#fill(together, isAgain) : undefined;
    const rested = this.#known.filter((known) => !this.#held.has(known));
    // More is known of one that cannot have expired, and most may come of one that has not reported.
    const inUse = rested.filter((known) => !this.#dated.has(known));
    const undated = inUse.find((known) => !this.tracks.has(known)) ?? inUse[0];
    if (isWanting && this.#fresh.length === 0 && undated === undefined && makes && this.#instead > 0) {
      this.#instead--;
      await this.#fill(1, isAgain);
    }
    const id = wanted ?? this.#fresh[0] ?? undated ?? rested[0];
    const without = failed ?? lostOf(this.#deployment).brokeOff;
    if (id === undefined && without) throw without.reason;
    if (id === undefined) return undefined;
    const isFresh = this.#fresh.includes(id);
    const from = isFresh ? this.#fresh : this.#known;
    from.splice(from.indexOf(id), 1);
    this.#known.push(id);
    this.#held.add(id);
    const dated = this.#dated.has(id);
    const limits = dated ? {} : this.limitsOf(id);
    return { id, fresh: isFresh, dated, unsent: !this.#sent.has(id), limits };
  }

  /** Removes one that rests, where that can be done, so that a new one may be made; gives whether it did. */
  async #makeRoom(): Promise<boolean> {
    const { controls, made } = this.#deployment;
    const id = this.#known.find((known) => this.#own.has(known) && !this.#held.has(known));
    if (id === undefined || !controls.has('removeDevice')) return false;
    const removed = await controls.removeDevice(id).catch(unlessUnreached);
    if (!removed) return false;
    await made.gone('device', id);
    this.#known.splice(this.#known.indexOf(id), 1);
    this.#made--;
    return true;
  }

  /** A device that is made now; `undefined` where no more may be. */
  async make(isAgain = false): Promise<AnyId | undefined> {
    if (this.#left(isAgain) + this.#spare <= 0 || this.#deployment.make.devicesLeft() === 0) return undefined;
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
    if (failed.length > 0) this.#isShort = true;
    const brokeOff = failed.find(({ reason }) => breakOffIn(reason));
    if (brokeOff) {
      lostOf(this.#deployment).brokeOff = brokeOff;
      throw brokeOff.reason;
    }
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
    for (const one of made) if (one.status === 'fulfilled' && one.value.fresh) this.#own.add(one.value.id);
    return made;
  }
}
