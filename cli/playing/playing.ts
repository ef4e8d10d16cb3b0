/** `roadtest play`: a story played, printed, checked and reported. */
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { localText } from '../../scenarios/language/times.ts';
import { PlayError } from '../../scenarios/player/errors.ts';
import { type Performance, perform } from '../../scenarios/player/perform.ts';
import { play } from '../../scenarios/player/play.ts';
import type { StoryReport } from '../../scenarios/player/report.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { readProfile } from '../serving/reading.ts';
import { ProgressLine } from './progress.ts';
import { findStory } from './stories.ts';
import { StoryPrinter } from './story-printer.ts';
import { summaryOf } from './summary.ts';
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
  const performance = perform(story, profile && { profile });
  const traced =
    trace === undefined ? undefined : (await import('./trace.ts')).traceTo(trace, performance, io);
  const progress = new ProgressLine(performance, io);
  try {
    const printer = form === 'text' ? new StoryPrinter(performance, progress, io) : undefined;
    printer?.open();
    if (printer) performance.onEvent((event) => printer.print(event));
    const onProgress: ProgressLine['draw'] = (reached) => progress.draw(reached);
    const played = await play(performance, { speed, until, file, signal: io.stop, onProgress });
    progress.clear();
    printer?.close();
    const untraced = traced?.end();
    const beside = new Beside(io);
    if (form === 'text') io.out(summaryOf(played, performance, io));
    else if (form === 'json') io.json(played, 2);
    else await printJunit(played, performance, untraced, io);
    if (untraced) beside.lose(untraced);
    return beside.exitCode(exitCodeOf(played, io));
  } catch (error) {
    throw error instanceof PlayError ? placedIn(file, error) : error;
  } finally {
    progress.clear();
    traced?.end();
    performance.simulator.stop();
  }
}

/** @param untraced why there is no whole trace */
async function printJunit(
  played: StoryReport,
  performance: Performance,
  untraced: CliError | undefined,
  io: Io,
): Promise<void> {
  const { storyJunit } = await import('./junit.ts');
  const reached = localText(Date.parse(played.reached), performance.story.clock.timeZone);
  const wrong = untraced
    ? ({ type: 'file', message: untraced.message } as const)
    : io.stop.aborted
      ? ({ type: 'interrupted', message: `Stopped at ${reached}, before the end.` } as const)
      : undefined;
  io.print(storyJunit(played, performance, wrong, io));
}

/** Failed expectations count for more than an interruption. */
function exitCodeOf({ standing }: StoryReport, { stop }: Io): number {
  if (standing.failed > 0) return exitCodes.failed;
  return stop.aborted ? exitCodes.inconclusive : exitCodes.ok;
}

/** The error with the places in the file. */
function placedIn(file: string, { code, message, hint, places }: PlayError): CliError {
  const at = places.map(({ line, column }) => `${file}:${line}:${column}`).join(', ');
  return new CliError(code, at === '' ? message : `${at}: ${message}`, { hint });
}

/** @throws CliError WRONG_OPTION */
function formOf(given: string): Form {
  const form = forms.find((each) => each === given);
  if (form) return form;
  throw new CliError('WRONG_OPTION', `--report takes ${forms.join(', ')}, not ${quoted(given)}.`, {
    hint: suggestion(given, forms) ?? 'roadtest play --help lists the options.',
  });
}

/** @throws CliError WRONG_OPTION */
function speedOf(given: string): Speed {
  const speed = Number(given);
  if (given === 'max') return 'max';
  if (speed > 0 && speed <= 1_000_000) return speed;
  throw new CliError(
    'WRONG_OPTION',
    `--speed takes a number above 0 up to 1,000,000, or max, not ${quoted(given)}.`,
    { hint: '1 is real time, 60 a minute each second.' },
  );
}
