/**
 * Devices for histories. Where no control removes them they stay behind, expired: so there is a most, and then those of
 * earlier histories come again, with what these left on them. Several are made at a time, which takes fewer requests.
 */

import type { Deployment } from '../deployment/deployment.ts';
import { devicesLeft, makeDevice } from '../deployment/making/maker.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { breakOffIn, isUnanswered, unlessUnreached } from '../deployment/transport/failures.ts';
import type { Limits } from '../judge/event.ts';
import { inTurn } from '../kit/in-turn.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Place } from './places.ts';

/** A device that is had from elsewhere. */
export interface Had {
  readonly id: AnyId;
  /** Tells whether no other had it before. */
  readonly fresh: boolean;
  /** Tells whether it may have an expiration date. */
  readonly dated: boolean;
}

/** A device, and what histories have left on it. */
export interface Supplied extends Had {
  /** Tells whether no history but the one that has it at present has had it. */
  fresh: boolean;
  dated: boolean;
  /** Tells whether no limit of it was set, and nothing was sent from it. */
  unsent: boolean;
  /** The limits that were set last, as far as they are known to hold. */
  limits: Limits;
  /** Tells whether a history has it at present. */
  held: boolean;
  /** Tells whether no other part of the run has had it. */
  readonly own: boolean;
  road?: number;
  track?: Track;
}

/** The way of a device. */
export interface Track {
  /** The start, and the number of steps from there. */
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
}

const TOGETHER = 6;
/** Further ones for histories that are played again since they failed. */
const MAX_AGAIN = 30;
/** Alerts may notify people. */
const MAX_ALERTS = 100;

/** Devices of a run that may be there, and that no answer names: they leave none to be made for what is played again. */
const lostOf = perRun((): { brokeOff?: PromiseRejectedResult } => ({}));

interface SupplyOptions {
  /** Further ones that may be made for histories that count the licences: a device must be made while they look on. */
  readonly spare?: number;
  /** Further ones where each that is free may have an expiration date. */
  readonly instead?: number;
  /** Another way to have one than to make it, for histories that are played first. */
  have?(): Promise<Had>;
}

type Tried = PromiseSettledResult<Had>;

export class DeviceSupply {
  readonly #deployment: Deployment;
  readonly #most: number;
  readonly #options: SupplyOptions;
  /** How many further ones were had where each that was free may have had a date. */
  #instead = 0;
  /** The devices that can be had, by their ids, the one that has rested longest first; and what is known of any other. */
  readonly #all = new Map<AnyId, Supplied>();
  readonly #others = new Map<AnyId, Supplied>();
  #alerts = 0;
  /** Tells whether as many as were asked for could not be made. */
  #isShort = false;
  /** Devices that were made. */
  made = 0;
  /** Devices that are taken before others where they are free, by their ids. */
  wanted: readonly string[] = [];
  /** Devices that are removed after others, since what failed on them may be played on them again. */
  readonly kept = new Set<string>();
  /** The newest time of a location that any device has posted. */
  located = 0;

  /**
   * @param deployment outlives the histories
   * @param most devices that may be made
   */
  constructor(deployment: Deployment, most: number, options: SupplyOptions = {}) {
    this.#deployment = deployment;
    this.#most = most;
    this.#options = options;
  }

  /** Devices that histories which are played first can have at the same time, as far as they can be made: at least one. */
  stock(): Promise<number> {
    return inTurn(this, async () => {
      if (this.#all.size === 0 && this.#deployment.controls.has('createDevice'))
        await this.#fill(TOGETHER, false).catch(unlessUnreached);
      return this.#isShort ? Math.max(1, this.#all.size) : this.#most;
    });
  }

  /** Counts an alert that is to be posted; whether it may be. */
  mayAlert(): boolean {
    return this.#alerts++ < MAX_ALERTS;
  }

  /** Returns what is known of a device: one from elsewhere may have a date, a limit and messages. */
  of(id: AnyId): Supplied {
    return this.#all.get(id) ?? known(this.#others, { id, fresh: false, dated: true });
  }

  /** The number of the road that a device drives on, and no other: the one that is wanted, if it is free. */
  roadOf(id: AnyId, wanted: number): number {
    const device = this.of(id);
    const taken = this.#known().map(({ road }) => road);
    let road = device.road ?? wanted;
    if (device.road === undefined) while (taken.includes(road)) road++;
    device.road = road;
    return road;
  }

  /** The ways of all devices. */
  get tracks(): Track[] {
    return this.#known().flatMap(({ track }) => track ?? []);
  }

  #known(): Supplied[] {
    return [...this.#all.values(), ...this.#others.values()];
  }

  /** Limits were set; none is known where it is open whether they were. */
  noteLimits(id: AnyId, limits: Limits | undefined): void {
    const device = this.of(id);
    device.unsent = false;
    device.limits = limits ? { ...device.limits, ...limits } : {};
  }

  /**
   * So many devices that no history has at present, or as many as there are, none taken in between: those that are new were made
   * one after the other. One is taken at a time, so that no more are made than may be.
   *
   * @param isAgain for a history that is played again
   * @param makes whether any may be made, or removed, for it
   */
  take(count: number, isAgain = false, makes = true): Promise<Supplied[]> {
    return inTurn(this, async () => {
      const all: Supplied[] = [];
      try {
        while (all.length < count) {
          const one = await this.#find(isAgain, makes, all.at(-1)?.id);
          if (!one) break;
          all.push(this.#hold(one));
        }
      } catch (error) {
        this.release(all.map(({ id }) => id));
        throw error;
      }
      return all;
    });
  }

  /** A device that is made now; `undefined` where no more may be. */
  async make(isAgain = false): Promise<Supplied | undefined> {
    const { spare = 0 } = this.#options;
    if (this.#left(isAgain) + spare <= 0 || devicesLeft(this.#deployment) === 0) return undefined;
    const [made] = await this.#create(1, true);
    if (made?.status === 'rejected') throw made.reason;
    return made && this.#hold(this.of(made.value.id));
  }

  /** Other histories may have them. */
  release(devices: readonly AnyId[]): void {
    for (const id of devices) Object.assign(this.of(id), { held: false, fresh: false });
  }

  #hold(device: Supplied): Supplied {
    device.held = true;
    this.#all.delete(device.id);
    this.#all.set(device.id, device);
    return device;
  }

  /** So many more may be made. Where one can be removed for another, the spare ones are left to histories that count licences. */
  #left(isAgain: boolean): number {
    const { spare = 0, have } = this.#options;
    const left = this.#most + (isAgain ? MAX_AGAIN : 0) - this.made;
    const kept = isAgain && this.#deployment.controls.has('removeDevice') ? spare : 0;
    // A device from elsewhere need not be made.
    const had = this.made === 0 && !isAgain && have ? 1 : 0;
    return Math.max(had, Math.min(left, devicesLeft(this.#deployment) - kept));
  }

  /** @param beside the device that a history has already: the one next to it by its id comes before others */
  async #find(isAgain: boolean, makes: boolean, beside?: AnyId): Promise<Supplied | undefined> {
    const free = () => [...this.#all.values()].filter(({ held }) => !held);
    const wanted = free().find(({ id }) => this.wanted.includes(String(id)));
    if (wanted) return wanted;
    const fresh = () => free().find((device) => device.fresh);
    if (makes && isAgain) while (this.#left(true) === 0 && (await this.#makeRoom(free())));
    const failed = fresh() || !makes ? undefined : await this.#fill(isAgain ? 1 : TOGETHER, isAgain);
    // More is known of one that cannot have expired, and most may come of one that has not reported.
    const lively = free().filter(({ dated, fresh: isNew }) => !dated && !isNew);
    const usual =
      lively.find(({ id }) => isNext(id, beside)) ?? lively.find(({ track }) => !track) ?? lively[0];
    const isDue = makes && !fresh() && !usual && this.#instead < (this.#options.instead ?? 0);
    if (isDue) {
      this.#instead++;
      await this.#create(1, isAgain);
    }
    const found = fresh() ?? usual ?? free()[0];
    // A device that may exist, though no answer names it, is the reason that there is none, whatever was said later.
    const without = lostOf(this.#deployment).brokeOff ?? failed;
    if (!found && without) throw without.reason;
    return found;
  }

  /** Removes one that rests, where that can be done, so that a new one may be made; gives whether it did. */
  async #makeRoom(free: readonly Supplied[]): Promise<boolean> {
    const { controls, made } = this.#deployment;
    const isKept = ({ id }: Supplied) => this.kept.has(String(id));
    const rests = free.filter(({ own, fresh }) => own && !fresh);
    const one = rests.find((device) => !isKept(device)) ?? rests[0];
    if (!one || !controls.has('removeDevice')) return false;
    if (!(await controls.removeDevice(one.id).catch(unlessUnreached))) return false;
    await made.gone('device', one.id);
    this.#all.delete(one.id);
    this.made--;
    return true;
  }

  /** Makes as many of these as may be made; gives the first that could not be. */
  async #fill(count: number, isAgain: boolean): Promise<PromiseRejectedResult | undefined> {
    const made = await this.#create(Math.min(count, this.#left(isAgain)), isAgain);
    const failed = made.filter((device) => device.status === 'rejected');
    if (failed.length > 0) this.#isShort = true;
    const brokeOff = failed.find(({ reason }) => breakOffIn(reason));
    if (!brokeOff) return failed[0];
    lostOf(this.#deployment).brokeOff = brokeOff;
    throw brokeOff.reason;
  }

  /** A device that was refused does not count; one without an answer may be there. */
  async #create(count: number, isAnew: boolean): Promise<Tried[]> {
    const anew = async () => ({ id: await makeDevice(this.#deployment), fresh: true, dated: false });
    const have = isAnew ? anew : (this.#options.have ?? anew);
    const made = await Promise.allSettled(Array.from({ length: count }, have));
    this.made += made.filter((one) => one.status === 'fulfilled' || isUnanswered(one.reason)).length;
    for (const one of made) if (one.status === 'fulfilled') known(this.#all, one.value);
    return made;
  }
}

function known(devices: Map<AnyId, Supplied>, had: Had): Supplied {
  const device = devices.get(had.id) ?? {
    ...had,
    own: had.fresh,
    unsent: had.fresh,
    limits: {},
    held: false,
  };
  devices.set(had.id, device);
  return device;
}

/** Returns whether two ids differ by one in the number that they end with. */
function isNext(id: AnyId, other: AnyId | undefined): boolean {
  const [one, two] = [id, other].map((each) => /^(.*?)(\d{1,15})$/.exec(String(each)));
  return one?.[1] === two?.[1] && Math.abs(Number(one?.[2]) - Number(two?.[2])) === 1;
}
