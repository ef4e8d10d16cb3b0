/** Devices that are listed and read wrongly, and ids of none that are served (sections 1 and 4.2). */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault } from './fault.ts';
import { at, both, inAnswer, type Place, refusal, type Seen, withJson } from './wrapping.ts';

type Records = readonly unknown[];

const isRecords = (body: unknown): body is Records => Array.isArray(body);

/** Changes the list of devices. `make` is called once: what it keeps is state. */
function listed(make: (world: Simulator) => (records: Records, seen: Seen) => Records): Around {
  return at(['listDevices'], (world) => {
    const change = make(world);
    return async (seen) => {
      const reply = await seen.pass();
      const records: unknown = reply.status === 200 ? JSON.parse(reply.body) : undefined;
      return isRecords(records) ? withJson(reply, change(records, seen)) : reply;
    };
  });
}

/** Lists the devices that were called at one of these places before in another way. */
function afterCalls(
  place: Place,
  change: (records: Records, called: ReadonlySet<unknown>) => Records,
): Around {
  const called = new WeakMap<Simulator, Set<unknown>>();
  const calledIn = (world: Simulator): Set<unknown> => {
    const ids = called.get(world) ?? new Set();
    called.set(world, ids);
    return ids;
  };
  return both(
    listed((world) => (records) => change(records, calledIn(world))),
    at([place], (world) => async ({ id, pass }) => {
      const reply = await pass();
      if (reply.status < 300) calledIn(world).add(id);
      return reply;
    }),
  );
}

const idOf = (record: unknown): unknown => fieldsOf(record).id;

/** Tells whether the id in the path names no device. */
function isUnknown({ id, world: { fleet, lens } }: Seen): boolean {
  const device = lens.readPathId('device', id);
  return device === undefined || !fleet.devices.has(device);
}

/** Has calls for unknown devices carried out for another. */
function unknownIs(places: readonly Place[], other: (seen: Seen) => string | undefined): Around {
  return at(places, () => (seen) => {
    const id = isUnknown(seen) ? other(seen) : undefined;
    if (id === undefined) return seen.pass();
    return seen.pass({ ...seen.call, target: seen.call.target.replace(encodeURIComponent(seen.id), id) });
  });
}

/** Answers unknown devices with something made up, where the token is good. */
function unknownHas(place: Place, made: (id: string) => unknown): Around {
  return at([place], () => async (seen) => {
    const reply = await seen.pass();
    return reply.status === 404 && isUnknown(seen) ? withJson(refusal(200), made(seen.id)) : reply;
  });
}

export const deviceFaults: readonly Fault[] = [
  fault(
    'lists each device with the name of the next',
    ['devices/listed-can-be-read'],
    listed(
      () => (records) =>
        records.map((record, place) => ({
          ...fieldsOf(record),
          name: fieldsOf(records[(place + 1) % records.length]).name,
        })),
    ),
  ),
  fault(
    'reads each device with the id of the first',
    ['devices/listed-can-be-read'],
    inAnswer(['readDevice'], (body, { world }) => ({
      ...fieldsOf(body),
      id: world.lens.pathId('device', 1),
    })),
  ),
  fault(
    'finds only the devices that have a group',
    ['devices/listed-can-be-read', 'devices/listed-once'],
    at(['readDevice'], () => async ({ pass }) => {
      const reply = await pass();
      return reply.status === 200 && fieldsOf(JSON.parse(reply.body)).groupId === null ? refusal(404) : reply;
    }),
  ),
  fault(
    'leaves the last device out of the list',
    ['devices/listed-once'],
    listed(() => (records) => records.slice(0, -1)),
  ),
  fault(
    'lists the first ten devices alone',
    ['devices/listed-once'],
    listed(
      ({ lens }) =>
        (records) =>
          records.filter((record) => (lens.readPathId('device', String(idOf(record))) ?? 0) <= 10),
    ),
  ),
  fault(
    'lists devices that have reported a location only once they have sent another',
    ['devices/listed-once'],
    afterCalls('postLocations', (records, called) => records.filter((record) => !called.has(idOf(record)))),
  ),
  fault(
    'lists a device that was read by its id no more',
    ['devices/listed-once'],
    afterCalls('readDevice', (records, called) => records.filter((record) => !called.has(idOf(record)))),
  ),
  fault(
    'answers unknown ids with the last device',
    ['devices/unknown-device-not-served'],
    unknownIs(['readDevice', 'lastLocation'], ({ world }) =>
      world.lens.pathId('device', world.fleet.devices.last),
    ),
  ),
  fault(
    'takes the device whose id an unknown one begins with',
    ['devices/unknown-device-not-served'],
    unknownIs(['readDevice', 'lastLocation'], ({ id }) => /^(dev-\d+)\D/.exec(id)?.[1]),
  ),
  fault(
    'makes up a record for each unknown id',
    ['devices/unknown-device-not-served'],
    unknownHas('readDevice', (id) => ({
      id,
      name: 'Unknown',
      model: null,
      licencePlate: null,
      imei: null,
      phone: null,
      groupId: null,
      status: 'unknown',
      licence: 'used',
      expiresAt: null,
      lastSeenAt: null,
    })),
  ),
];
