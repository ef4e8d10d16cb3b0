/** The fleet that is served while no story is played: new, with tracks to drive along, or going on from a snapshot. */
import { SECOND } from '../../contracts/kit/durations.ts';
import { FIRST_TIME } from '../../scenarios/motion/points.ts';
import { locationsKept } from '../../scenarios/player/stage/kept.ts';
import type { PlainFleet } from '../../scenarios/player/stage/stage.ts';
import { DEFAULT_START } from '../../simulator/create-world.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { instantOf } from '../../simulator/time/moments.ts';
import { CliError } from '../command.ts';
import type { Given, Settings } from './settings.ts';

export const usualDevices = 10;
/** Licences that are free in a plain fleet, so that devices which are added work at once. */
export const SPARE_LICENCES = 5;
/** Locations that are kept of a device on a track, unless more are asked for. */
const MAX_TRAIL = 20_000;

/** The stories and the player of fleets that move, which others do not load. */
const loadMoving = async () => ({
  ...(await import('../../scenarios/player/fleets.ts')),
  player: await import('../../scenarios/player/stage/playing.ts'),
});

/**
 * How the fleet moves: along the tracks, about the town as in the snapshot, or so because the moment and the content of
 * a new world were left to us. `undefined` for a fleet that stays where it is; then nothing is loaded.
 *
 * @throws CliError TOO_FEW_DEVICES
 */
export async function movesOf(
  settings: Settings,
  { tracks, snapshot }: Pick<Given, 'tracks' | 'snapshot'>,
): Promise<PlainFleet['moves']> {
  const seed = seedOf(settings, snapshot) ?? 1;
  if (tracks.length > 0) {
    const devices = settings.devices ?? tracks.length;
    if (devices < tracks.length) throw tooFewDevices(devices, tracks.length);
    const { recordedDrives, player } = await loadMoving();
    const hasDates = settings.at === undefined && startOfTracks(tracks) !== undefined;
    const begins = hasDates ? undefined : instantOf(startOf(settings) ?? DEFAULT_START);
    return { story: recordedDrives(tracks, { devices, begins, seed }), player };
  }
  if (snapshot !== undefined) return movesInSnapshot(snapshot);
  if (!drivesByItself(settings)) return undefined;
  const { drivingFleet, player } = await loadMoving();
  return { story: drivingFleet(settings.devices ?? usualDevices, seed), player };
}

/** How the fleet of a snapshot moves; `undefined` where it does not, or without a snapshot. */
export async function movesInSnapshot(snapshot: unknown): Promise<PlainFleet['moves']> {
  const { companion } = propertiesOf(snapshot);
  if (typeof companion !== 'object' || companion === null) return undefined;
  const { drivingDevices, drivingFleet, player } = await loadMoving();
  const devices = drivingDevices(snapshot);
  return devices === undefined
    ? undefined
    : { story: drivingFleet(devices, seedOf({}, snapshot) ?? 1), player };
}

function drivesByItself({ alive, still, frozen, at, fixture }: Settings): boolean {
  if (still || fixture !== undefined) return false;
  return alive || (!frozen && at === undefined);
}

/** The options of its simulator. */
export function plainFleet(
  settings: Settings,
  { profile, snapshot, fixture, tracks, moves }: Given,
  added: SimulatorOptions,
): PlainFleet {
  if (fixture) return { world: fixtureFleet(settings, fixture, { ...(profile && { profile }), ...added }) };
  const seed = seedOf(settings, snapshot);
  const at = tracks.length > 0 ? moves?.story.clock.start : startOf(settings);
  const devices = moves?.story.devices ?? settings.devices ?? usualDevices;
  return {
    moves,
    world: {
      ...(profile && { profile }),
      ...(seed !== undefined && { seed }),
      ...(at !== undefined && { at }),
      devices,
      historyPerDevice: Math.max(locationsKept(devices), longestOf(tracks)),
      speed: settings.speed ?? 1,
      frozen: settings.frozen ?? false,
      ...(snapshot === undefined ? { licences: devices + SPARE_LICENCES } : { snapshot }),
      ...added,
    },
  };
}

/** The command line overrides the fixture. The clock runs, and begins now, where neither says otherwise. */
function fixtureFleet(settings: Settings, fixture: Fixture, added: SimulatorOptions): SimulatorOptions {
  const { seed, speed } = settings;
  const { now, frozen = false } = fixture.clock ?? {};
  const isFrozen = settings.frozen || (speed === undefined && frozen);
  const at =
    settings.at === undefined && now !== undefined ? undefined : startOf({ ...settings, frozen: isFrozen });
  return {
    ...(seed !== undefined && { seed }),
    ...(at !== undefined && { at }),
    ...(speed !== undefined && { speed }),
    historyPerDevice: locationsKept(fixture.devices?.length ?? 0),
    fixture,
    frozen: isFrozen,
    ...underFixture(fixture, added),
  };
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

function startOfTracks(tracks: Given['tracks']): number | undefined {
  const first = Math.min(...tracks.map(({ fixes }) => fixes[0]?.time ?? FIRST_TIME));
  return first < FIRST_TIME ? undefined : first;
}

function tooFewDevices(devices: number, tracks: number): CliError {
  return new CliError(
    'TOO_FEW_DEVICES',
    `${tracks} tracks need ${tracks} devices, and there are ${devices}.`,
    { hint: `Give --devices ${tracks} or more, or fewer tracks.` },
  );
}

/** So that the trail of a recorded drive does not end before the drive does. */
function longestOf(tracks: Given['tracks']): number {
  return Math.min(MAX_TRAIL, Math.max(0, ...tracks.map(({ fixes }) => fixes.length)));
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
