/** Plays a story to its end, or to a moment before: at a speed, or as fast as possible. */

import { isoUtc } from '../../contracts/kit/times.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import { PlayError } from './errors.ts';
import type { Performance } from './perform.ts';
import { reportOf, type StoryReport } from './report.ts';

export interface PlayOptions {
  /** Simulated seconds for each real one, or as fast as possible. Default `max`. */
  speed?: Speed;
  /** Moment at which to stop, in milliseconds since 1970 UTC. Default: the end of the story. */
  until?: number;
  /** Stops it between two events. */
  signal?: AbortSignal;
  /** Called now and then with the progress. */
  onProgress?: (progress: Progress) => void;
  /** Names the story's file in the report. Default: the story's name with `.yaml`. */
  file?: string;
}

export interface Progress {
  /** The simulated moment. */
  at: number;
  /** From 0 to 1, of the way to where it stops. */
  share: number;
  /** Locations reported so far. */
  reports: number;
}

/** Real time between two looks at a running clock, in ms. */
const LOOK = 100;

/**
 * Plays on from the current moment of the story. Throws `STORY_TIME` for a moment that has passed or that is after the
 * end, and `STORY_TRIGGER_CYCLE` where entries set each other off without end.
 */
export async function play(performance: Performance, options: PlayOptions = {}): Promise<StoryReport> {
  const { pace, plugin, simulator, story } = performance;
  const { clock } = simulator;
  const { signal, speed = 'max', until = story.clock.end } = options;
  const from = clock.now();
  checkUntil(until, from, story.clock.end);
  const began = pace.monotonic();
  const before = reportsOf(performance);
  const reportsSince = () => reportsOf(performance) - before;
  const onProgress = (): void => {
    if (plugin.failure) clock.interrupt();
    const at = clock.now();
    options.onProgress?.({
      at,
      share: until === from ? 1 : (at - from) / (until - from),
      reports: reportsSince(),
    });
  };
  if (speed === 'max') await playAtFullSpeed(performance, until, onProgress, signal);
  else await playAtSpeed(performance, speed, until, onProgress, signal);
  if (plugin.failure) throw plugin.failure;
  const { file = `${story.name}.yaml` } = options;
  return reportOf(performance, { file, reports: reportsSince(), took: pace.monotonic() - began });
}

/** As fast as possible; requests are served in between. */
async function playAtFullSpeed(
  { simulator: { clock } }: Performance,
  until: number,
  onProgress: () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stop = () => void clock.interrupt();
  signal?.addEventListener('abort', stop);
  try {
    // An advance has a patience of its own; a long story takes several.
    while (!signal?.aborted && (await clock.advance(until, { onProgress })).stopped === 'time-limit');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** At a speed: the clock runs, and is looked at now and then. */
async function playAtSpeed(
  { pace, plugin, simulator: { clock } }: Performance,
  speed: number,
  until: number,
  onProgress: () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  await clock.set({ speed, frozen: false, until });
  while (!clock.view().frozen && !signal?.aborted && !plugin.failure) {
    await pace.sleep(Math.min(LOOK, Math.max(1, (until - clock.now()) / speed)));
    onProgress();
  }
  if (!clock.view().frozen) await clock.set({ frozen: true, until: null });
}

function reportsOf({ simulator }: Performance): number {
  return simulator.fleet.log.counts['location-recorded'];
}

function checkUntil(until: number, now: number, end: number): void {
  if (Number.isSafeInteger(until) && until >= now && until <= end) return;
  throw new PlayError('STORY_TIME', `The story cannot be played until ${isoUtc(until)}.`, {
    hint: `It is at ${isoUtc(now)} and ends at ${isoUtc(end)}.`,
  });
}
