/** A fleet on a timeline of its own, for tests. Monday 5 January 2026, 08:00 UTC, is its beginning. */
import { defaultAnswers } from '../../../contracts/specification/openings/index.ts';
import { Fleet } from '../../../simulator/fleet/fleet.ts';
import type { FleetOptions } from '../../../simulator/fleet/options.ts';
import type { Policy } from '../../../simulator/fleet/policy.ts';
import { Timeline } from '../../../simulator/time/timeline.ts';

export const START = Date.UTC(2026, 0, 5, 8);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface World {
  fleet: Fleet;
  timeline: Timeline;
  /** Lets time pass. */
  pass(ms: number): void;
  /** Lets time pass until an instant. */
  until(instant: number | string): void;
}

type Options = Partial<Omit<FleetOptions, 'policy'>> & { policy?: Partial<Policy> };

export function world(options: Options = {}): World {
  const timeline = options.timeline ?? new Timeline(START);
  const fleet = new Fleet({
    seed: 1,
    devices: 4,
    timeZone: 'UTC',
    userName: 'demo',
    apiKey: 'demo-key',
    ...options,
    timeline,
    policy: { ...defaultAnswers, ...options.policy },
  });
  return {
    fleet,
    timeline,
    pass: (ms) => void timeline.runUntil(timeline.now + ms),
    until: (instant) => void timeline.runUntil(typeof instant === 'string' ? Date.parse(instant) : instant),
  };
}

/** Matches a refusal of the fleet with this code, and with these facts. */
export function refusal(code: string, facts: { field?: string } = {}) {
  return { name: 'FleetError', code, ...facts };
}

/** All that a fleet shows. */
export function everything({ fleet, timeline }: World): unknown {
  const devices = fleet.devices.list();
  return {
    now: timeline.now,
    account: fleet.account.view(),
    devices,
    limits: devices.map(({ id }) => fleet.limits.get(id)),
    lasts: devices.map(({ id }) => fleet.locations.last(id)),
    histories: devices.map(({ id }) =>
      fleet.locations.between(id, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    ),
    alerts: fleet.alerts.recent(1_000),
    outbox: fleet.outbox.list(),
    groups: fleet.groups.list(),
    users: fleet.users.list(),
    counts: fleet.log.counts,
    events: fleet.log.since(0, 100_000),
    upcoming: timeline.upcoming(1_000).map(({ at, kind, payload }) => ({ at, kind, payload })),
    digest: fleet.log.digest(),
  };
}
