/** About how many bytes a world takes: measured per thing, and counted without looking at each. */
import type { RequestJournal } from './control/journal.ts';
import type { Fixture } from './fixture/schema.ts';
import type { Fleet } from './fleet/fleet.ts';

/** Without a device. */
const EMPTY = 256 * 1024;
const PER_DEVICE = 2 * 1024;
/** A message, an alert or an event that is kept. */
const PER_KEPT = 400;
/** A fixture is kept as the data that it was read from. */
const PER_FIXTURE_DEVICE = 1024;
const PER_FIXTURE_LOCATION = 400;

/** The size of a new world of so many devices. */
export function newBytes(devices: number): number {
  return EMPTY + devices * PER_DEVICE;
}

/** The size of a fleet with all its contents. */
export function fleetBytes({ devices, locations, outbox, alerts, log }: Fleet): number {
  const kept = outbox.kept + alerts.kept + log.kept;
  return devices.count * PER_DEVICE + locations.bytes + kept * PER_KEPT;
}

/** The size of a fixture that a reset goes back to. */
export function fixtureBytes({ devices = [] }: Fixture): number {
  const locations = devices.reduce((sum, { locations: of = [] }) => sum + of.length, 0);
  return devices.length * PER_FIXTURE_DEVICE + locations * PER_FIXTURE_LOCATION;
}

/** @param beginning what is kept to go back to: snapshots, a fixture */
export function worldBytes(fleet: Fleet, journal: RequestJournal, beginning: number): number {
  return EMPTY + fleetBytes(fleet) + journal.bytes + beginning;
}
