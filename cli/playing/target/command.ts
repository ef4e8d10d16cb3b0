/** `roadtest play STORY --target`: from its options to the exit code. */
import { CliError, type Io } from '../../command.ts';
import { Beside } from '../../serving/files.ts';
import { journalLost } from '../../verifying/journal.ts';
import { speedOf } from '../playing.ts';
import { findStory } from '../stories.ts';
import { untilOf } from '../until.ts';
import { playOnTarget } from './index.ts';
import { exitCodeOf } from './report.ts';
import { type GivenForTarget, targetSettings } from './settings.ts';
import { summaryOf } from './summary.ts';

export interface TargetCommand extends GivenForTarget {
  /** The name of a story, or a file. */
  given: string;
  /** Default: real time. A deployment is not to be flooded by who forgets to say. */
  speed: string | undefined;
  until: string | undefined;
  seed: number | undefined;
  fixture?: string | undefined;
  report: string;
  trace: string | undefined;
}

/** @throws CliError, StoryError, ProfileError and ConfigurationError, each with a code */
export async function playThere(given: TargetCommand, io: Io): Promise<number> {
  const form = formOf(given);
  const settings = await targetSettings(given, io);
  const speed = speedOf(given.speed ?? '1');
  const { story } = await findStory(given.given, { ...given, profile: settings.profile?.profile }, io);
  const until = given.until === undefined ? undefined : untilOf(given.until, story);
  const report = await playOnTarget(story, settings, { speed, until }, io);
  if (form === 'json') io.json(report, 2);
  else io.out(summaryOf(report, io));
  if (report.journalLost !== undefined) new Beside(io).lose(journalLost(report.journalLost));
  return exitCodeOf(report);
}

function formOf({ report, trace }: TargetCommand): 'text' | 'json' {
  if (trace !== undefined) throw useless('trace', 'the events of a deployment cannot be seen');
  if (report === 'text' || report === 'json') return report;
  throw useless(`report ${report}`, 'a run on a deployment is reported as text or json');
}

function useless(option: string, because: string): CliError {
  return new CliError('WRONG_OPTION', `--${option} does not go with --target: ${because}.`);
}
