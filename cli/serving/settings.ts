/** The settings of a command line, and the contents of the files that it names. */
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Story } from '../../scenarios/language/story.ts';
import type { Track } from '../../scenarios/motion/track.ts';
import type { StageOptions } from '../../scenarios/player/stage/stage.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { ServeOptions } from '../../simulator/hosts/node.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import type { ChosenDeviation } from './deviation.ts';

export interface Settings {
  port: number;
  host: string;
  /** Files of a certificate and its private key, with which https is served. */
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  /** Host names and origins that may use the control API beside those of this machine. */
  allowedHosts?: readonly string[] | undefined;
  allowedOrigins?: readonly string[] | undefined;
  /** Map tiles under the live page: an address or a file. */
  tiles?: string | undefined;
  /** Files. */
  profile?: string | undefined;
  tracks?: readonly string[];
  import?: string | undefined;
  fixture?: string | undefined;
  /** True if the fixture is read again when its file changes. */
  watch?: boolean | undefined;
  exportOnExit?: string | undefined;
  /** The story that is played from its start: a name or a file. */
  scenario?: string | undefined;
  /** The fate of calls with names that are not read: `warn` or `refuse`. */
  strict?: SimulatorOptions['strict'] | undefined;
  /** The rule that is broken. */
  deviate?: string | undefined;
  devices?: number | undefined;
  seed?: number | undefined;
  /** Locations kept of each device. */
  history?: number | undefined;
  /** ISO 8601 UTC, or `now`. */
  at?: string | undefined;
  speed?: Speed | undefined;
  /** True if speeds that the story says hold in place of `speed`; default no. */
  ownSpeeds?: boolean | undefined;
  frozen: boolean;
  /** True if it asks for a control token at any address: roles mean nothing without one. */
  forClass?: boolean | undefined;
  /** True if the plain fleet drives. Default: where nothing says what is in the world, nor when. */
  alive?: boolean | undefined;
  still?: boolean | undefined;
}

/** The contents of the files and names of a command line. */
export interface Given {
  profile: Profile | undefined;
  tracks: Track[];
  snapshot: unknown;
  fixture: Fixture | undefined;
  deviation: ChosenDeviation | undefined;
  story: Story | undefined;
  /** Only with tracks: what is not asked for is not loaded. */
  trackModule: typeof import('./tracks.ts') | undefined;
  driving: DrivingDevices | undefined;
  tls: ServeOptions['tls'];
}

/** The devices that drive about the town by themselves. */
export interface DrivingDevices {
  /** The first so many of the fleet. */
  devices: number;
  plugin: NonNullable<StageOptions['driving']>;
}
