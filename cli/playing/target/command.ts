/** `roadtest play STORY --target`: from its options to the exit code. */
import { CliError, type Io } from '../../command.ts';
import { type Recorded, writeRecording } from '../../judging/recordings.ts';
import { Beside } from '../../serving/files.ts';
import { journalLost } from '../../verifying/journal.ts';
import { printJunit } from '../junit.ts';
import { formOf, speedOf } from '../playing.ts';
import { findStory } from '../stories.ts';
import { untilOf } from '../until.ts';
import { playOnTarget } from './index.ts';
import { targetJunit } from './junit.ts';
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
  if (given.trace !== undefined) {
    const because = 'the events of a deployment cannot be seen';
    throw new CliError('WRONG_OPTION', `--trace does not go with --target: ${because}.`);
  }
  const form = formOf(given.report);
  const settings = await targetSettings(given, io);
  const speed = speedOf(given.speed ?? '1');
  const { story, file } = await findStory(given.given, { ...given, profile: settings.profile?.profile }, io);
  const until = given.until === undefined ? undefined : untilOf(given.until, story);
  const beside = new Beside(io);
  const { record = '' } = settings;
  const onRecording = (recorded: Recorded) => writeRecording(recorded, record, beside, io);
  const report = await playOnTarget(story, settings, { speed, until, onRecording }, io);
  if (form === 'json') io.json(report, 2);
  else if (form === 'junit') printJunit(targetJunit(report, file), io);
  else io.out(summaryOf(report, io));
  if (report.journalLost !== undefined) beside.lose(journalLost(report.journalLost));
  return beside.exitCode(exitCodeOf(report));
}
