/** Plays a story to its end, or to a moment before: at a speed, or as fast as possible. */

import { itemAt } from '../../contracts/kit/items.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import type { Place } from '../language/terms.ts';
import { PlayError } from './errors.ts';
import type { ExpectationResult } from './ledger.ts';
import type { Performance } from './perform.ts';

export interface PlayOptions {
  /** Simulated seconds for each real one, or as fast as possible. Default `max`. */
  speed?: Speed;
  /** Moment at which to stop, in milliseconds since 1970 UTC. Default: the end of the story. */
  until?: number;
  /** Stops it between two events. */
  signal?: AbortSignal;
  /** Called now and then with the progress. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** The simulated moment. */
  at: number;
  /** From 0 to 1, of the way to where it stops. */
  share: number;
  /** Locations reported so far. */
  reports: number;
}

/** The result of playing. */
export interface Played {
  story: string;
  seed: number;
  /** The simulated moment that was reached. */
  reached: number;
  /** True if the story was played to its end. */
  finished: boolean;
  /** A fingerprint of everything that happened. */
  digest: string;
  /** Events by kind. */
  counts: { [kind: string]: number };
  /** Messages of the whole story. */
  messages: { sent: number; withheld: number };
  results: ExpectationResult[];
  /** The entries that never came until the end of the story: a condition that was never met, a time that is in none of its days. */
  neverSetOff: { label: string; place: Place }[];
  /** How many expectations are in each state. */
  standing: { [S in ExpectationResult['state']]: number };
  /** Locations reported, and how many of them for each real second of playing. */
  reports: number;
  reportsPerSecond: number;
  /** Real milliseconds that it took. */
  took: number;
}

/** Real time between two looks at a running clock, in ms. */
const LOOK = 100;

/**
 * Plays on from the current moment of the story. Throws `STORY_TIME` for a moment that has passed or that is after the
 * end, and `STORY_TRIGGER_CYCLE` where entries set each other off without end.
 */
export async function play(performance: Performance, options: PlayOptions = {}): Promise<Played> {
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
  return playedOf(performance, { reports: reportsSince(), took: pace.monotonic() - began });
}

/** The result of a performance so far. */
export function playedOf(
  { simulator, story, plugin }: Performance,
  { reports, took }: Pick<Played, 'reports' | 'took'>,
): Played {
  const results = plugin.results();
  const standing = { met: 0, failed: 0, open: 0 };
  for (const { state } of results) standing[state]++;
  return {
    story: story.name,
    seed: story.clock.seed,
    reached: simulator.clock.now(),
    finished: plugin.ended,
    digest: simulator.fleet.log.digest(),
    counts: plugin.counts(),
    messages: plugin.messages(),
    results,
    neverSetOff: plugin.neverSetOff().map((entry) => {
      const { label, place } = itemAt(story.timeline, entry);
      return { label, place };
    }),
    standing,
    reports,
    reportsPerSecond: took > 0 ? Math.round((reports * 1000) / took) : 0,
    took,
  };
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
