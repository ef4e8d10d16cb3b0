/** Devices: their columns, descriptions and expiry dates, and the events that these await. */

import { count, mustHold, ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, optional, type Static, string, tuple } from '../../../contracts/kit/schema.ts';
import type { EpochMs } from '../../time/timeline.ts';
import { bytes } from '../forms.ts';
import { type CalendarDate, channels, type DeviceId } from '../types.ts';
import { accountState } from './account.ts';
import type { Context } from './context.ts';

export const deviceColumnsState = object({
  count,
  /** A typed array for each fact: see deviceColumns.ts. */
  columns: object({
    group: bytes,
    licence: bytes,
    expires: bytes,
    expirationDay: bytes,
    expiresAt: bytes,
    lastSeenAt: bytes,
    emailLimit: bytes,
    smsLimit: bytes,
    emailInForce: bytes,
    smsInForce: bytes,
    emailUsage: bytes,
    smsUsage: bytes,
    limitsTold: bytes,
  }),
  removed: optional(list(ordinal)),
});
export type DeviceColumnsState = Static<typeof deviceColumnsState>;

const field = optional(string());
export const devicesState = object({
  seed: accountState.properties.licencesUsed,
  /** Descriptions that were given; all others follow from the seed. */
  described: list(
    tuple([ordinal, object({ name: field, model: field, licencePlate: field, imei: field, phone: field })]),
  ),
});
export type DevicesState = Static<typeof devicesState>;

/** By device, the event of its expiry. */
export const expiryState = list(tuple([ordinal, ordinal]));
export type ExpiryState = Static<typeof expiryState>;

export function checkDevices(
  devices: DevicesState,
  removed: readonly DeviceId[],
  seed: number,
  { columns }: Context,
): void {
  removed.forEach((id, place) => {
    const rests = columns.isRow(id) && columns.licenceOf(id) === 'expired' && columns.expiresAt(id) === null;
    mustHold(rests, `/columns/removed/${place}`, 'is not a device, or is one that still counts');
  });
  mustHold(devices.seed === seed, '/devices/seed', `differs from the ${seed} of the fleet`);
  const seen = new Set<DeviceId>();
  devices.described.forEach(([id], place) => {
    mustHold(
      columns.isRow(id) && !seen.has(id),
      `/devices/described/${place}/0`,
      'is not a device, or is listed twice',
    );
    seen.add(id);
  });
}

export function checkLimits({ columns, limits }: Context): void {
  for (const channel of channels) {
    for (let id = 1; id <= columns.count; id++) {
      const values = [columns.limit(id, channel), columns.limitInForce(id, channel)];
      const good = values.every((value) => limits.accepts(id, channel, value));
      mustHold(good, `/columns/columns/${channel}Limit`, `gives device ${id} an invalid daily limit`);
    }
  }
}

/** Each device that is to expire has one event on the timeline; the others have none. */
export function checkExpiry(expiry: ExpiryState, context: Context): void {
  const { columns, claims, now, faithful, rules } = context;
  const awaited = new Set<DeviceId>();
  const instantOf = expiryInstants(context);
  expiry.forEach(([id, sequence], place) => {
    const pointer = `/expiry/${place}`;
    mustHold(columns.has(id) && !awaited.has(id), `${pointer}/0`, 'is not a device, or is listed twice');
    awaited.add(id);
    const { at } = claims.take(sequence, 'device-expiry', { deviceId: id }, `${pointer}/1`);
    const due = columns.licenceOf(id) === 'used' && columns.expiresAt(id) === at;
    mustHold(!faithful || due, pointer, `awaits an expiry of device ${id} that its settings do not cause`);
  });
  if (!faithful) {
    claims.takeAll('device-expiry');
    return;
  }
  for (let id = 1; id <= columns.count; id++) {
    const at = columns.expiresAt(id);
    const { expires, expirationDate } = columns.expiryOf(id);
    if (at === null && !expires) continue;
    mustHold(
      rules.expiryComplete({ deviceId: id, expires, expirationDate }),
      '/columns/columns/expirationDay',
      `has no date for device ${id}, which expires`,
    );
    mustHold(
      at === instantOf(id, expires, expirationDate),
      '/columns/columns/expiresAt',
      `expires device ${id} at another moment than its date says`,
    );
    const ahead = at !== null && at > now && columns.licenceOf(id) === 'used';
    mustHold(!ahead || awaited.has(id), '/expiry', `leaves out device ${id}, which is to expire`);
  }
}

type InstantOf = (id: DeviceId, expires: boolean, expirationDate: CalendarDate | null) => EpochMs | null;

/** Many devices expire on the same date. */
function expiryInstants({ expiry }: Context): InstantOf {
  const known = new Map<string, EpochMs | null>();
  return (id, expires, expirationDate) => {
    const key = `${expires} ${expirationDate}`;
    const instant = known.get(key) ?? expiry.instantOf(id, { expires, expirationDate });
    known.set(key, instant);
    return instant;
  };
}
