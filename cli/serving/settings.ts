/** The settings of a server: options, and the contents of all that they name, read and checked before a port is opened. */
import { parseJson } from '../../contracts/kit/json.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Story } from '../../scenarios/language/story.ts';
import type { Track } from '../../scenarios/motion/track.ts';
import type { Stage, StageOptions } from '../../scenarios/player/stage/stage.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { ClassUsual } from '../../simulator/worlds/class.ts';
import { CliError, type Io, warn } from '../command.ts';
import { type Access, accessFor } from './access.ts';
import type { ChosenDeviation } from './deviation.ts';
import type { ServingOptions } from './options.ts';
import { readFixture, readProfile, readText } from './reading.ts';

/** A server as a command wants it: options of its command line, and what it adds to the server itself. */
export interface ServerOptions
  extends Partial<{ [Name in keyof ServingOptions]: ServingOptions[Name] | undefined }> {
  port: number;
  /** True if callers of the control API may not end the server. */
  keepsOn?: boolean;
  /** How the worlds of trainees begin. A server for a class asks for a control token at any address. */
  ofClass?: ClassUsual<Stage>;
  onRequest?: SimulatorOptions['onRequest'] | undefined;
  /** Goes around the service of each simulator. */
  around?: StageOptions['around'];
  /** The profile in place of the one that was read. */
  profiled?(given: Profile | undefined): Profile | undefined;
  /** The account's time zone. */
  timeZone?: string | undefined;
}

type Read = 'host' | 'profile' | 'track' | 'import' | 'fixture' | 'scenario' | 'strict';

export interface Settings extends Omit<ServerOptions, Read> {
  host: string;
  access: Access;
  profile: Profile | undefined;
  tracks: readonly Track[];
  snapshot: unknown;
  fixture: Fixture | undefined;
  story: Story | undefined;
  strict: SimulatorOptions['strict'];
  /** The fault that is asked for, with state of its own: no two worlds share one. */
  deviation(): ChosenDeviation | undefined;
}

/**
 * Readers of tracks and stories, and deviations, are loaded only where they are asked for.
 *
 * @throws CliError, and the errors of profiles, fixtures, tracks and stories: all with a code
 */
export async function settingsFrom(options: ServerOptions, io: Io): Promise<Settings> {
  const { track = [], import: imported, fixture, scenario, strict, deviate, seed, ...rest } = options;
  const { host = '127.0.0.1', profiled = (given) => given, allow = [], ofClass } = options;
  const snapshot = imported === undefined ? undefined : await readSnapshot(imported, io);
  const profile = profiled(await readProfile(options.profile, io));
  const cast = fixture === undefined ? undefined : await readFixture(fixture, io);
  const tracks = track.length === 0 ? [] : await readTracks(track, io);
  const deviations = deviate === undefined ? undefined : await import('./deviation.ts');
  const deviation = () => deviations?.deviationFrom(deviate ?? '');
  deviation();
  const stories = scenario === undefined ? undefined : await import('../playing/stories.ts');
  const found = await stories?.findStory(scenario ?? '', { seed, fixture: cast, profile }, io);
  return {
    ...rest,
    ...{ host, seed, deviate, profile, tracks, snapshot, fixture: cast, story: found?.story, deviation },
    strict: strictFrom(strict),
    access: accessFor(host, allow, ofClass !== undefined, io),
  };
}

async function readSnapshot(file: string, io: Io): Promise<unknown> {
  const text = await readText(file, 'snapshot', io);
  try {
    return parseJson(text);
  } catch (error) {
    throw new CliError('SNAPSHOT_INVALID', `${file} is not a snapshot: ${(error as Error).message}.`, {
      hint: 'GET /_control/snapshot returns one.',
    });
  }
}

/** Warns where a vehicle of a file is refused, or more than a tenth of its track left out. */
async function readTracks(files: readonly string[], io: Io): Promise<Track[]> {
  const { manyLeftOut, readTracks: read } = await import('../../scenarios/motion/track.ts');
  const each = await Promise.all(files.map(async (file) => read(await readText(file, 'track', io), file)));
  for (const { tracks, refused } of each) {
    for (const { message } of refused) warn(`left out: ${message}`, io);
    for (const { name, fixes, leftOut } of tracks) {
      const many = manyLeftOut(name, fixes.length, leftOut);
      if (many !== undefined) warn(many, io);
    }
  }
  return each.flatMap(({ tracks }) => tracks);
}

/** @throws CliError WRONG_OPTION */
function strictFrom(text: string | undefined): SimulatorOptions['strict'] {
  if (text === undefined || text === 'warn' || text === 'refuse') return text;
  throw new CliError('WRONG_OPTION', `--strict takes warn or refuse, not ${quoted(text)}.`, {
    hint: 'warn serves the call, and notes in the journal and the request log what was ignored.',
  });
}
