/** Reading, setting and advancing the clock. */

import { isoUtc } from '../../../contracts/kit/times.ts';
import { parseDuration, parseInstant } from '../../time/calendar.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { presentClock, presentEvent, presentFacts } from '../present.ts';
import type { ReplyOf } from '../schemas/index.ts';
import { type ControlRoute, queryNumber, route } from './route.ts';

/** The most events that a receipt lists. Its counts cover all, recorded locations too. */
const RECEIPT_ENTRIES = 1_000;

type Counts = { readonly [kind: string]: number };

export const clockRoutes: readonly ControlRoute[] = [
  route('GET /clock', ({ world }) => ({ body: presentClock(world.clock.view()) })),
  route('PUT /clock', async ({ world, body }) => {
    const { now, speed, frozen, until } = body;
    const view = await world.clock.set({
      ...(now !== undefined && { now: parseInstant(now) }),
      ...(speed !== undefined && { speed }),
      ...(frozen !== undefined && { frozen }),
      ...(until !== undefined && { until: until === null ? null : parseInstant(until) }),
    });
    return { body: presentClock(view) };
  }),
  route('POST /clock/advance', async ({ world, body }) => {
    const { by, to, maxEvents } = body;
    const goal = goalOf(world.clock.now(), by, to);
    const { log } = world.fleet;
    const [before, countsBefore] = [log.head, { ...log.counts }];
    const advance = await world.clock.advance(goal, maxEvents === undefined ? {} : { maxEvents });
    const happened = log.since(before, RECEIPT_ENTRIES);
    return {
      body: {
        from: isoUtc(advance.from),
        to: isoUtc(advance.to),
        reached: isoUtc(advance.reached),
        settled: advance.settled,
        ...(advance.stopped && { stopped: advance.stopped }),
        events: advance.events,
        happened: happened.map((event) => presentEvent(event, world.lens)),
        complete: log.head - before === happened.length,
        counts: countsSince(countsBefore, log.counts),
        digest: log.digest(),
      },
    };
  }),
  route('DELETE /clock/advance', ({ world }) => ({
    body: { interrupted: world.clock.interrupt(), ...presentClock(world.clock.view()) },
  })),
  route('GET /deadlines', (request) => ({
    body: deadlines(request.world, queryNumber(request, 'limit', 50, 10_000)),
  })),
];

/** How many events of each kind there were, for the kinds that there were any of. */
function countsSince(before: Counts, now: Counts): Counts {
  const since = Object.entries(now).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}

/** Where an advance ends. */
function goalOf(now: number, by: string | undefined, to: string | undefined): number {
  if (by !== undefined && to === undefined) return now + parseDuration(by);
  if (to !== undefined && by === undefined) return parseInstant(to);
  throw new ControlError('BODY_INVALID', 'An advance needs either by or to.', {
    hint: 'Send {"by":"PT90M"} or {"to":"2026-01-06T00:00:00Z"}.',
  });
}

/** Kinds of events that are a deadline; a device's planned reports are not. */
const DEADLINE_KINDS = ['token-expiry', 'device-expiry', 'day-end'] as const;

/** The next `limit` deadlines, soonest first. */
function deadlines(world: World, limit: number): ReplyOf<'GET /deadlines'> {
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
