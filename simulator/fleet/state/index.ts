/** A saved fleet: its form, and what has to hold in it. See README.md. */

import { mustHold } from '../../../contracts/kit/saved.ts';
import { constant, object, type Static } from '../../../contracts/kit/schema.ts';
import { accountState, checkAccount, checkSeed, seedFacts } from './account.ts';
import type { Context } from './context.ts';
import {
  checkDevices,
  checkExpiry,
  checkLimits,
  deviceColumnsState,
  devicesState,
  expiryState,
} from './devices.ts';
import { checkItinerary, locationsState } from './locations.ts';
import { checkLog, checkTokens, logState, tokensState } from './log.ts';
import { alertsState, checkAlerts, checkOutbox, outboxState } from './messages.ts';
import { checkRecords, groupsState, usersState } from './records.ts';

/** A whole fleet as JSON. The events it awaits are saved with the timeline: the two belong together. */
export const fleetState = object({
  version: constant(1),
  seed: seedFacts,
  account: accountState,
  columns: deviceColumnsState,
  devices: devicesState,
  expiry: expiryState,
  locations: locationsState,
  alerts: alertsState,
  outbox: outboxState,
  groups: groupsState,
  users: usersState,
  tokens: tokensState,
  log: logState,
});
export type FleetState = Static<typeof fleetState>;

/** Throws a StateError for what does not fit together in a state that has the form. Its rows were read already. */
export function checkFleet(state: FleetState, context: Context): void {
  checkSeed(state.seed, context);
  checkAccount(state.account, context);
  checkDevices(state.devices, state.columns.removed ?? [], state.seed.seed, context);
  checkLimits(context);
  checkExpiry(state.expiry, context);
  checkItinerary(state.locations.itinerary, context);
  checkAlerts(state.alerts, context);
  checkOutbox(state.outbox, state.alerts, context);
  checkRecords(state, context);
  checkTokens(state.tokens, context);
  checkLog(state.log, context);
  checkDay(context);
}

/** One event ends the day: at its end, or at this very moment. */
function checkDay({ claims, day, now, faithful }: Context): void {
  const ends = claims.takeAll('day-end', {});
  claims.close('day-end');
  mustHold(ends.length === 1, '', `has ${ends.length} events that end the day, where there must be one`);
  if (!faithful) return;
  const good = [now - 1, now].some((after) => day.endAfter(after) === ends[0]?.at);
  mustHold(good, '', 'ends the day at another moment than the profile says');
}
