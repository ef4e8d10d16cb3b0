/** Settings that change after they were read back, what an expiry does to its own device, and what hangs on a removed record. */
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault } from './fault.ts';
import { recordIn, recordsOf } from './of-records.ts';
import { after, at, type Place, refusal } from './wrapping.ts';

const DAY = 86_400_000;

type Limits = ReturnType<Simulator['fleet']['limits']['of']>;
type Change = Partial<Pick<Limits, 'dailyEmail' | 'dailySms' | 'expires'>>;
type To = (limits: Limits) => Change;

const oneMore: To = ({ dailyEmail: limit }) => (limit === null ? {} : { dailyEmail: limit + 1 });
const oneLess: To = ({ dailySms: limit }) => (limit === null || limit === 0 ? {} : { dailySms: limit - 1 });
const off: To = ({ expires }) => (expires ? { expires: false } : {});

function change({ fleet }: Simulator, id: number, to: To): void {
  const made = to(fleet.limits.of(id));
  if (fleet.devices.has(id) && Object.keys(made).length > 0) fleet.limits.set(id, made);
}

function inUse({ fleet }: Simulator): number[] {
  return fleet.devices.list().flatMap(({ id, licence }) => (licence === 'used' ? [id] : []));
}

/** Changes the settings of all devices in use where a day ends. */
function nextDay(to: To): Around {
  return at(['advance'], (world) => async ({ pass }) => {
    const day = () => Math.floor(world.clock.now() / DAY);
    const before = day();
    const reply = await pass();
    if (day() !== before) for (const id of inUse(world)) change(world, id, to);
    return reply;
  });
}

/** Changes the settings of the other devices in use where the expiry of one is set. */
function whereExpirySet(to: To): Around {
  return after(['setLimits'], (world) => ({ id, body }) => {
    const device = world.lens.readPathId('device', id);
    if (body.expires === undefined && body.expirationDate === undefined) return;
    for (const other of inUse(world)) if (other !== device) change(world, other, to);
  });
}

/** Does something to a device after it was asked for something. */
function own(place: Place, run: (world: Simulator, device: number, body: object) => void): Around {
  return after([place], (world) => ({ id, body }) => {
    const device = world.lens.readPathId('device', id);
    if (device !== undefined && world.fleet.devices.has(device)) run(world, device, body);
  });
}

/** Does something with the members of a group, or the groups of a user, once it is deleted. */
function once(family: 'group' | 'user', run: (world: Simulator, members: readonly number[]) => void): Around {
  return at([family === 'group' ? 'deleteGroup' : 'deleteUser'], (world) => async (seen) => {
    const record = recordIn(seen, family);
    const members = record ? [...('deviceIds' in record ? record.deviceIds : record.groupIds)] : [];
    const reply = await seen.pass();
    if (reply.status < 300) run(world, members);
    return reply;
  });
}

const returns = ({ fleet }: Simulator, device: number): void => {
  if (fleet.devices.isExpired(device)) fleet.settle([[device, { licence: 'used', expires: false }]]);
};

type Asked = { readonly [name: string]: unknown };

/** Refuses a change of the settings of a device that has sent something, and carries it out. */
function refusedYetDone(
  what: string,
  breaks: Fault['breaks'],
  isIt: (body: Asked, before: Limits) => boolean,
): Fault {
  return fault(
    `refuses ${what} of a device that has sent something, and takes it`,
    breaks,
    at(['setLimits'], ({ fleet, lens }) => async ({ id, body, pass }) => {
      const device = lens.readPathId('device', id);
      if (device === undefined || !fleet.devices.has(device)) return pass();
      const before = fleet.limits.of(device);
      const reply = await pass();
      const hasSent = before.usage.email + before.usage.sms > 0;
      return hasSent && isIt(body as Asked, before) && reply.status < 300 ? refusal(409) : reply;
    }),
  );
}

const isEarlier = ({ expirationDate: date }: Asked, { expirationDate: before }: Limits): boolean =>
  before !== null && date !== undefined && String(date) < before;
const isLater = ({ expirationDate: date }: Asked, { expirationDate: before }: Limits): boolean =>
  before !== null && date !== undefined && String(date) > before;

export const laterFaults: readonly Fault[] = [
  fault(
    'has one SMS less in the limits of others where a device is activated',
    ['limits/sends-below-limit'],
    after(['activate'], (world) => ({ id }) => {
      const device = world.lens.readPathId('device', id);
      for (const other of inUse(world)) if (other !== device) change(world, other, oneLess);
    }),
  ),
  refusedYetDone('an earlier date', ['expiry/earlier-takes-effect', 'expiry/reached-expires'], isEarlier),
  refusedYetDone('a later date', ['expiry/change-any-time', 'expiry/reached-expires'], isLater),
  refusedYetDone(
    'Expires off',
    ['expiry/off-never-expires'],
    ({ expires: on }, { expires: was }) => was && on === false,
  ),
  fault(
    'has one e-mail more in each limit from the next day on',
    ['limits/holds-each-day', 'limits/stops-at-limit'],
    nextDay(oneMore),
  ),
  fault('switches Expires off at the next day', ['expiry/reached-expires'], nextDay(off)),
  fault(
    'has one SMS less in the limits of others where an expiry is set',
    ['expiry/only-its-own'],
    whereExpirySet(oneLess),
  ),
  fault(
    'has one e-mail more in the limit of a device that reports',
    ['limits/stops-at-limit', 'expiry/only-its-own'],
    own('postLocations', (world, device) => change(world, device, oneMore)),
  ),
  fault(
    'switches Expires off where a device reports',
    ['expiry/reached-expires'],
    own('postLocations', (world, device) => change(world, device, off)),
  ),
  fault(
    'counts no SMS of a device after its expiry, when it is activated again either',
    ['limits/usage-restarts', 'limits/usage-counts'],
    (handle, world) => {
      const stopped = new Map<number, number>();
      return async (call) => {
        const before = inUse(world);
        const reply = await handle(call);
        const after = inUse(world);
        for (const id of before.filter((one) => !after.includes(one)))
          if (world.fleet.devices.has(id)) stopped.set(id, world.fleet.limits.of(id).usage.sms);
        for (const [id, sms] of stopped) {
          const { usage } = world.fleet.limits.of(id);
          if (after.includes(id) && usage.sms > sms)
            world.fleet.settle([[id, { usage: { ...usage, sms }, licence: 'used' }]]);
        }
        return reply;
      };
    },
  ),
  fault(
    'brings an expired device back to use where a limit of it is set',
    ['expiry/reached-expires'],
    own('setLimits', (world, device, body) => {
      if (!('expires' in body || 'expirationDate' in body)) returns(world, device);
    }),
  ),
  fault(
    'brings an expired device back to use where its settings are read',
    ['expiry/reached-expires'],
    own('readLimits', returns),
  ),
  fault(
    'starts the counters of a device anew as it expires',
    ['limits/usage-counts', 'limits/usage-restarts'],
    (handle, world) => async (call) => {
      const before = inUse(world);
      const reply = await handle(call);
      const gone = before.filter((id) => world.fleet.devices.has(id) && world.fleet.devices.isExpired(id));
      for (const id of gone) world.fleet.settle([[id, { usage: { email: 0, sms: 0 }, licence: 'expired' }]]);
      return reply;
    },
  ),
  fault(
    'refuses a limit below 0, and takes 0 for it',
    ['limits/negative-refused'],
    at(['setLimits'], () => async ({ body, call, pass }) => {
      if (!(Number(body.dailyEmail) < 0 || Number(body.dailySms) < 0)) return pass();
      await pass({ ...call, body: call.body?.replace(/-\d+/, '0') });
      return refusal(400);
    }),
  ),
  fault(
    'has one SMS less in the limits of devices of a deleted group',
    ['groups/deleted-spares-others', 'expiry/only-its-own'],
    once('group', (world, members) => {
      for (const id of members) change(world, id, oneLess);
    }),
  ),
  fault(
    'clears the descriptions of the groups of a deleted user',
    ['users/deleted-spares-others'],
    once('user', (world, groups) => {
      for (const id of groups) recordsOf(world, 'group').update(id, { description: null });
    }),
  ),
  fault(
    'clears the phone numbers of users that share a group with a deleted user',
    ['users/deleted-spares-others'],
    once('user', (world, groups) => {
      for (const { id, groupIds } of world.fleet.users.list())
        if (id !== 1 && groupIds.some((group) => groups.includes(group)))
          recordsOf(world, 'user').update(id, { phone: null });
    }),
  ),
];
