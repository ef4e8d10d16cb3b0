/** The fleet that is served while no story is played: new, with tracks to drive along, or going on from a snapshot. */
import { SECOND } from '../../contracts/kit/durations.ts';
import { defined } from '../../contracts/kit/fields.ts';
import { FIRST_TIME } from '../../scenarios/motion/points.ts';
import type { PlainFleet } from '../../scenarios/player/stage/stage.ts';
import { locationsKept } from '../../scenarios/player/stage/staging.ts';
import { DEFAULT_START } from '../../simulator/create-world.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { instantOf } from '../../simulator/time/moments.ts';
import { CliError } from '../command.ts';
import type { Settings } from './settings.ts';

export const usualDevices = 10;
/** Licences that are free in a plain fleet, so that devices which are added work at once. */
export const SPARE_LICENCES = 5;
/** Locations that are kept of a device on a track, unless more are asked for. */
const MAX_TRAIL = 20_000;

/** The stories and the player of fleets that move, which others do not load. */
const loadMoving = async () => ({
  ...(await import('../../scenarios/player/fleets.ts')),
  player: await import('../../scenarios/player/player.ts'),
});

/**
 * How the fleet moves: along the tracks, about the town as in the snapshot, or so because the moment and the content of
 * a new world were left to us. `undefined` for a fleet that stays where it is; then nothing is loaded.
 *
 * @throws CliError TOO_FEW_DEVICES
 */
export async function movesOf(settings: Settings): Promise<PlainFleet['moves']> {
  const { tracks, snapshot, fixture, at, frozen, still, seed = 1 } = settings;
  if (tracks.length > 0) {
    const { devices = tracks.length } = settings;
    if (devices < tracks.length) throw tooFewDevices(devices, tracks.length);
    const first = Math.min(...tracks.map(({ fixes }) => fixes[0]?.time ?? FIRST_TIME));
    const { recordedDrives, player } = await loadMoving();
    const begins =
      at === undefined && first >= FIRST_TIME ? undefined : instantOf(startOf(settings) ?? DEFAULT_START);
    return { story: recordedDrives(tracks, { devices, begins, seed }), player };
  }
  if (snapshot !== undefined) return movesInSnapshot(snapshot);
  if (still || frozen || fixture !== undefined || at !== undefined) return undefined;
  const { drivingFleet, player } = await loadMoving();
  return { story: drivingFleet(settings.devices ?? usualDevices, seed), player };
}

/** How the fleet of a snapshot moves; `undefined` where it does not, or without a snapshot. */
export async function movesInSnapshot(snapshot: unknown): Promise<PlainFleet['moves']> {
  const { companion, seed } = Object(snapshot);
  if (typeof companion !== 'object' || companion === null) return undefined;
  const { drivingDevices, drivingFleet, player } = await loadMoving();
  const devices = drivingDevices(snapshot);
  if (devices === undefined) return undefined;
  return { story: drivingFleet(devices, Number.isSafeInteger(seed) ? seed : 1), player };
}

/** The options of its simulator, and how it moves. */
export function plainFleet(
  settings: Settings,
  moves: PlainFleet['moves'],
  shared: SimulatorOptions,
): PlainFleet {
  const { fixture, snapshot, tracks, seed, speed = 1, frozen = false } = settings;
  if (fixture) return { world: fixtureFleet(settings, fixture, shared) };
  const devices = moves?.story.devices ?? settings.devices ?? usualDevices;
  const at = tracks.length > 0 ? moves?.story.clock.start : startOf(settings);
  // So that the trail of a recorded drive does not end before the drive does.
  const longest = Math.min(MAX_TRAIL, Math.max(0, ...tracks.map(({ fixes }) => fixes.length)));
  return {
    moves,
    world: {
      ...defined({ seed, at }),
      ...{ devices, speed, frozen, historyPerDevice: Math.max(locationsKept(devices), longest) },
      ...(snapshot === undefined ? { licences: devices + SPARE_LICENCES } : { snapshot }),
      ...shared,
    },
  };
}

/** The command line overrides the fixture. The clock runs, and begins now, where neither says otherwise. */
function fixtureFleet(settings: Settings, fixture: Fixture, shared: SimulatorOptions): SimulatorOptions {
  const { seed, speed } = settings;
  const { now, frozen: isFrozen = false } = fixture.clock ?? {};
  const frozen = settings.frozen || (speed === undefined && isFrozen);
  const at = settings.at === undefined && now !== undefined ? undefined : startOf({ ...settings, frozen });
  return {
    ...defined({ seed, at, speed }),
    ...{ fixture, frozen, historyPerDevice: locationsKept(fixture.devices?.length ?? 0) },
    ...underFixture(fixture, shared),
  };
}

/** Options without the credentials of the environment that a fixture says itself: a file that is named counts more. */
export function underFixture(
  { account = {} }: Fixture,
  { userName, apiKey, ...others }: SimulatorOptions,
): SimulatorOptions {
  return {
    ...others,
    ...(account.userName === undefined && defined({ userName })),
    ...(account.apiKey === undefined && defined({ apiKey })),
  };
}

function tooFewDevices(devices: number, tracks: number): CliError {
  return new CliError(
    'TOO_FEW_DEVICES',
    `${tracks} tracks need ${tracks} devices, and there are ${devices}.`,
    { hint: `Give --devices ${tracks} or more, or fewer tracks.` },
  );
}

/** The moment in which a new world begins: now, to the second, where its clock runs; the simulator's own where it is frozen. */
function startOf({ at, frozen }: Pick<Settings, 'at' | 'frozen'>): SimulatorOptions['at'] {
  if (at === 'now' || (at === undefined && !frozen)) return Math.floor(Date.now() / SECOND) * SECOND;
  return at;
}
