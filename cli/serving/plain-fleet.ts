/** The fleet that is served while no story is played: new, with tracks to drive along, or going on from a snapshot. */
import { SECOND } from '../../contracts/kit/durations.ts';
import { locationsKept } from '../../scenarios/player/stage/kept.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../simulator/simulator.ts';
import type { DrivingDevices, Given, Settings } from './settings.ts';

export const usualDevices = 10;
/** Licences that are free in a plain fleet, so that devices which are added work at once. */
export const SPARE_LICENCES = 5;
/** Locations that are kept of a device on a track, unless more are asked for. */
const LONGEST_TRAIL = 20_000;

/**
 * The devices that drive about the town: those that did in a snapshot, or else all of a new world whose moment
 * and content were left to us. `undefined` for a fleet that stays where it is; then nothing is loaded.
 */
export async function drivingIn(settings: Settings, snapshot: unknown): Promise<DrivingDevices | undefined> {
  if (settings.import !== undefined) return drivingInSnapshot(snapshot);
  if (!drivesByItself(settings)) return undefined;
  const { drivingFleet } = await import('../../scenarios/player/stage/driving.ts');
  const devices = settings.devices ?? usualDevices;
  return { devices, plugin: drivingFleet(devices, settings.seed ?? 1) };
}

/** The devices that drive about the town in a snapshot; `undefined` where none do, or without a snapshot. */
export async function drivingInSnapshot(snapshot: unknown): Promise<DrivingDevices | undefined> {
  const { companion } = propertiesOf(snapshot);
  if (typeof companion !== 'object' || companion === null) return undefined;
  const { drivingDevices, drivingFleet } = await import('../../scenarios/player/stage/driving.ts');
  const devices = drivingDevices(companion);
  return devices === undefined
    ? undefined
    : { devices, plugin: drivingFleet(devices, seedOf({}, snapshot) ?? 1) };
}

function drivesByItself({ alive, still, frozen, at, fixture, track = [] }: Settings): boolean {
  if (still || fixture !== undefined || track.length > 0) return false;
  return alive || (!frozen && at === undefined);
}

/** Throws CliError TOO_FEW_DEVICES, and what `createSimulator` throws. */
export function plainFleet(
  settings: Settings,
  { profile, snapshot, fixture, tracks, trackModule, driving }: Given,
  added: SimulatorOptions,
): Simulator {
  if (fixture) return fixtureFleet(settings, fixture, { ...(profile && { profile }), ...added });
  const seed = seedOf(settings, snapshot);
  const own = settings.at === undefined ? trackModule?.startOf(tracks) : undefined;
  const at = own ?? startOf(settings);
  const devices = driving?.devices ?? settings.devices ?? (tracks.length || usualDevices);
  return createSimulator({
    ...(profile && { profile }),
    ...(seed !== undefined && { seed }),
    ...(at !== undefined && { at }),
    devices,
    historyPerDevice: Math.max(locationsKept(devices), longestOf(tracks)),
    speed: settings.speed ?? 1,
    frozen: settings.frozen ?? false,
    ...(trackModule && {
      prepare: (fleet, now) => trackModule.planTracks(tracks, fleet, own === undefined ? now : undefined),
    }),
    ...(snapshot === undefined ? { licences: devices + SPARE_LICENCES } : { snapshot }),
    ...added,
  });
}

/** The command line overrides the fixture. The clock runs, and begins now, where neither says otherwise. */
function fixtureFleet(settings: Settings, fixture: Fixture, added: SimulatorOptions): Simulator {
  const { seed, speed } = settings;
  const { now, frozen = false } = fixture.clock ?? {};
  const isFrozen = settings.frozen || (speed === undefined && frozen);
  const at =
    settings.at === undefined && now !== undefined ? undefined : startOf({ ...settings, frozen: isFrozen });
  return createSimulator({
    ...(seed !== undefined && { seed }),
    ...(at !== undefined && { at }),
    ...(speed !== undefined && { speed }),
    historyPerDevice: locationsKept(fixture.devices?.length ?? 0),
    fixture,
    frozen: isFrozen,
    ...underFixture(fixture, added),
  });
}

/** Options without the credentials of the environment that a fixture says itself: a file that is named counts more. */
export function underFixture(
  { account = {} }: Fixture,
  { userName, apiKey, ...others }: SimulatorOptions,
): SimulatorOptions {
  return {
    ...others,
    ...(userName !== undefined && account.userName === undefined && { userName }),
    ...(apiKey !== undefined && account.apiKey === undefined && { apiKey }),
  };
}

/** So that the trail of a recorded drive does not end before the drive does. */
function longestOf(tracks: Given['tracks']): number {
  return Math.min(LONGEST_TRAIL, Math.max(0, ...tracks.map(({ fixes }) => fixes.length)));
}

/** The moment in which a new world begins: now, to the second, where its clock runs; the simulator's own where it is frozen. */
function startOf({ at, frozen }: Settings): SimulatorOptions['at'] {
  if (at === 'now' || (at === undefined && !frozen)) return Math.floor(Date.now() / SECOND) * SECOND;
  return at;
}

/** A snapshot fits the seed that it was taken at alone, so that seed is taken from it. */
function seedOf({ seed }: Pick<Settings, 'seed'>, snapshot: unknown): number | undefined {
  const { seed: saved } = propertiesOf(snapshot);
  return seed ?? (typeof saved === 'number' && Number.isSafeInteger(saved) ? saved : undefined);
}

function propertiesOf(value: unknown): { readonly [name: string]: unknown } {
  return Object(value);
}
