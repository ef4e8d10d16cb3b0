/** The states of vehicles, and those that raised an alert lately. */
import { MINUTE } from '../../../contracts/kit/durations.ts';
import type { ShownEvent } from '../../control/schemas/index.ts';
import { devices, expired } from '../state/devices.ts';
import { onEvents } from '../state/events.ts';
import { STATES, stateOf, truthShown, type VehicleState } from '../state/known.ts';
import { onNewWorld } from '../state/world.ts';

const places = Object.fromEntries(STATES.map((state, place) => [state, place])) as {
  readonly [S in VehicleState]: number;
};

/**
 * Writes the state of each of some vehicles, as its place in `STATES`, at its number.
 *
 * @param moves whether a vehicle really moves, for where the truth is shown
 */
export function writeStates(
  states: Uint8Array,
  numbers: readonly number[],
  moves: (number: number) => boolean,
): void {
  const isTrue = truthShown.peek();
  const withoutLicence = expired.peek();
  for (const number of numbers) {
    const known = stateOf(number, withoutLicence);
    const isSeen = known === 'moving' || known === 'parked';
    states[number] = places[isTrue && isSeen ? (moves(number) ? 'moving' : 'parked') : known];
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
