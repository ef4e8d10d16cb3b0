/** The settings of a command line, and the contents of the files that it names. */
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Story } from '../../scenarios/language/story.ts';
import type { Track } from '../../scenarios/motion/track.ts';
import type { PlainFleet } from '../../scenarios/player/stage/stage.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { ServeOptions } from '../../simulator/hosts/node.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import type { Values } from '../command.ts';
import type { ChosenDeviation } from './deviation.ts';
import type { servingOptions } from './options.ts';

type Options = Values<typeof servingOptions>;

/** The settings of a server: options of `serve`, and what other commands say beside them. */
export interface Settings
  extends Omit<{ readonly [Name in keyof Options]?: Options[Name] | undefined }, 'speed'> {
  port: number;
  host: string;
  speed?: Speed | undefined;
  /** True if speeds that the story says hold in place of `speed`; default no. */
  ownSpeeds?: boolean | undefined;
  /** True if it asks for a control token at any address: roles mean nothing without one. */
  forClass?: boolean | undefined;
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
  moves: PlainFleet['moves'];
  tls: ServeOptions['tls'];
}
