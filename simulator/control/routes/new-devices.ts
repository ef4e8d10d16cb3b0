/** Devices that are added to a world, in the form that fixtures have. */

import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import type { SchemaIssue } from '../../../contracts/kit/schema-issues.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { OuterId } from '../../../contracts/profile/lens/chosen-ids.ts';
import { deviceFacts } from '../../fixture/device.ts';
import { idWords, outerId } from '../../fixture/ids.ts';
import { momentsAt } from '../../fixture/moments.ts';
import type { FixtureDevice } from '../../fixture/schema.ts';
import { FleetError } from '../../fleet/errors.ts';
import type { Device } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';

/** Locations of all devices together that one call brings by saying how many devices have them. */
const MAX_LOCATIONS = 100_000;

/**
 * Adds so many devices that are alike, after everything is checked. What they have already, such as their locations, is
 * of the past: the one event of each is that it was created.
 *
 * @throws ControlError BODY_INVALID, ID_TAKEN; FleetError UNKNOWN_REFERENCE, LIMIT_OUT_OF_RANGE, EXPIRY_NEEDS_DATE,
 *   EXPIRY_DATE_INVALID, NO_LICENCE_AVAILABLE, FLEET_FULL
 */
export function addDevices(world: World, device: FixtureDevice, count: number): Device[] {
  const { fleet, timeline } = world;
  const before = fleet.devices.count;
  const next = fleet.devices.last + 1;
  const issues: SchemaIssue[] = [];
  const { description, settings, locations } = deviceFacts(device, '', momentsAt(timeline.now, issues));
  for (const { pointer, message, hint } of issues) {
    const field = splitPointer(pointer).join('.');
    throw invalid(field, `${field}: ${message}.`, hint);
  }
  if (count * locations.length > Math.max(MAX_LOCATIONS, locations.length)) {
    const message = `All devices together would have more than ${MAX_LOCATIONS.toLocaleString('en')} locations.`;
    throw invalid('count', message, 'Add fewer devices, or give them fewer locations.');
  }
  const { group, groups = [] } = device;
  const named = group === undefined ? groups : [group, ...groups];
  const groupIds = [...new Set(named.map((one) => groupIn(world, one)))];
  const id = device.id === undefined ? undefined : freeId(world, device.id, count);
  fleet.checkSettings(next, settings);
  if (settings.licence === 'used' && fleet.account.licencesAvailable < count) {
    throw new FleetError('NO_LICENCE_AVAILABLE', 'All licences are in use.', {
      field: 'licence',
      hint: 'Raise the number of licences, or leave licence out.',
    });
  }
  if (id !== undefined) world.chooseId('device', next, id);
  const added = fleet.devices.createSeveral({ ...description, groupIds }, count);
  for (const number of added) {
    for (const { report, receivedAt } of locations) fleet.locations.keep(number, report, receivedAt);
  }
  // Once for all: it looks at the whole fleet.
  fleet.settle(added.map((number) => [number, settings]));
  // Not by their ids: which device answers to an id is a rule, which a simulator may break.
  return fleet.devices.list({ offset: before });
}

function invalid(field: string, message: string, hint?: string): ControlError {
  return new ControlError('BODY_INVALID', message, { field, ...(hint !== undefined && { hint }) });
}

function freeId({ ids, fleet, idChoice }: World, given: OuterId, count: number): OuterId {
  if (count > 1) throw invalid('count', 'Two devices cannot share an id.', 'Leave out id or count.');
  const id = outerId('device', given, idChoice);
  if (id === undefined) throw invalid('id', `id must be ${idWords('device', idChoice)}.`);
  const taken = ids.numberOf('device', id);
  // The number of a removed device is not given again.
  if (taken === undefined || taken > fleet.devices.last) return id;
  throw new ControlError('ID_TAKEN', `There is a device ${quoted(String(given))} already.`, {
    field: 'id',
    hint: 'Choose another id, or leave it out.',
  });
}

/** The group that is named by its id, or by its name. */
function groupIn({ fleet, lens }: World, given: OuterId): number {
  const byId = lens.readId('group', given);
  if (byId !== undefined && fleet.groups.peek(byId)) return byId;
  const [found, ...others] = fleet.groups.list().filter(({ name }) => name === String(given));
  if (found && others.length === 0) return found.id;
  const said = quoted(String(given));
  const message = found ? `Several groups are called ${said}.` : `There is no group ${said}.`;
  throw new FleetError('UNKNOWN_REFERENCE', message, {
    field: 'group',
    hint: 'GET /_control/names lists the groups with their ids.',
  });
}
