/**
 * Actions that are injected from the live page or the control API, such as an SOS or a theft: the lists of `injections.yaml`,
 * done to one device. It goes the ways of everything else, the fleet and its vehicles, so that it is in the log, in the
 * digest and in snapshots.
 */
import { ControlError } from '../../../simulator/control/errors.ts';
import type { Injection } from '../../../simulator/control/schemas/index.ts';
import { injections } from '../../../simulator/control/schemas/injections.generated.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import type { PluginWorld, WorldPlugin } from '../../../simulator/plugin.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { faultsOf } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { Driving, FleetPart } from '../../language/terms.ts';
import { durationOf } from '../../language/times.ts';
import type { Traffic } from '../traffic/traffic.ts';

/** A plugin into whose world something can be injected. */
export interface Injectable extends WorldPlugin {
  readonly injections: Injections;
}

/** A story with its vehicles; a fleet without one has nothing that moves. */
export interface PlayedStory {
  story: Story;
  traffic: Traffic;
}

/** The injections of a world on the stage: something plays in each. */
export function injectionsIn({ companion }: Pick<Simulator, 'companion'>): Injections {
  const { injections }: Partial<Injectable> = companion ?? {};
  if (injections) return injections;
  throw new TypeError('nothing can be injected into this world');
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

/** A later step of an injection. */
interface Later {
  device: number;
  kind: Injection;
  step: number;
}

/** All that it awaits is on the timeline of its world. */
export class Injections {
  readonly #world: PluginWorld;
  readonly #played: PlayedStory | undefined;

  /** To be made when the world is made: it puts a handler on the timeline. */
  constructor(world: PluginWorld, played: PlayedStory | undefined) {
    this.#world = world;
    this.#played = played;
    world.timeline.on(LATER, ({ payload }) => this.#later(payload as Later));
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
    if (this.#played !== undefined && this.#isDriven(device)) return this.#played.traffic;
    const name = this.#world.fleet.devices.nameOf(device);
    throw new ControlError(
      'DEVICE_REPORTS_NOTHING',
      `${name} makes no reports of its own, in which something could be wrong.`,
      {
        hint: 'The devices of a story do, those that drive a track, and those that a fleet begins with, unless it stands still.',
      },
    );
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
    const traffic = this.#played?.traffic;
    for (const { type, text, for: lasting, route: _, ...action } of stepsOf(kind)[place]?.do ?? []) {
      const forMs = durationOf(String(lasting)) ?? 0;
      if ('alert' in action) this.#raise(device, String(type), String(text));
      else if ('drive' in action) this.#drive(device, action);
      else if ('stop' in action) traffic?.stop(device, null);
      else if ('loseSignal' in action) traffic?.loseSignal(device, forMs, action.buffered === true);
      else this.#trafficOf(device).setFaults(device, faultsOf(action), forMs);
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

  /** On its own way, faster or towed. */
  #drive(device: number, { above, towed }: { readonly above?: number; readonly towed?: boolean }): void {
    const own = this.#drivingOf(device);
    const how = { ...(above !== undefined && { above }), ...(towed !== undefined && { towed }) };
    if (own)
      this.#played?.traffic.drive(device, Object.keys(how).length === 0 ? own : { ...own, ...how, dwell: 0 });
  }

  /** How a vehicle drives when it is driven off, or faster: its own way, or else about the town. */
  #drivingOf(device: number): Driving | undefined {
    if (this.#played === undefined) return undefined;
    const { routes } = this.#played.story;
    const own = this.#partOf(device)?.drives;
    if (own) return own;
    const roaming = routes.findIndex(({ kind }) => kind === 'roaming');
    const route = roaming < 0 ? 0 : roaming;
    return routes[route] && { route, repeat: 'loop', above: 0, dwell: 0 };
  }

  /** Why a vehicle that has nowhere to drive does not, in words. */
  #whyItStays(device: number): string | undefined {
    if (this.#drivingOf(device)) return undefined;
    const why = this.#played === undefined ? 'No story is played' : 'The story knows no way to drive';
    return `${why}, so it stays where it is.`;
  }

  #isDriven(device: number): boolean {
    return this.#partOf(device) !== undefined;
  }

  #partOf(device: number): FleetPart | undefined {
    return this.#played?.story.fleet.find(({ first, count }) => device >= first && device < first + count);
  }
}
