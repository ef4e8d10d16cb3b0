/** A saved fleet. */
import { constant, object, type Static } from '../../../contracts/kit/schema.ts';
import { accountState, seedFacts } from './account.ts';
import { deviceColumnsState, devicesState, expiryState } from './devices.ts';
import { locationStoreState } from './locations.ts';
import { logState, tokensState } from './log.ts';
import { alertsState, outboxState } from './messages.ts';
import { groupsState, usersState } from './records.ts';

/** A whole fleet as JSON. The events it awaits are saved with the timeline: the two belong together. */
export const fleetState = object({
  version: constant(1),
  seed: seedFacts,
  account: accountState,
  columns: deviceColumnsState,
  devices: devicesState,
  expiry: expiryState,
  locations: locationStoreState,
  alerts: alertsState,
  outbox: outboxState,
  groups: groupsState,
  users: usersState,
  tokens: tokensState,
  log: logState,
});
export type FleetState = Static<typeof fleetState>;
