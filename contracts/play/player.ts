/**
 * A history played once, on fresh records. It ends at the first step that no reading of the document explains, or where
 * the deployment or a control broke off: whether a call without an answer happened is not known, and nothing is judged
 * after it.
 */
import type { Answer } from '../deployment/answer.ts';
import { limitOf } from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../deployment/exchange.ts';
import { Contradiction, Unreached } from '../deployment/finding.ts';
import { canRead, readLimits } from '../deployment/reading/device.ts';
import { unboundOpening, unlessUnbound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, unlessUnreached } from '../deployment/transport/failures.ts';
import { type Event, singleEvents } from '../judge/event.ts';
import { itemAt } from '../kit/items.ts';
import { channelNames } from '../specification/events/words.ts';
import { bringBack, countsLicences, insist, unprovenIn, unreadIn, unshownIn } from './beside.ts';
import { canSend, limitsSeen } from './devices.ts';
import { Doubt, emptyScene, type Scene, type Staging, settles } from './scene.ts';
import { canBeJudged, isServed } from './served.ts';
import { act, mayHaveHappened, onlyReads, rowOfStep, type Step, targetOf } from './steps.ts';
import type { DeviceSupply } from './supply.ts';

/** Follows a history as it is played, and says whether it can go on. */
export interface Follower<F> {
  /** Tells whether all that was seen can be explained. */
  readonly explains: boolean;
  /** The name of the part that cannot be explained. */
  readonly wrongAbout: string | undefined;
  after(event: Event): F;
}

/** Gives the next step by what came of those before; `undefined` at the end of the history. */
export type Script<F> = (done: readonly Done[], follower: F) => Step | undefined;

/** A step and what came of it; nothing where it could not be taken. */
export interface Done {
  readonly step: Step;
  readonly event: Event | undefined;
  /** The reason why it could not be taken, where there is one beside the steps before it. */
  readonly untaken?: Untaken | undefined;
  /** Indexes into the exchanges of the run: the requests that it took, or the one that it rests on. */
  readonly exchanges: readonly number[];
  /** The answer that it rests on, where that is one alone. */
  readonly evidence?: Answer | undefined;
}

/** The reason why a step could not be taken, and what of the profile, the controls or the account would change that. */
export interface Untaken {
  readonly reason: string;
  readonly unlock: readonly string[];
  /** Tells whether by the profile it could have been taken. */
  readonly contradicts?: boolean;
  /** Tells whether it makes the rule suspect even where it was seen to be kept. */
  readonly doubts?: boolean;
}

export interface Played {
  /** So many steps of the history were taken, or tried. */
  readonly taken: number;
  readonly done: readonly Done[];
  /** So many of these steps could be judged. */
  readonly judged: number;
  /** The exchanges of a history that failed. */
  readonly exchanges: readonly Exchange[];
  /** The part that no reading explains, by the name that the follower gives it. */
  readonly wrongAbout: string | undefined;
  /** Tells whether the follower explains all that was seen. */
  readonly explains: boolean;
  /** The point at which the deployment broke off, in words. */
  readonly brokeOff: string | undefined;
  /** Tells whether a gateway answered one of its writes, so that a step may say less than it would another time. */
  readonly disturbed: boolean;
  /** By how much the run brought time forward meanwhile, in ms. */
  readonly waited: number;
  /** Changes that could not be undone, in words. */
  readonly undone: readonly string[];
}

/** How a history is played beside others. */
export interface Manner {
  /** The purpose of its requests in the record of the run. Default: `explore`. */
  readonly purpose?: string;
  /** Tells whether it was played before, and failed: then its devices are new as far as they may be made. */
  readonly isAgain?: boolean;
  /** Tells whether it counts licences. Default: as its steps do. */
  readonly counts?: boolean;
}

/**
 * @param follower knows nothing of the history yet; it is asked before a step is built on another
 */
export async function play<F extends Follower<F>>(
  session: Deployment,
  supply: DeviceSupply,
  steps: readonly Step[] | Script<F>,
  follower: F,
  manner: Manner = {},
): Promise<Played> {
  const { purpose = 'explore', isAgain = false, counts } = manner;
  const before = session.transport.exchanges.length;
  const { left } = session.clock;
  const deployment = session.as(purpose);
  const known = typeof steps === 'function' ? [] : steps;
  const stage = new Stage(follower, () => session.as(purpose), {
    ...{ deployment, supply, isAgain, together: beginningOf(known) },
    countsLicences: counts ?? countsLicences(known, deployment),
  });
  // An answer that it was shown may be from before.
  const own = () =>
    deployment.noted.flatMap((index) => (index < before ? [] : (session.transport.exchanges[index] ?? [])));
  const served = async () =>
    isRefusedPlainly(stage.events.at(-1)) || (await isServed(deployment, session.transport.exchanges, own()));
  let brokeOff: string | undefined;
  let taken = 0;
  const next = (): readonly Step[] => {
    if (typeof steps !== 'function') return togetherFrom(steps, taken);
    const step = steps(stage.done, stage.follower);
    return step ? [step] : [];
  };
  let fails = false;
  try {
    for (let due = next(); due.length > 0; due = next()) {
      taken += await stage.take(due, known.slice(taken));
      if (session.signal.aborted || !stage.goesOn) break;
    }
    fails = !stage.follower.explains && (await served()) && (await stage.isHeld());
  } catch (error) {
    const failure = breakOffIn(error);
    if (!failure && !session.signal.aborted) throw error;
    brokeOff = failure?.message ?? 'the run was interrupted';
  }
  const exchanges = fails ? own() : [];
  const isJudged = !session.signal.aborted && (await served());
  const failures = await deployment.end();
  stage.giveBack();
  return {
    ...{ taken, done: stage.done, exchanges, brokeOff },
    judged: isJudged ? stage.done.filter(({ event }) => canBeJudged(event)).length : 0,
    wrongAbout: fails ? stage.follower.wrongAbout : undefined,
    explains: stage.follower.explains,
    disturbed: own().some((exchange) => session.transport.wasLost(exchange)),
    waited: left - session.clock.left,
    undone: failures.map((error) => (error instanceof Error ? error.message : String(error))),
  };
}

/** The number of devices that a history begins with. */
function beginningOf(steps: readonly Step[]): number {
  const other = steps.findIndex((step) => step.do !== 'device' || step.foreign);
  return Math.max(1, other < 0 ? steps.length : other);
}

class Stage<F extends Follower<F>> {
  readonly #scene: Scene;
  /** The requests of the history so far: indexes of exchanges. */
  readonly #deployment: Deployment;
  /** The deployment for one of several steps at once: its requests are noted apart. */
  readonly #aside: () => Deployment;
  /** The steps to come, as far as they are known. */
  #later: readonly Step[] = [];
  #last: { event: Event; before: F; after: F } | undefined;
  readonly done: Done[] = [];
  follower: F;
  /** Tells whether something may have changed that the follower does not know. */
  #isOver = false;

  constructor(follower: F, aside: () => Deployment, staging: Omit<Staging, 'explains'>) {
    this.follower = follower;
    this.#deployment = staging.deployment;
    this.#aside = aside;
    this.#scene = {
      ...emptyScene(),
      ...staging,
      explains: (event) => this.#after(event).explains,
    };
  }

  /** The follower after an event that was looked at last: what is asked about it and what is kept of it are the same. */
  #after(event: Event): F {
    if (this.#last?.event === event && this.#last.before === this.follower) return this.#last.after;
    const after = this.follower.after(event);
    this.#last = { event, before: this.follower, after };
    return after;
  }

  get events(): Event[] {
    return this.done.flatMap(({ event }) => event ?? []);
  }

  get goesOn(): boolean {
    return !this.#isOver && this.follower.explains;
  }

  /**
   * Returns whether what a failure rests on was brought about at all. A limit counts if it can be read, was seen to hold something
   * back, or was read as it was set before: otherwise the control may not have set it. Where nothing is sent by the channel,
   * whatever the limit, none is held against the deployment.
   */
  async isHeld(): Promise<boolean> {
    const events = singleEvents(this.events);
    const last = events.at(-1);
    if (last?.kind !== 'sent') return true;
    const { device, channel } = last;
    if (!(await this.#wasSet(events, device, channel))) return false;
    const own = [...this.#scene.devices.values()].find(({ id }) => String(id) === device);
    if (last.sent > 0 || !own) return true;
    if ((await canSend(this.#scene, own.id, channel).catch(unlessUnreached)) !== false) return true;
    const reason = `nothing is sent by ${channelNames[channel]}, with a high limit either`;
    const { step } = itemAt(this.done, this.done.length - 1);
    this.done.push({ step, event: undefined, untaken: { reason, unlock: ['account'] }, exchanges: [] });
    return false;
  }

  /** Returns whether the limit of a channel was set as the run had asked. */
  async #wasSet(
    events: ReturnType<typeof singleEvents>,
    device: string,
    channel: keyof typeof limitOf,
  ): Promise<boolean> {
    const fact = limitOf[channel];
    const deployment = this.#deployment;
    if (!canRead(deployment, fact))
      return events.some(
        (one) =>
          one.kind === 'sent' && one.device === device && one.channel === channel && one.sent < one.asked,
      );
    const asked = events.flatMap((one) =>
      one.kind === 'set' && one.change[fact] !== undefined ? [one] : [],
    );
    const read = (await readLimits(deployment, device).catch(unlessUnreached))?.[fact];
    // A setting that another device was asked for since is no control that failed.
    const own = asked.findLastIndex((set) => set.device === device);
    const limit = asked[own]?.change[fact];
    const wasSeen = typeof limit === 'number' && limitsSeen(deployment).has(`${fact} ${limit}`);
    if (wasSeen && deployment.made.isDevice(device)) return true;
    return asked.slice(Math.max(0, own)).some(({ change }) => change[fact] === read);
  }

  /** Other histories may have its devices from now on. */
  giveBack(): void {
    const { supply, devices, held } = this.#scene;
    supply.release([...devices.values(), ...held].map(({ id }) => id));
  }

  /**
   * Takes the steps that go out next. Gives how many were taken, which is less than all where one cannot be explained.
   *
   * @param later these and what follows them, as far as that is known
   */
  async take(steps: readonly Step[], later: readonly Step[]): Promise<number> {
    const [first] = steps;
    this.#later = later;
    // A record is written to once a read has shown that it is the run's: one that is another fails there.
    for (const reading of unprovenIn(this.#scene, steps)) await this.#try(reading);
    if (!this.goesOn) return 0;
    if (steps.length > 1) return this.#takeTogether(steps);
    if (first) await this.#takeOne(first);
    return steps.length;
  }

  /**
   * Takes steps together. If writes become readable a moment later, the others may leave no reading for what one of them saw
   * too early: from there on they are taken once more.
   */
  async #takeTogether(steps: readonly Step[]): Promise<number> {
    const views = steps.map((): Scene => {
      return { ...this.#scene, deployment: this.#aside(), refusal: undefined, evidence: undefined };
    });
    const tried = await Promise.allSettled(steps.map((step, index) => act(itemAt(views, index), step)));
    for (const [index, step] of steps.entries()) {
      const [one, { deployment, refusal }] = [itemAt(tried, index), itemAt(views, index)];
      const event = one.status === 'fulfilled' ? one.value : undefined;
      const isEarly = index > 0 && settles(deployment) && onlyReads(step);
      if (isEarly && event && !this.#after(event).explains) return index;
      const from = this.#deployment.noted.length;
      for (const exchange of deployment.noted) this.#deployment.note({ exchange });
      const untaken =
        one.status === 'fulfilled' ? untakenBy(refusal) : this.#untakenBy(one.reason, step, from);
      this.#scene.evidence = undefined;
      this.#note(step, event, from, untaken);
      await this.#follow(step, event);
      if (!this.goesOn) return index + 1;
    }
    return steps.length;
  }

  async #takeOne(step: Step): Promise<void> {
    const event = await this.#try(step);
    const take = (way: Step) => this.#try(way);
    if (step.do === 'device' && step.inUse && event) await bringBack(this.#scene, step.device, take);
    if (step.do === 'activate' && event) await insist(this.#scene, event, step.device, take);
    await this.#follow(step, event);
  }

  /**
   * Reads a write before another builds on it where the profile does not say when it can be read, unless the history does so. Where
   * it does, what reads waits for it.
   */
  async #follow(step: Step, event: Event | undefined): Promise<void> {
    const later = this.#later.slice(1 + this.#later.indexOf(step));
    const { consistency } = this.#deployment.profile.openings;
    const isOpen = event && consistency === undefined && step.do !== 'read';
    const settling = isOpen ? unreadIn(step, later) : [];
    for (const reading of [...settling, ...unshownIn(this.#scene, step, event)]) {
      if (!this.follower.explains) return;
      const from = this.#deployment.noted.length;
      this.#note(reading, await act(this.#scene, reading).catch(unlessUnbound), from);
    }
    const isDue = later[0]?.do !== 'settings' && this.done.at(-1)?.untaken !== undefined;
    if (event?.kind === 'set' && !event.done && 'device' in step && isDue)
      await this.#seeRefused(step, event);
  }

  /**
   * A change of the settings that is refused, as deployments do not refuse it, is to have no effect: they are read. Where they
   * are as it asked, they are brought to what they were, read, and it is asked for once more.
   */
  async #seeRefused(step: Step & { device: number }, event: Event & { kind: 'set' }): Promise<void> {
    const settings: Step = { do: 'settings', device: step.device };
    const seen = await this.#try(settings);
    const facts = Object.keys(event.change) as (keyof typeof event.change)[];
    const before = this.done.findLast(
      ({ event: set }) =>
        set?.kind === 'set' &&
        set.done &&
        set.device === event.device &&
        facts.every((fact) => fact in set.change),
    );
    const isAsAsked =
      seen?.kind === 'settings' && facts.every((fact) => seen.read[fact] === event.change[fact]);
    if (isAsAsked && before)
      for (const again of [before.step, settings, step, settings]) await this.#try(again);
  }

  async #try(step: Step): Promise<Event | undefined> {
    if (!this.goesOn) return undefined;
    if (this.#wasJustRead(step)) {
      this.#note(step, undefined, this.#deployment.noted.length);
      return undefined;
    }
    const from = this.#deployment.noted.length;
    let untaken: Untaken | undefined;
    this.#scene.refusal = undefined;
    this.#scene.evidence = undefined;
    const event = await act(this.#scene, step).catch((error: unknown) => {
      untaken = this.#untakenBy(error, step, from);
      return undefined;
    });
    this.#note(step, event, from, untaken ?? untakenBy(this.#scene.refusal));
    return event;
  }

  /** Returns whether a last location was just read, and none could be posted since. */
  #wasJustRead(step: Step): boolean {
    const before = this.done.findLast(({ event, exchanges }) => event || exchanges.length > 0);
    const isSame = step.do === 'last' && before?.step.do === 'last' && before.step.device === step.device;
    return isSame && before.event !== undefined && before !== this.done.at(-1);
  }

  /** Why a step could not be taken; throws what is no reason. @param from so many requests were made before it */
  #untakenBy(error: unknown, step: Step, from: number): Untaken | undefined {
    unlessUnbound(error);
    const asked = rowOfStep(step).mayBeDone ?? this.#deployment.noted.length > from;
    this.#isOver = (asked || mayHaveHappened(error)) && !onlyReads(step);
    return untakenBy(error);
  }

  /** The requests of the run that moved the clock since the step before. */
  #moves(): number[] {
    const last = Math.max(-1, ...this.done.flatMap((one) => one.exchanges));
    return this.#deployment.transport.exchanges
      .slice(last + 1)
      .flatMap(({ index, purpose, request }) =>
        purpose === 'clock' && request.method !== 'GET' ? [index] : [],
      );
  }

  /** @param from so many requests were made before it */
  #note(step: Step, event: Event | undefined, from: number, untaken?: Untaken): void {
    const { evidence } = this.#scene;
    const own = evidence ? [evidence.exchange] : this.#deployment.noted.slice(from);
    const exchanges = event?.kind === 'waited' ? this.#moves() : own;
    this.done.push({ step, event, untaken, exchanges, evidence });
    if (event) this.follower = this.#after(event);
  }
}

function untakenBy(error: unknown): Untaken | undefined {
  const opening = unboundOpening(error);
  if (opening !== undefined) return { reason: `the profile does not answer ${opening}`, unlock: [opening] };
  if (!(error instanceof Unreached)) return undefined;
  return {
    ...{ reason: error.message, unlock: error.unlock },
    contradicts: error instanceof Contradiction,
    ...(error instanceof Doubt && { doubts: true }),
  };
}

/** Returns whether the last that was seen is that no token is to be had, or that one in force counts for nothing: then nothing is served. */
function isRefusedPlainly(event: Event | undefined): boolean {
  if (event?.kind === 'called') return typeof event.bearer === 'object' && event.served === 'no';
  if (event?.kind !== 'issued' || event.issued) return false;
  const { asksBearer = false, absent = false, form } = event;
  return asksBearer || absent || (form?.success === false && form.error === 'text');
}

/** The next steps that go out at once: one alone, unless those after it are of the same sort, and about other things. */
function togetherFrom(steps: readonly Step[], index: number): readonly Step[] {
  const sortOf = (step: Step) => rowOfStep(step).sort?.(step);
  const [first, ...others] = steps.slice(index);
  if (!first) return [];
  const sort = sortOf(first);
  const targets = new Set([targetOf(first)]);
  const end = others.findIndex((step) => {
    const isNew = sort === 'credentials' || !targets.has(targetOf(step));
    targets.add(targetOf(step));
    return sort === undefined || !isNew || sortOf(step) !== sort;
  });
  return [first, ...(end < 0 ? others : others.slice(0, end))];
}
