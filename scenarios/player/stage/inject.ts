/**
 * Actions that are injected from the live page or the control API, such as an SOS or a theft: the lists of `injections.yaml`,
 * done to one device. It goes the ways of everything else, the fleet and its vehicles, so that it is in the log, in the
 * digest and in snapshots.
 */
import { formOf } from '../../../contracts/kit/form.ts';
import { count, ordinal } from '../../../contracts/kit/saved.ts';
import { object, oneOf, type Static } from '../../../contracts/kit/schema.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { Injection } from '../../../simulator/control/schemas/index.ts';
import { injections } from '../../../simulator/control/schemas/injections.generated.ts';
import { injectionKinds } from '../../../simulator/control/schemas/stories.ts';
import type { Drives } from '../../../simulator/drives.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import type { PluginWorld, WorldPlugin } from '../../../simulator/plugin.ts';
import { mustHold } from '../../../simulator/time/saved.ts';
import { faultsOf } from '../../device-faults/index.ts';
import { durationOf } from '../../language/resolve/durations.ts';
import type { Story } from '../../language/story.ts';
import type { Driving } from '../../language/terms.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { ParkedFleet } from './parked.ts';
import { type InjectedVehicles, recordedVehicles } from './replanned.ts';

/** A plugin into whose world something can be injected. */
export interface Injectable extends WorldPlugin {
  readonly injections: Injections;
}

/** A story with its vehicles; a fleet without one has nothing that moves. */
export interface PlayedStory {
  story: Story;
  traffic: Traffic;
}

interface Step {
  readonly after?: string;
  readonly do: readonly { readonly [field: string]: unknown }[];
}

const stepsOf = (kind: Injection): readonly Step[] => injections[kind].steps;
const afterOf = ({ after = '0s' }: Step): number => durationOf(after) ?? 0;
const does = ({ do: actions }: Step, ...fields: string[]): boolean =>
  actions.some((action) => fields.some((field) => field in action));

const LATER = 'injected-later';
/** The furthest that anything of an injection is ahead. */
const LATEST = Math.max(...injectionKinds.flatMap((kind) => stepsOf(kind).map(afterOf)));

/** A later step of an injection. */
const later = object({ device: ordinal, kind: oneOf(...injectionKinds), step: count });
type Later = Static<typeof later>;
const readLater = formOf(later);

/** Plays along beside a story, or alone. All that it awaits is on the timeline. */
export class Injections implements WorldPlugin {
  readonly #world: PluginWorld;
  readonly #played: PlayedStory | undefined;
  /** The vehicles of a fleet without a story. */
  readonly #parked: ParkedFleet;
  #restored = 0;

  /** To be made when the world is made: it puts a handler on the timeline. */
  constructor(world: PluginWorld, played?: PlayedStory) {
    this.#world = world;
    this.#played = played;
    this.#parked = new ParkedFleet(world);
    world.timeline.on(LATER, ({ payload }) => this.#later(payload as Later));
  }

  /** The injections of a world, which play along alone or within another plugin. */
  static in(companion: WorldPlugin | undefined): Injections {
    if (companion instanceof Injections) return companion;
    const { injections }: Partial<Injectable> = companion ?? {};
    if (injections) return injections;
    throw new TypeError('nothing can be injected into this world');
  }

  begin(): void {}

  save(): null {
    return null;
  }

  /** Throws a StateError for scheduled events that do not belong to it. */
  restore(state: unknown): void {
    const { timeline, fleet } = this.#world;
    this.#restored++;
    mustHold(state === null, '', 'is of something else that plays along');
    for (const { payload, at, sequence } of timeline.upcoming(Number.POSITIVE_INFINITY, [LATER])) {
      const read = readLater(payload);
      const good = 'value' in read && read.value.device <= fleet.devices.last && at <= timeline.now + LATEST;
      mustHold(good, '', `awaits event ${sequence}, which no injection leads to`);
    }
  }

  get drives(): Drives {
    return this.#parked;
  }

  /** How often another state took the place of this one. */
  get restored(): number {
    return this.#restored;
  }

  /** Does it at this moment; returns what was done, in words. Throws a FleetError when the service refuses, and a
   * ControlError for a fault of reports that are not made. */
  inject(device: number, kind: Injection): string {
    const { timeline, fleet } = this.#world;
    const steps = stepsOf(kind);
    if (steps.some((step) => does(step, 'deviceFaults'))) this.#trafficOf(device);
    const stays = steps.some((step) => does(step, 'drive')) ? this.#whyItStays(device) : undefined;
    for (const [place, step] of steps.entries()) {
      const after = afterOf(step);
      if (after === 0) this.#do(device, kind, place);
      else timeline.schedule(timeline.now + after, LATER, { device, kind, step: place } satisfies Later);
    }
    const { says, ...words }: { says: string; stays?: string } = injections[kind];
    const did = stays === undefined ? says : `${words.stays ?? says} ${stays}`;
    return did.replaceAll('{it}', () => fleet.devices.nameOf(device));
  }

  /** Returns whether what happens now follows from a client's call. */
  get byClient(): boolean {
    return this.#world.timeline.byClient;
  }

  /** Returns whether something is due at this very moment, such as the first entries of a story whose clock has not moved. */
  get isDue(): boolean {
    return this.#world.timeline.nextAt() === this.#world.timeline.now;
  }

  /** The vehicles, where a device is one of them whose reports are made. Throws a ControlError where it is not. */
  #trafficOf(device: number): Traffic {
    if (this.#played !== undefined && this.#isDriven(device) && !this.#isRecorded(device))
      return this.#played.traffic;
    const name = this.#world.fleet.devices.nameOf(device);
    throw new ControlError(
      'DEVICE_REPORTS_NOTHING',
      `${name} makes no reports of its own, in which something could be wrong.`,
      {
        hint: 'The devices of a story do, and those that a fleet begins with, unless it stands still or drives a track.',
      },
    );
  }

  /** Returns whether anything is in the bundled town. */
  get inTown(): boolean {
    return this.#played?.story.inTown ?? this.#parked.isShown;
  }

  #later({ device, kind, step }: Later): void {
    if (!this.#world.fleet.devices.isThere(device)) return;
    try {
      this.#do(device, kind, step);
    } catch (error) {
      // A device that has expired meanwhile raises nothing more.
      if (!(error instanceof FleetError)) throw error;
    }
  }

  #do(device: number, kind: Injection, place: number): void {
    const steps = stepsOf(kind);
    const step = steps[place];
    if (step === undefined) return;
    const next = steps.slice(place + 1).find((each) => does(each, 'drive', 'stop'));
    const vehicles = this.#vehiclesOf(device);
    for (const { type, text, for: lasting, route: _, ...action } of step.do) {
      const forMs = durationOf(String(lasting)) ?? 0;
      if ('alert' in action) this.#raise(device, String(type), String(text));
      else if ('drive' in action) vehicles?.drive(device, action, next ? afterOf(next) - afterOf(step) : 0);
      else if ('stop' in action) vehicles?.stop(device);
      else if ('loseSignal' in action) vehicles?.loseSignal(device, forMs, action.buffered === true);
      else {
        const read = faultsOf(action);
        if ('faults' in read) this.#trafficOf(device).setFaults(device, read.faults, forMs);
      }
    }
  }

  #raise(device: number, type: string, text: string): void {
    const { fleet } = this.#world;
    // A device that came later may be nowhere yet; the fleet knows what it reported.
    const position = this.#isDriven(device) ? this.#played?.traffic.at(device) : undefined;
    fleet.alerts.raise(device, {
      type,
      text: text.replaceAll('{it}', () => fleet.devices.nameOf(device)),
      ...(position && { latitude: position.latitude, longitude: position.longitude }),
    });
  }

  /** The vehicles that a device is one of; `undefined` where nothing moves. */
  #vehiclesOf(device: number): InjectedVehicles | undefined {
    if (this.#isRecorded(device)) return recordedVehicles(this.#world);
    const { traffic } = this.#played ?? {};
    return (
      traffic && {
        drive: (_, how) => {
          const own = this.#drivingOf(device);
          const isOwn = how.above === undefined && how.towed === undefined;
          if (own) traffic.drive(device, isOwn ? own : { ...own, ...how, dwell: 0 });
        },
        stop: () => traffic.stop(device, null),
        loseSignal: (_, forMs, buffered) => traffic.loseSignal(device, forMs, buffered),
      }
    );
  }

  /** How a vehicle drives when it is driven off, or faster: its own way, or else about the town. */
  #drivingOf(device: number): Driving | undefined {
    if (this.#played === undefined) return undefined;
    const { fleet, routes } = this.#played.story;
    const own = fleet.find(({ first, count }) => device >= first && device < first + count)?.drives;
    if (own) return own;
    const roaming = routes.findIndex(({ kind }) => kind === 'roaming');
    const route = roaming < 0 ? 0 : roaming;
    return routes[route] && { route, repeat: 'loop', above: 0, dwell: 0 };
  }

  /** Why a vehicle that has nowhere to drive does not, in words. */
  #whyItStays(device: number): string | undefined {
    if (this.#isRecorded(device) || this.#drivingOf(device)) return undefined;
    const why = this.#played === undefined ? 'No story is played' : 'The story knows no way to drive';
    return `${why}, so it stays where it is.`;
  }

  #isDriven(device: number): boolean {
    return this.#played !== undefined && device <= this.#played.story.devices;
  }

  /** Returns whether the device drives along a recording, as far as that is not over. */
  #isRecorded(device: number): boolean {
    return this.#world.fleet.locations.planned(device) !== undefined;
  }
}
