/** Bringing the timeline far forward without blocking other callers. */
import type { Pace } from './pace.ts';
import type { EpochMs, Timeline } from './timeline.ts';

/** The receipt of an advance. */
export interface Advance {
  from: EpochMs;
  /** Moment that it was to reach, and the one that it reached. */
  to: EpochMs;
  reached: EpochMs;
  events: number;
  settled: boolean;
  /** Why it did not get there. */
  stopped?: 'interrupted' | 'event-limit' | 'time-limit';
}

export interface AdvanceOptions {
  /** Stop after this many events. */
  maxEvents?: number;
  signal?: AbortSignal;
  /** Called after every slice. */
  onProgress?: (reached: EpochMs) => void;
}

/** An advance that is under way, and the switch that stops it. */
export interface UnderWay {
  interrupted: boolean;
}

/** Real time after which an advance lets waiting requests be served, in ms. */
export const SLICE = 10;
/** A look at the real clock costs as much as a small event, so only some events pay for one: of small ones. */
const EVENTS_PER_LOOK = 32;
/** Real time between two looks that is too long, in ms: after it the next look comes after half as many events. */
const LOOK = 1;

/** Runs the timeline to `to` in slices of real time, for at most `patience` ms of it. */
export async function advanceInSlices(
  timeline: Timeline,
  pace: Pace,
  underWay: UnderWay,
  to: EpochMs,
  options: AdvanceOptions & { patience: number },
): Promise<Advance> {
  const { maxEvents = Number.POSITIVE_INFINITY, onProgress, patience, signal } = options;
  const began = pace.monotonic();
  const receipt: Advance = { from: timeline.now, to, reached: timeline.now, events: 0, settled: false };
  for (;;) {
    if (underWay.interrupted || signal?.aborted) return { ...receipt, stopped: 'interrupted' };
    if (pace.monotonic() - began > patience) return { ...receipt, stopped: 'time-limit' };
    const spent = budget(pace, SLICE);
    const run = timeline.runUntil(to, {
      maxEvents: maxEvents - receipt.events,
      pause: () => underWay.interrupted || spent(),
    });
    receipt.events += run.events;
    receipt.reached = timeline.now;
    receipt.settled = run.settled;
    onProgress?.(receipt.reached);
    if (run.settled) return receipt;
    if (receipt.events >= maxEvents) return { ...receipt, stopped: 'event-limit' };
    await pace.breathe();
  }
}

/** Asked before every event, says whether so much real time has been spent. */
export function budget(pace: Pace, ms: number): () => boolean {
  let looked = pace.monotonic();
  const end = looked + ms;
  let between = 1;
  let left = 1;
  return () => {
    if (left-- > 0) return false;
    const now = pace.monotonic();
    between = now - looked > LOOK ? Math.max(between >> 1, 1) : Math.min(between * 2, EVENTS_PER_LOOK);
    left = between - 1;
    looked = now;
    return now >= end;
  };
}
