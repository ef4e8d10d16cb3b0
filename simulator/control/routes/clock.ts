/** Reading, setting and advancing the clock. */

import { isoUtc } from '../../../contracts/kit/times.ts';
import { parseDuration, parseInstant } from '../../time/calendar.ts';
import type { Speed } from '../../time/clock.ts';
import { deadlines } from '../deadlines.ts';
import { ControlError } from '../errors.ts';
import { presentClock, presentEvent } from '../present.ts';
import { type ControlRoute, fieldsOf, queryNumber } from './route.ts';

/** The most that a receipt tells one by one. Its counts cover all, recorded locations too. */
const RECEIPT_ENTRIES = 1_000;

type Counts = { readonly [kind: string]: number };

export const clockRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/clock', run: (world) => ({ body: presentClock(world.clock.view()) }) },
  {
    method: 'PUT',
    path: '/clock',
    async run(world, { body }) {
      const change = fieldsOf(body, {
        now: ['string'],
        speed: ['number', 'string'],
        frozen: ['boolean'],
        until: ['string', 'null'],
      });
      const view = await world.clock.set({
        ...(change.now !== undefined && { now: parseInstant(change.now) }),
        ...(change.speed !== undefined && { speed: speedOf(change.speed) }),
        ...(change.frozen !== undefined && { frozen: change.frozen }),
        ...(change.until !== undefined && {
          until: change.until === null ? null : parseInstant(change.until),
        }),
      });
      return { body: presentClock(view) };
    },
  },
  {
    method: 'POST',
    path: '/clock/advance',
    async run(world, { body }) {
      const { by, to, maxEvents } = fieldsOf(body, { by: ['string'], to: ['string'], maxEvents: ['number'] });
      if ((by === undefined) === (to === undefined)) {
        throw new ControlError('BODY_INVALID', 'An advance needs either by or to.', {
          hint: 'Send {"by":"PT90M"} or {"to":"2026-01-06T00:00:00Z"}.',
        });
      }
      const goal = by === undefined ? parseInstant(to as string) : world.clock.now() + parseDuration(by);
      if (maxEvents !== undefined && (!Number.isSafeInteger(maxEvents) || maxEvents < 1)) {
        throw new ControlError('BODY_INVALID', 'maxEvents must be a whole number from 1 on.', {
          field: 'maxEvents',
        });
      }
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
    },
  },
  {
    method: 'DELETE',
    path: '/clock/advance',
    run: (world) => ({ body: { interrupted: world.clock.interrupt(), ...presentClock(world.clock.view()) } }),
  },
  {
    method: 'GET',
    path: '/deadlines',
    run: (world, request) => ({ body: deadlines(world, queryNumber(request, 'limit', 50, 10_000)) }),
  },
];

/** How many events of each kind there were, for the kinds that there were any of. */
function countsSince(before: Counts, now: Counts): Counts {
  const since = Object.entries(now).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}

function speedOf(given: number | string): Speed {
  if (typeof given === 'number' || given === 'max') return given;
  throw new ControlError('BODY_INVALID', 'speed must be a number or "max".', { field: 'speed' });
}
