/** The states of vehicles, and those that raised an alert lately. */
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
const placeOf = (state: VehicleState): number => STATES.indexOf(state);
const EXPIRED = placeOf('expired');
const OFFLINE = placeOf('offline');
const SILENT = placeOf('silent');
const PARKED = placeOf('parked');
const MOVING = placeOf('moving');

/** Writes the state of each of some vehicles, as its place in `STATES`, at its number. */
export function writeStates(
  states: Uint8Array,
  numbers: readonly number[],
  moves: (number: number) => boolean,
): void {
  const { flags } = positions;
  const withoutLicence = expired.peek();
  for (const number of numbers) {
    const flag = flags[number] ?? 0;
    let state = moves(number) ? MOVING : PARKED;
    if (flag & FLAGS.silent) state = SILENT;
    if (flag & FLAGS.offline) state = OFFLINE;
    if (flag & FLAGS.expired || withoutLicence.has(number)) state = EXPIRED;
    states[number] = state;
  }
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
