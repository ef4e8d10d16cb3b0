/** The next deadlines of the clock, as people want to read them. */
import { isoUtc } from '../../contracts/kit/times.ts';
import type { World } from '../world.ts';
import { presentFacts } from './present.ts';
import type { ReplyOf } from './schemas/index.ts';

/** Kinds of events that are a deadline; a device's planned reports are not. */
const DEADLINE_KINDS = ['token-expiry', 'device-expiry', 'day-end'] as const;

/** The next `limit` deadlines, soonest first. */
export function deadlines(world: World, limit: number): ReplyOf<'GET /deadlines'> {
  const upcoming = world.timeline.upcoming(limit, DEADLINE_KINDS);
  return {
    now: isoUtc(world.clock.now()),
    deadlines: upcoming.flatMap(({ at, kind, payload }) => {
      const known = DEADLINE_KINDS.find((each) => each === kind);
      return known ? [presentFacts({ at, kind: known, ...(payload as Payload) }, world.lens)] : [];
    }),
  };
}

interface Payload {
  deviceId?: number;
  tokenId?: string;
}
