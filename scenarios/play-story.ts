/** From a story in code to its result: read, played, reported. */
import { checkOptions, type OptionNames } from '../contracts/kit/option-names.ts';
import { suggestion } from '../contracts/kit/suggest.ts';
import { quoted } from '../contracts/kit/untrusted.ts';
import type { Fixture } from '../simulator/fixture/schema.ts';
import type { FleetEvent } from '../simulator/fleet/types.ts';
import type { SimulatorOptions } from '../simulator/options.ts';
import type { Simulator } from '../simulator/simulator.ts';
import type { Speed } from '../simulator/time/clock.ts';
import { readStory, type StorySource } from './language/read.ts';
import type { WrittenStory } from './language/schema.ts';
import type { Story } from './language/story.ts';
import { momentOf } from './language/times.ts';
import { libraryStories, readLibraryStory } from './library/index.ts';
import { PlayError } from './player/errors.ts';
import { perform } from './player/perform.ts';
import { type Progress, play } from './player/play.ts';
import type { StoryReport } from './player/report.ts';

/**
 * A story as data: what a story file holds.
 *
 * @example
 * import { playStory, type StoryFile } from 'roadtest/stories';
 *
 * const story: StoryFile = {
 *   title: 'One SMS too many',
 *   clock: { start: '2026-03-02 08:00', for: '2h' },
 *   fleet: { van: { limits: { dailySms: 1 } } },
 *   timeline: [{ at: '10m', do: { alert: 'van', type: 'sos', channels: ['sms'], times: 2 } }],
 *   expect: [{ withheld: 1, reason: 'daily-limit' }],
 * };
 * console.log((await playStory(story)).standing.met); // 1
 */
export type StoryFile = WrittenStory;

/**
 * How `playStory` plays.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type PlayStoryOptions, playStory } from 'roadtest/stories';
 *
 * const simulator = createSimulator(); // for example one that MSW uses
 * const options: PlayStoryOptions = { simulator, until: '90m' };
 * console.log((await playStory('first-day', options)).finished); // false
 * simulator.stop();
 */
export interface PlayStoryOptions {
  /**
   * A simulator of your own, such as one that a server or MSW already uses. It restarts with the account, the
   * devices and the clock of the story, keeps its profile, and is left running at the moment that was reached.
   * Default: a new simulator, which is stopped at the end.
   */
  simulator?: Simulator;
  /** How the openings of the document are filled. Default: as `simulator` has it, or the default profile. */
  profile?: SimulatorOptions['profile'];
  /** Simulated seconds for each real one, or as fast as possible. Default `max`. */
  speed?: Speed;
  /** In place of the story's own seed. */
  seed?: number;
  /**
   * Moment at which to stop: `90m` after the start, `08:30` or `day 2 08:30` by the clock of the story, or an instant such
   * as `2026-03-02T08:30:00Z`. Default: the end of the story.
   */
  until?: string;
  /** Stops the story between two events. */
  signal?: AbortSignal;
  /** Called with each event as it happens, recorded locations aside. */
  onEvent?: (event: FleetEvent) => void;
  /** Called now and then with how far the story is. */
  onProgress?: (progress: Progress) => void;
  /** The name of the file in errors and in the report. Default: the name of the story, with `.yaml`. */
  file?: string;
  /** In place of the fixture that the story names or holds. Default: as the story says. */
  fixture?: Fixture;
  /** Returns the text of a fixture file that the story names. Default: a story that names one is refused. */
  readFixture?: NonNullable<StorySource['readFixture']>;
  /** Returns the text of a track file that the story names. Default: a story that names one is refused. */
  readTrack?: NonNullable<StorySource['readTrack']>;
}

const optionNames: OptionNames<PlayStoryOptions> = {
  simulator: true,
  profile: true,
  speed: true,
  seed: true,
  until: true,
  signal: true,
  onEvent: true,
  onProgress: true,
  file: true,
  fixture: true,
  readFixture: true,
  readTrack: true,
};

/**
 * The result of a story: the report of `roadtest play --report json`, and more that only code can use.
 *
 * @example
 * import { type PlayedStory, playStory } from 'roadtest/stories';
 *
 * const played: PlayedStory = await playStory('sos-at-night');
 * console.log(played.events.some(({ kind }) => kind === 'alert-raised')); // true
 */
export interface PlayedStory extends StoryReport {
  /** True if the story was played to its end, or to `until`, and no expectation failed. */
  passed: boolean;
  /** Everything that happened, recorded locations aside. */
  events: FleetEvent[];
  /** The simulator that the story was played on, as it is at the moment that was reached. */
  simulator: Simulator;
}

/**
 * Plays a story. The same story at the same seed gives the same digest, at any speed.
 *
 * @param given the name of a story of the library, the text of a story file (YAML or JSON), or a story as data
 * @throws {StoryError} `STORY_INVALID` with everything that is wrong in the story
 * @throws {PlayError} `UNKNOWN_STORY`, `STORY_TIME` for `until`, `STORY_TRIGGER_CYCLE`
 * @throws the errors of `createSimulator`
 *
 * @example
 * import { playStory } from 'roadtest/stories';
 *
 * const { passed, expectations } = await playStory('licence-crunch');
 * console.log(passed, expectations.length > 0); // true true
 */
export async function playStory(
  given: string | StoryFile,
  options: PlayStoryOptions = {},
): Promise<PlayedStory> {
  checkOptions(options, optionNames, 'playStory');
  const { simulator: own, profile, onEvent, onProgress, signal, speed } = options;
  const { story, file } = await storyOf(given, options, profile ?? own?.profile);
  const until = options.until === undefined ? story.clock.end : untilOf(options.until, story);
  const performance = perform(story, { ...(own && { simulator: own }), ...(profile && { profile }) });
  const events: FleetEvent[] = [];
  const endListening = performance.onEvent((event) => {
    events.push(event);
    onEvent?.(event);
  });
  try {
    const report = await play(performance, {
      until,
      file,
      ...(speed !== undefined && { speed }),
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    const passed = report.standing.failed === 0 && Date.parse(report.reached) === until;
    return { ...report, passed, events, simulator: performance.simulator };
  } finally {
    endListening();
    if (!own) performance.simulator.stop();
  }
}

async function storyOf(
  given: string | StoryFile,
  { seed, readTrack, readFixture, fixture, file }: PlayStoryOptions,
  profile: SimulatorOptions['profile'],
): Promise<{ story: Story; file: string }> {
  const chosen = { ...(seed !== undefined && { seed }), ...(fixture && { fixture }), profile };
  if (typeof given === 'string' && isName(given)) {
    const shipped = readLibraryStory(given, chosen);
    if (!shipped) throw unknownStory(given);
    return { story: await shipped, file: file ?? `${given}.yaml` };
  }
  const text = typeof given === 'string' ? given : JSON.stringify(given, null, 2);
  const named = file ?? 'story.yaml';
  return {
    story: await readStory(text, {
      file: named,
      ...chosen,
      ...(readTrack && { readTrack }),
      ...(readFixture && { readFixture }),
    }),
    file: named,
  };
}

/** A story file has at least one name with a value, and so a colon. */
function isName(given: string): boolean {
  return !/[:\n]/.test(given);
}

function unknownStory(given: string): PlayError {
  const names = libraryStories.map(({ name }) => name);
  return new PlayError('UNKNOWN_STORY', `There is no story ${quoted(given)} in the library.`, {
    hint:
      suggestion(given, names) ?? `The library has: ${names.join(', ')}. Otherwise pass the text of a story.`,
  });
}

function untilOf(text: string, { clock }: Story): number {
  const at = momentOf(clock, text);
  if (typeof at === 'number') return at;
  throw new PlayError('STORY_TIME', `${quoted(text)} is not a valid time: ${at.message}.`, {
    hint: 'Write 90m after the start, 08:30 or day 2 08:30 by the clock of the story, or 2026-03-02T08:30:00Z.',
  });
}
