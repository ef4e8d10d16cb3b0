/** Data of the server that are fetched again when they may have changed, but not for each of many changes. */
import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShownEvent } from '../../control/schemas/index.ts';
import { ApiError } from '../api/http.ts';
import { onEvents } from './events.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** `undefined` while it is not known, and where this server does not have it. */
export interface Resource<T> extends Signal<T | undefined> {
  /** Says that what is known may no longer hold: it is fetched again. */
  ask(): void;
  /** Forgets what is known, and fetches without a pause. */
  reset(): void;
}

export interface Refetch {
  /** Tells whether it may be another after an event. */
  on?: (event: ShownEvent) => boolean;
  /** Real milliseconds between two requests. */
  pause?: number;
  /** True if what is known is shown until it is fetched again, after a jump in the same story. */
  isKept?: boolean;
  /** True if it is fetched only when it is asked for. */
  isLazy?: boolean;
}

const PAUSE = 700;
const renewals = new Set<(real: number) => Promise<void>>();

/** Fetches one thing, at most once at a time, and again after a pause where that fails. */
export function resource<T>(
  fetch: () => Promise<T | undefined>,
  { on, pause = PAUSE, isKept = false, isLazy = false }: Refetch = {},
): Resource<T> {
  let isStale = !isLazy;
  let isLooking = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const known = signal<T | undefined>(undefined);

  renewals.add(async (real) => {
    if (!isStale || isLooking || real - lookedAt < pause) return;
    isLooking = true;
    lookedAt = real;
    isStale = false;
    try {
      const found = await ofThisWorld(fetch());
      if (found !== undefined) known.value = found;
    } catch (error) {
      // A server without it has no such address, or no such device.
      isStale = !(error instanceof ApiError && error.problem.status === 404);
    } finally {
      isLooking = false;
    }
  });
  const renew = (isForgotten: boolean) => {
    if (isForgotten) known.value = undefined;
    isStale = isStale || !isLazy;
    lookedAt = Number.NEGATIVE_INFINITY;
  };
  onNewWorld((isSameStory) => renew(!(isKept && isSameStory)));
  if (on) {
    onEvents((added) => {
      if (added.some(on)) isStale = true;
    });
  }
  return Object.assign(known, {
    ask() {
      isStale = true;
    },
    reset() {
      renew(true);
      isStale = true;
    },
  });
}

/** Fetches all that was asked for. To be called some times a second with the real moment of `performance.now()`. */
export async function renewAll(real: number): Promise<void> {
  await Promise.all([...renewals].map((renew) => renew(real)));
}

/** Asks for something anew as long as a component is shown. */
export function usePolled(ask: () => void, milliseconds: number): void {
  useEffect(() => {
    ask();
    const timer = setInterval(() => {
      if (!document.hidden) ask();
    }, milliseconds);
    return () => clearInterval(timer);
  }, []);
}
