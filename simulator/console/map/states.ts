/** What a vehicle is doing, and who raised an alert lately. */
import { MINUTE } from '../../../contracts/kit/durations.ts';
import type { ShownEvent } from '../../control/schemas/index.ts';
import { FLAGS } from '../api/positions.ts';
import { devices, expired } from '../state/devices.ts';
import { onEvents } from '../state/events.ts';
import { positions } from '../state/positions.ts';
import { onNewWorld } from '../state/world.ts';

/** By what is drawn first: what matters more is on top. */
export const STATES = ['expired', 'offline', 'silent', 'parked', 'moving'] as const;
export type VehicleState = (typeof STATES)[number];

/** Place in `STATES`; `moves` is whether it is shown moving. */
export function stateOf(number: number, moves: boolean): number {
  const flags = positions.flags[number] ?? 0;
  if (flags & FLAGS.expired || expired.peek().has(number)) return STATES.indexOf('expired');
  if (flags & FLAGS.offline) return STATES.indexOf('offline');
  if (flags & FLAGS.silent) return STATES.indexOf('silent');
  return STATES.indexOf(moves ? 'moving' : 'parked');
}

/** An alert is shown for this long: simulated, but long enough to be seen. */
const ALERT_LASTS = 5 * MINUTE;
const ALERT_SEEN = 6_000;

/** When each vehicle raised its last alert, by the fleet's number. */
const raised = new Map<number, { at: number; seen: number }>();

/** Keeps who raised an alert; returns a function that ends this. */
export function watchAlerts(): () => void {
  const stops = [onNewWorld(() => raised.clear()), onEvents(keepAlerts)];
  return () => {
    for (const stop of stops) stop();
  };
}

function keepAlerts(events: readonly ShownEvent[]): void {
  const seen = performance.now();
  for (const event of events) {
    if (event.kind !== 'alert-raised') continue;
    const number = devices.get(String(event.deviceId))?.number;
    if (number !== undefined) raised.set(number, { at: Date.parse(event.at), seen });
  }
}

/** The numbers of the vehicles whose alert is still shown. */
export function alerting(now: number, real: number): readonly number[] {
  if (raised.size === 0) return [];
  for (const [number, { at, seen }] of raised)
    if (now - at > ALERT_LASTS && real - seen > ALERT_SEEN) raised.delete(number);
  return [...raised.keys()];
}
