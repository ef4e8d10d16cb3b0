/**
 * Breakages of whole kinds: a write that is carried out though it is refused for its token, a position that is kept otherwise, a
 * control that is refused and has an effect, what begins anew on the same day, and what hangs on a record that is removed.
 */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { bearers, type Seen as SeenBearer } from '../../simulator/deviations/bearers.ts';
import type { Affected, Around } from '../../simulator/deviations/deviation.ts';
import { type Breakage, breakage } from './breakage.ts';
import { recordIn, recordsOf } from './of-records.ts';
import { at, refusal, type Seen, withBody } from './wrapping.ts';

const DAY = 86_400_000;

const badTokens: { readonly [what: string]: readonly [rule: string, isIt: (seen: SeenBearer) => boolean] } = {
  'no token': ['header-required', ({ header }) => header === undefined],
  'a token that never was one': [
    'garbage-refused',
    ({ bearer, endsAt }) => bearer !== undefined && endsAt === undefined,
  ],
  'an altered token': ['tampered-refused', ({ endsAt, genuine }) => endsAt !== undefined && !genuine],
  'an expired token': [
    'expired-refused',
    ({ genuine, endsAt, now }) => genuine && (endsAt ?? now + 1) <= now,
  ],
};

/** Nothing reads alerts. */
const writes = guardedOperations.filter(({ id, method }) => method !== 'GET' && id !== 'postAlerts');

const hiddenWrites = writes.flatMap(({ id }) =>
  Object.entries(badTokens).map(([what, [rule, isIt]]): Breakage => {
    const does = `carries out ${id} with ${what}, and refuses it`;
    const { around } = bearers(does, (seen) => (isIt(seen) ? 'hidden' : 'kept'));
    if (!around) throw new Error('It wraps no service.');
    const scope = { operations: new Set([id]), channels: new Set<never>() };
    return breakage(does, [`auth/${rule}/${id}` as Affected], around(scope));
  }),
);

const places: { readonly [how: string]: (degrees: number) => number } = {
  'rounded to a tenth of a degree': (degrees) => Math.round(degrees * 10) / 10,
  'with degrees cut to whole ones': Math.trunc,
};

const otherPlaces = Object.entries(places).map(([how, move]) =>
  breakage(
    `keeps a posted location ${how}`,
    ['devices/posted-location-becomes-last'],
    at(['postLocations'], () => ({ call, pass }) => {
      const moved = (one: unknown) => {
        const { latitude, longitude, ...others } = fieldsOf(one);
        const place = { latitude: move(Number(latitude)), longitude: move(Number(longitude)) };
        return typeof latitude === 'number' ? { ...others, ...place } : one;
      };
      const body = jsonIn(call.body ?? '');
      return pass(withBody(call, Array.isArray(body) ? body.map(moved) : moved(body)));
    }),
  ),
);

function deviceIn({ id, world }: Pick<Seen, 'id' | 'world'>): number | undefined {
  return world.lens.readPathId('device', id);
}

/** Refuses what it says of the settings of a device, and carries it out. */
function refusedSettings(
  isRefused: (seen: Seen, before: { dailyEmail: number | null; expirationDate: string | null }) => boolean,
): Around {
  return at(['setLimits'], () => async (seen) => {
    const device = deviceIn(seen);
    const before = device === undefined ? undefined : seen.world.fleet.limits.of(device);
    const reply = await seen.pass();
    return before && reply.status < 300 && isRefused(seen, before) ? refusal(409) : reply;
  });
}

const refusedControls: readonly Breakage[] = [
  breakage(
    'refuses to raise the limit of e-mails, and raises it',
    ['limits/stops-at-limit/email', 'limits/raise-takes-effect/email'],
    refusedSettings(
      ({ body: { dailyEmail } }, before) => Number(dailyEmail) > (before.dailyEmail ?? Infinity),
    ),
  ),
  breakage(
    'refuses a later date, and takes it',
    ['expiry/change-any-time', 'expiry/reached-expires'],
    refusedSettings(
      ({ body: { expirationDate } }, before) =>
        before.expirationDate !== null && String(expirationDate ?? '') > before.expirationDate,
    ),
  ),
  breakage(
    'refuses an activation with a date where a licence is free, and carries it out',
    ['licences/activation-takes-one', 'licences/released-serves-another'],
    at(['activate'], ({ fleet }) => async ({ body, pass }) => {
      const isFree = fleet.account.licencesAvailable > 0;
      const reply = await pass();
      return isFree && body.expirationDate !== undefined && reply.status < 300 ? refusal(409) : reply;
    }),
  ),
];

const others: readonly Breakage[] = [
  breakage(
    'starts the counter of e-mails again later on the same day',
    ['limits/stops-at-limit/email', 'limits/usage-counts/email'],
    at(['advance'], ({ clock, fleet }) => async ({ pass }) => {
      const day = () => Math.floor(clock.now() / DAY);
      const before = day();
      const reply = await pass();
      if (day() !== before) return reply;
      for (const { id, licence } of fleet.devices.list())
        if (licence === 'used') fleet.settle([[id, { usage: { ...fleet.limits.of(id).usage, email: 0 } }]]);
      return reply;
    }),
  ),
  breakage(
    'clears the phone of the users of a deleted group',
    ['groups/deleted-spares-others'],
    at(['deleteGroup'], (world) => async (seen) => {
      const group = recordIn(seen, 'group');
      const users = world.fleet.users
        .list()
        .filter(({ id, groupIds }) => id !== 1 && groupIds.includes(group?.id ?? 0));
      const reply = await seen.pass();
      if (reply.status < 300)
        for (const { id } of users) recordsOf(world, 'user').update(id, { phone: null });
      return reply;
    }),
  ),
];

export const kinds: readonly Breakage[] = [...hiddenWrites, ...otherPlaces, ...refusedControls, ...others];
