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
import { faultsOf } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { Driving } from '../../language/terms.ts';
import { durationOf } from '../../language/times.ts';
import type { Traffic } from '../traffic/traffic.ts';

/** A plugin into whose world something can be injected. */
export interface Injectable extends WorldPlugin {
  readonly injections: Injections;
}

export type Injections = ReturnType<typeof createInjections>;

interface Step {
  readonly after?: string;
  readonly do: readonly { readonly [field: string]: unknown }[];
}

const LATER = 'injected-later';

/** A step of an injection. */
interface Injected {
  device: number;
  kind: Injection;
  step: number;
}

const stepsOf = (kind: Injection): readonly Step[] => injections[kind].steps;
const does = (kind: Injection, field: string): boolean =>
  stepsOf(kind).some((step) => step.do.some((action) => field in action));

/**
 * To be made when the world is made: it puts a handler on the timeline, where all is that it awaits.
 *
 * @param played the story with its vehicles; a fleet without one has nothing that moves
 */
export function createInjections(
  { timeline, fleet }: PluginWorld,
  played: { story: Story; traffic: Traffic } | undefined,
) {
  timeline.on(LATER, ({ payload }) => {
    const injected = payload as Injected;
    if (!fleet.devices.isThere(injected.device)) return;
    try {
      perform(injected);
    } catch (error) {
      // A device that has expired meanwhile raises nothing more.
      if (!(error instanceof FleetError)) throw error;
    }
  });

  const partOf = (device: number) =>
    played?.story.fleet.find(({ first, count }) => device >= first && device < first + count);
  const named = (text: string, device: number) => text.replaceAll('{it}', () => fleet.devices.nameOf(device));

  /** How a vehicle drives when it is driven off, or faster: its own way, or else about the town. */
  function drivingOf(device: number): Driving | undefined {
    const own = partOf(device)?.drives;
    if (own || played === undefined) return own ?? undefined;
    const { routes } = played.story;
    const route = Math.max(
      0,
      routes.findIndex(({ kind }) => kind === 'roaming'),
    );
    return routes[route] && { route, repeat: 'loop', above: 0, dwell: 0 };
  }

  /** The vehicles, where a device is one of them whose reports are made. Throws a ControlError where it is not. */
  function trafficOf(device: number): Traffic {
    if (played !== undefined && partOf(device)) return played.traffic;
    const name = fleet.devices.nameOf(device);
    throw new ControlError(
      'DEVICE_REPORTS_NOTHING',
      `${name} makes no reports of its own, in which something could be wrong.`,
      {
        hint: 'The devices of a story do, those that drive a track, and those that a fleet begins with, unless it stands still.',
      },
    );
  }

  function perform({ device, kind, step }: Injected): void {
    const traffic = played?.traffic;
    for (const { type, text, for: lasting, route: _, drive, ...action } of stepsOf(kind)[step]?.do ?? []) {
      const forMs = durationOf(String(lasting)) ?? 0;
      if ('alert' in action) {
        // A device that came later may be nowhere yet; the fleet knows what it reported.
        const at = partOf(device) && traffic?.at(device);
        const place = at && { latitude: at.latitude, longitude: at.longitude };
        fleet.alerts.raise(device, { type: String(type), text: named(String(text), device), ...place });
      } else if (drive !== undefined) {
        // On its own way, faster or towed.
        const own = drivingOf(device);
        const isOther = Object.keys(action).length > 0;
        if (own) traffic?.drive(device, isOther ? { ...own, ...action, dwell: 0 } : own);
      } else if ('stop' in action) traffic?.stop(device, null);
      else if ('loseSignal' in action) traffic?.loseSignal(device, forMs, action.buffered === true);
      else trafficOf(device).setFaults(device, faultsOf(action), forMs);
    }
  }

  return {
    /** Does it at this moment; returns what was done, in words. Throws a FleetError when the service refuses, and a
     * ControlError for a fault of reports that are not made. */
    inject(device: number, kind: Injection): string {
      if (does(kind, 'deviceFaults')) trafficOf(device);
      const why = played === undefined ? 'No story is played' : 'The story knows no way to drive';
      const stays = does(kind, 'drive') && drivingOf(device) === undefined;
      for (const [step, { after = '0s' }] of stepsOf(kind).entries()) {
        const ms = durationOf(after) ?? 0;
        if (ms === 0) perform({ device, kind, step });
        else timeline.schedule(timeline.now + ms, LATER, { device, kind, step } satisfies Injected);
      }
      const { says, ...words }: { says: string; stays?: string } = injections[kind];
      return named(stays ? `${words.stays ?? says} ${why}, so it stays where it is.` : says, device);
    },
    /** True if what happens now follows from a client's call. */
    get byClient(): boolean {
      return timeline.byClient;
    },
    /** True if something is due at this very moment, such as the first entries of a story whose clock has not moved. */
    get isDue(): boolean {
      return timeline.nextAt() === timeline.now;
    },
  };
}
