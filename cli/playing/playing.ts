/** From the options of `play` to a played story: printed, checked, reported. */

import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { localText } from '../../scenarios/language/times.ts';
import { PlayError } from '../../scenarios/player/errors.ts';
import { type Performance, perform } from '../../scenarios/player/perform.ts';
import { type Played, play } from '../../scenarios/player/play.ts';
import { reportOf } from '../../scenarios/player/report.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { readProfile } from '../serving/reading.ts';
import { ProgressLine } from './progress.ts';
import { findStory } from './stories.ts';
import { StoryPrinter } from './story-printer.ts';
import { type Outcome, summaryOf } from './summary.ts';
import { untilOf } from './until.ts';

export interface PlaySettings {
  /** The name of a story, or a file. */
  given: string;
  speed: string;
  until?: string | undefined;
  seed?: number | undefined;
  fixture?: string | undefined;
  profile?: string | undefined;
  report: string;
  trace?: string | undefined;
}

const forms = ['text', 'json', 'junit'] as const;
type Form = (typeof forms)[number];

/** Plays a story; the exit code. Throws CliError, StoryError and ProfileError, each with a code. */
export async function playStory(settings: PlaySettings, io: Io): Promise<number> {
  const form = formOf(settings.report);
  const speed = speedOf(settings.speed);
  const { trace } = settings;
  if (trace !== undefined) await checkWritable(trace, 'trace', io);
  const profile = await readProfile(settings.profile, io);
  const { story, file } = await findStory(settings.given, { ...settings, profile }, io);
  const until = settings.until === undefined ? story.clock.end : untilOf(settings.until, story);
  const performance = perform(story, profile === undefined ? {} : { profile });
  const traced = trace === undefined ? undefined : await beginTrace(trace, performance, io);
  try {
    const played = await printPlaying(performance, { speed, until, form }, io);
    const untraced = traced?.end();
    const beside = new Beside(io);
    await report({ played, file }, form, { performance, untraced }, io);
    if (untraced) beside.lose(untraced);
    return beside.exitCode(exitCodeOf(played, io));
  } catch (error) {
    throw error instanceof PlayError ? placedIn(file, error) : error;
  } finally {
    traced?.end();
    performance.simulator.stop();
  }
}

async function beginTrace(file: string, performance: Performance, io: Io) {
  const { traceTo } = await import('./trace.ts');
  return traceTo(file, performance, io);
}

interface PrintOptions {
  speed: Speed;
  until: number;
  form: Form;
}

async function printPlaying(
  performance: Performance,
  { speed, until, form }: PrintOptions,
  io: Io,
): Promise<Played> {
  const progress = new ProgressLine(performance, io);
  const printer = form === 'text' ? new StoryPrinter(performance, progress, io) : undefined;
  printer?.open();
  if (printer) performance.onEvent((event) => printer.print(event));
  try {
    return await play(performance, {
      speed,
      until,
      signal: io.stop,
      onProgress: (reached) => progress.draw(reached),
    });
  } finally {
    progress.clear();
    printer?.close();
  }
}

interface Beyond {
  performance: Performance;
  /** Why there is no whole trace. */
  untraced: CliError | undefined;
}

async function report(outcome: Outcome, form: Form, beyond: Beyond, io: Io): Promise<void> {
  const { performance, untraced } = beyond;
  if (form === 'text') return io.out(summaryOf(outcome, performance, io));
  if (form === 'json') return io.json(reportOf(outcome.played, outcome.file), 2);
  const { storyJunit } = await import('./junit.ts');
  const { reached } = outcome.played;
  const stopped = `Stopped at ${localText(reached, performance.story.clock.timeZone)}, before the end.`;
  const wrong = untraced
    ? ({ type: 'file', message: untraced.message } as const)
    : io.stop.aborted
      ? ({ type: 'interrupted', message: stopped } as const)
      : undefined;
  io.print(storyJunit(outcome, performance, wrong, io));
}

/** Failed expectations count for more than an interruption. */
function exitCodeOf({ standing }: Played, { stop }: Io): number {
  if (standing.failed > 0) return exitCodes.failed;
  return stop.aborted ? exitCodes.inconclusive : exitCodes.ok;
}

/** The error with the places in the file. */
function placedIn(file: string, { code, message, hint, places }: PlayError): CliError {
  const at = places.map(({ line, column }) => `${file}:${line}:${column}`).join(', ');
  return new CliError(code, at === '' ? message : `${at}: ${message}`, { hint });
}

/** @throws CliError WRONG_OPTION */
export function formOf(given: string): Form {
  const form = forms.find((each) => each === given);
  if (form) return form;
  throw new CliError('WRONG_OPTION', `--report takes ${forms.join(', ')}, not ${quoted(given)}.`, {
    hint: suggestion(given, forms) ?? 'roadtest play --help lists the options.',
  });
}

/** @throws CliError WRONG_OPTION */
export function speedOf(given: string): Speed {
  const speed = Number(given);
  if (given === 'max') return 'max';
  if (speed > 0 && speed <= 1_000_000) return speed;
  throw new CliError(
    'WRONG_OPTION',
    `--speed takes a number above 0 up to 1,000,000, or max, not ${quoted(given)}.`,
    {
      hint: '1 is real time, 60 a minute each second.',
    },
  );
}
