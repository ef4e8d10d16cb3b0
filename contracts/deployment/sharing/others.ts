/**
 * Whether another client changes the deployment during the run, as another run of the suite would: the
 * clock goes where the run did not move it, devices come up that it did not make, or such devices expire or are
 * activated, which moves the licence counts of the account. A failure that was seen meanwhile may be theirs.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import type { Host } from '../host.ts';
import type { Made } from '../making/made.ts';
import type { Calibration } from '../probing/calibration.ts';
import { readPage } from '../reading/list.ts';
import { contentOf } from '../reading/success.ts';
import type { Caller } from '../session/caller.ts';
import type { Dialect } from '../session/dialect.ts';
import { unlessUnbound } from '../session/unbound.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';

/** How long a device that is being made is waited for, in ms of real time. */
const LONGEST = 2_000;
const PAUSE = 50;

export interface OthersContext extends Pick<Dialect, 'lens'> {
  readonly profile: Pick<Profile, 'known'>;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly time: Pick<DeploymentTime, 'movedByOthersAt'>;
  readonly calibration: Pick<Calibration, 'served'>;
  readonly controls: Pick<Controls, 'isMade' | 'own'>;
  readonly made: Pick<Made, 'intents'>;
  background(purpose: 'calibration'): Caller;
}

export class Others {
  readonly #context: OthersContext;
  /** When a change of theirs was last seen, by our own clock. */
  #seenAt = Number.NEGATIVE_INFINITY;
  /** The devices that the run did not make, as they were last seen, with what is said of their licences. */
  #known: Map<AnyId, unknown> | undefined;

  constructor(context: OthersContext) {
    this.#context = context;
  }

  /** Whether another client was ever seen to change the deployment. */
  get seen(): boolean {
    return this.#seenAt > Number.NEGATIVE_INFINITY;
  }

  /** Whether a change of theirs was seen since a moment of our own clock. */
  async changedSince(moment: number): Promise<boolean> {
    const { time } = this.#context;
    if (time.movedByOthersAt !== undefined) this.#seenAt = Math.max(this.#seenAt, time.movedByOthersAt);
    if (this.#seenAt < moment) await this.#lookAtDevices().catch(unlessUnbound);
    return this.#seenAt >= moment;
  }

  async #lookAtDevices(): Promise<void> {
    const { calibration, host, signal } = this.#context;
    const first = await calibration.served.get('listDevices');
    if (!first) return;
    const known = this.#known ?? this.#devicesIn(first.answer);
    const answer = await this.#context.background('calibration').call('listDevices');
    const isNew = (id: AnyId) => !known.has(id);
    // A device that the run is making may be in the list before its id comes.
    for (let waited = 0; waited < LONGEST && this.#isMaking(); waited += PAUSE) {
      if (![...this.#devicesIn(answer).keys()].some(isNew)) break;
      await sleepUnlessInterrupted(host, PAUSE, signal);
    }
    const now = this.#devicesIn(answer);
    this.#known = new Map([...known, ...now]);
    const strangers = [...now.keys()].filter(isNew).length;
    const isChanged = [...now].some(([id, licence]) => !isNew(id) && known.get(id) !== licence);
    if (isChanged || strangers > this.#renamed(answer)) this.#seenAt = host.monotonic();
  }

  /** How many strangers in a list may be the run's own devices by other ids: all of these, where it has none of them. */
  #renamed(answer: Answer): number {
    const { lens, controls } = this.#context;
    const own = new Set(controls.own().map(({ id }) => String(id)));
    const { records } = readPage(lens, 'devices', contentOf(answer));
    return records.some(({ id }) => own.has(String(id))) ? 0 : own.size;
  }

  #isMaking(): boolean {
    return this.#context.made.intents.some(({ resource }) => resource === 'device');
  }

  #isOurs(id: AnyId): boolean {
    const { controls, profile } = this.#context;
    return controls.isMade(id) || (profile.known?.device ?? []).some((known) => String(known) === String(id));
  }

  /** The devices of a list that are not the run's own. */
  #devicesIn(answer: Answer): Map<AnyId, unknown> {
    const { records } = readPage(this.#context.lens, 'devices', contentOf(answer));
    const theirs = records.flatMap(({ id, licence }): [AnyId, unknown][] =>
      id === undefined || id === null || this.#isOurs(id) ? [] : [[id, licence]],
    );
    return new Map(theirs);
  }
}
