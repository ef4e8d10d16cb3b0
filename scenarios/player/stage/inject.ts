/**
 * Incidents that are injected from the live page or the control API: an SOS, a theft. It goes the ways of everything
 * else, the fleet and its vehicles, so that it is in the log, in the digest and in snapshots.
 */
import { MINUTE } from '../../../contracts/kit/durations.ts';
import { formOf } from '../../../contracts/kit/form.ts';
import { ordinal } from '../../../contracts/kit/saved.ts';
import { object, oneOf, type Static } from '../../../contracts/kit/schema.ts';
import { mapTable } from '../../../contracts/kit/tables.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { Incident, Injection } from '../../../simulator/control/schemas/index.ts';
import type { Drives } from '../../../simulator/drives.ts';
import type { PluginWorld, WorldPlugin } from '../../../simulator/plugin.ts';
import { mustHold } from '../../../simulator/time/saved.ts';
import type { Story } from '../../language/story.ts';
import type { Driving } from '../../language/terms.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { faultInjections } from './fault-injections.ts';
import { ParkedFleet } from './parked.ts';
import { drivenOtherwise, parkedAt } from './replanned.ts';

/** A plugin into whose world something can be injected. */
export interface Injectable extends WorldPlugin {
  readonly injections: Injections;
}

/** A story with its vehicles; a fleet without one has nothing that moves. */
export interface PlayedStory {
  story: Story;
  traffic: Traffic;
}

const DROPOUT = 10 * MINUTE;
/** How long a stolen vehicle is seen driving before its signal is jammed, and how long it then is. */
const SEEN = 3 * MINUTE;
const JAMMED = 30 * MINUTE;
/** km/h above the limits, or a recording, and for how long. */
const SPEEDING = 50;
const SPEEDING_FOR = 10 * MINUTE;
/** km/h: a recorded drive is stolen at no less, and who is slower than the second does not speed. */
const TOWED = 30;
const CREEPING = 5;
const LATER = 'injected-later';

/** The furthest that anything of an injection is ahead. */
const LATEST = Math.max(SEEN + JAMMED, SPEEDING_FOR);

/** A later step of an injection. */
const later = object({ device: ordinal, step: oneOf('jam', 'leave', 'calm') });
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
    const name = this.#world.fleet.devices.nameOf(device);
    return kinds[kind](this, device, name);
  }

  /** Returns whether what happens now follows from a client's call. */
  get byClient(): boolean {
    return this.#world.timeline.byClient;
  }

  /** Returns whether something is due at this very moment, such as the first entries of a story whose clock has not moved. */
  get isDue(): boolean {
    return this.#world.timeline.nextAt() === this.#world.timeline.now;
  }

  raise(device: number, type: string, text: string): void {
    // A device that came later may be nowhere yet; the fleet knows what it reported.
    const knows = this.#played !== undefined && device <= this.#played.story.devices;
    const position = knows ? this.traffic?.at(device) : undefined;
    this.#world.fleet.alerts.raise(device, {
      type,
      text,
      ...(position && { latitude: position.latitude, longitude: position.longitude }),
    });
  }

  /** The vehicles, where there are any. */
  get traffic(): Traffic | undefined {
    return this.#played?.traffic;
  }

  /** The vehicles, where a device is one of them whose reports are made. Throws a ControlError where it is not. */
  trafficOf(device: number): Traffic {
    const driven = this.#played?.story.devices ?? 0;
    if (this.#played !== undefined && device <= driven && !this.isRecorded(device))
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

  /** How a vehicle drives when it is driven off, or faster: its own way, or else about the town. */
  drivingOf(device: number): Driving | undefined {
    if (this.#played === undefined) return undefined;
    const { fleet, routes } = this.#played.story;
    const own = fleet.find(({ first, count }) => device >= first && device < first + count)?.drives;
    if (own) return own;
    const roaming = routes.findIndex(({ kind }) => kind === 'roaming');
    const route = roaming < 0 ? 0 : roaming;
    return routes[route] && { route, repeat: 'loop', above: 0, dwell: 0 };
  }

  /** Why a vehicle that has nowhere to drive does not, in words. */
  whyItStays(): string {
    const why = this.#played === undefined ? 'No story is played' : 'The story knows no way to drive';
    return `${why}, so it stays where it is.`;
  }

  /** Returns whether the device drives along a recording, as far as that is not over. */
  isRecorded(device: number): boolean {
    return this.#world.fleet.locations.planned(device) !== undefined;
  }

  /** Holds back the device's own reports: they come after `forMs`. */
  hold(device: number, forMs: number): void {
    this.#world.fleet.locations.hold(device, this.#world.timeline.now + forMs);
  }

  /** Drives the rest of a recording at other speeds for a while. */
  speedUp(device: number, forMs: number, speedOf: (planned: number) => number): void {
    const { locations } = this.#world.fleet;
    const { now } = this.#world.timeline;
    const planned = locations.planned(device);
    if (planned)
      locations.replan(device, drivenOtherwise(planned, { from: now, until: now + forMs, speedOf }));
  }

  /** Takes a vehicle off its recording: it is seen for a while, then nothing is received, then it is parked. */
  takeAway(device: number): void {
    const { locations } = this.#world.fleet;
    const { now } = this.#world.timeline;
    const [jammed, left] = [now + SEEN, now + SEEN + JAMMED];
    this.speedUp(device, SEEN + JAMMED, (planned) => Math.max(planned, TOWED));
    const { reports = [] } = locations.planned(device) ?? {};
    locations.replan(device, parkedAt(reports, left), [jammed, left]);
  }

  afterwards(after: number, later: Later): void {
    this.#world.timeline.schedule(this.#world.timeline.now + after, LATER, later);
  }

  #later({ device, step }: Later): void {
    const { fleet } = this.#world;
    if (!fleet.devices.isThere(device)) return;
    const driving = this.drivingOf(device);
    if (step === 'calm' && driving) this.traffic?.drive(device, driving);
    if (step === 'leave') this.traffic?.stop(device, null);
    if (step !== 'jam' || fleet.devices.isExpired(device)) return;
    this.raise(device, 'power-cut', `Power cut: ${fleet.devices.nameOf(device)}`);
    this.traffic?.loseSignal(device, JAMMED, false);
  }
}

type Done = (on: Injections, device: number, name: string) => string;

const incidents: { readonly [K in Incident]: Done } = {
  sos(on, device, name) {
    on.raise(device, 'sos', `SOS: ${name}`);
    return `${name} has raised an SOS.`;
  },
  'power-cut'(on, device, name) {
    on.raise(device, 'power-cut', `Power cut: ${name}`);
    return `The power of ${name} is cut; its device has said so on its own battery.`;
  },
  dropout(on, device, name) {
    const lost = `${name} has no signal for ${DROPOUT / MINUTE} minutes; what it has buffered comes late after that.`;
    if (on.isRecorded(device)) {
      on.hold(device, DROPOUT);
      return lost;
    }
    if (on.traffic === undefined) {
      on.raise(device, 'gps-lost', `GPS lost: ${name}`);
      return `${name} has raised that it lost GPS. No story is played, so it had nothing to report meanwhile.`;
    }
    on.traffic.loseSignal(device, DROPOUT, true);
    return lost;
  },
  theft(on, device, name) {
    on.raise(device, 'tow', `Moved without ignition: ${name}`);
    const towed = `${name} is towed away; in ${SEEN / MINUTE} minutes its power is cut and its signal jammed for ${JAMMED / MINUTE}, then it is left somewhere.`;
    if (on.isRecorded(device)) {
      on.takeAway(device);
      on.afterwards(SEEN, { device, step: 'jam' });
      return towed;
    }
    const driving = on.drivingOf(device);
    if (on.traffic === undefined || driving === undefined) {
      on.raise(device, 'power-cut', `Power cut: ${name}`);
      return `${name} has raised that it is towed, and that its power is cut. ${on.whyItStays()}`;
    }
    on.traffic.drive(device, { ...driving, dwell: 0, towed: true });
    on.afterwards(SEEN, { device, step: 'jam' });
    on.afterwards(SEEN + JAMMED, { device, step: 'leave' });
    return towed;
  },
  speeding(on, device, name) {
    on.raise(device, 'speeding', `Speeding: ${name}`);
    if (on.isRecorded(device)) {
      on.speedUp(device, SPEEDING_FOR, (planned) => (planned < CREEPING ? planned : planned + SPEEDING));
      return `${name} drives ${SPEEDING} km/h faster than it was recorded for ${SPEEDING_FOR / MINUTE} minutes.`;
    }
    const driving = on.drivingOf(device);
    if (on.traffic === undefined || driving === undefined) {
      return `${name} has raised that it speeds. ${on.whyItStays()}`;
    }
    on.traffic.drive(device, { ...driving, above: SPEEDING, dwell: 0 });
    on.afterwards(SPEEDING_FOR, { device, step: 'calm' });
    return `${name} drives ${SPEEDING} km/h above the limits for ${SPEEDING_FOR / MINUTE} minutes.`;
  },
};

const kinds: { readonly [K in Injection]: Done } = {
  ...incidents,
  ...mapTable(
    faultInjections,
    (inject): Done =>
      (on, device, name) =>
        inject(on.trafficOf(device), device, name),
  ),
};
