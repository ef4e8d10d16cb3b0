/** What the clock will bring next, as people want to read it. */
import { isoUtc } from '../../contracts/kit/times.ts';
import type { World } from '../world.ts';
import { presentFacts } from './present.ts';

/** Kinds of events that are a deadline; a device's planned reports are not. */
const DEADLINE_KINDS = ['token-expiry', 'device-expiry', 'day-end'] as const;

/** The next `limit` deadlines, soonest first: `{ now, deadlines: [{ at, kind, … }] }`. */
export function deadlines(world: World, limit: number): object {
  const now = isoUtc(world.clock.now());
  const upcoming = world.timeline.upcoming(limit, DEADLINE_KINDS);
  return {
    now,
    deadlines: upcoming.map(({ at, kind, payload }) =>
      presentFacts({ at, kind, ...(payload as object) }, world.lens),
    ),
  };
}
