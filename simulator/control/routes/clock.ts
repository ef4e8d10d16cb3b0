/** Reading, setting and advancing the clock. */

import { isoUtc } from '../../../contracts/kit/times.ts';
import { parseDuration, parseInstant } from '../../time/calendar.ts';
import { ControlError } from '../errors.ts';
import { presentClock, presentFacts } from '../present.ts';
import type { Routes } from './route.ts';

/** The most events that a receipt lists. Its counts cover all, recorded locations too. */
const RECEIPT_ENTRIES = 1_000;
/** Kinds of events that are a deadline; a device's planned reports are not. */
const DEADLINE_KINDS = ['token-expiry', 'device-expiry', 'day-end'] as const;

export const clockRoutes = {
  'GET /clock': ({ world }) => presentClock(world.clock.view()),
  async 'PUT /clock'({ world, body: { now, until, ...rest } }) {
    const change = {
      ...rest,
      ...(now !== undefined && { now: parseInstant(now) }),
      ...(until !== undefined && { until: until === null ? null : parseInstant(until) }),
    };
    return presentClock(await world.clock.set(change));
  },
  async 'POST /clock/advance'({ world, body: { by, to, ...bound } }) {
    const { clock, fleet, lens } = world;
    const { log } = fleet;
    const goal = goalOf(clock.now(), by, to);
    const [before, countsBefore] = [log.head, new Map(Object.entries(log.counts))];
    const { from, to: end, reached, ...advance } = await clock.advance(goal, bound);
    const happened = log.since(before, RECEIPT_ENTRIES);
    const counts = Object.entries(log.counts).map(
      ([kind, count]) => [kind, count - (countsBefore.get(kind) ?? 0)] as const,
    );
    return {
      ...{ from: isoUtc(from), to: isoUtc(end), reached: isoUtc(reached) },
      ...advance,
      happened: happened.map((event) => presentFacts(event, lens)),
      complete: log.head - before === happened.length,
      counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      digest: log.digest(),
    };
  },
  'DELETE /clock/advance': ({ world: { clock } }) => ({
    interrupted: clock.interrupt(),
    ...presentClock(clock.view()),
  }),
  'GET /deadlines': ({ world: { clock, timeline, lens }, query: { limit } }) => ({
    now: isoUtc(clock.now()),
    deadlines: timeline.upcoming(limit, DEADLINE_KINDS).flatMap(({ at, kind, payload }) => {
      const known = DEADLINE_KINDS.find((each) => each === kind);
      return known ? [presentFacts({ at, kind: known, ...(payload as Payload) }, lens)] : [];
    }),
  }),
} satisfies Routes;

interface Payload {
  deviceId?: number;
  tokenId?: string;
}

/** Returns the moment that an advance ends at. */
function goalOf(now: number, by: string | undefined, to: string | undefined): number {
  if (by !== undefined && to === undefined) return now + parseDuration(by);
  if (to !== undefined && by === undefined) return parseInstant(to);
  throw new ControlError('BODY_INVALID', 'An advance needs either by or to.', {
    hint: 'Send {"by":"PT90M"} or {"to":"2026-01-06T00:00:00Z"}.',
  });
}
