/** The records as replies of the public API hold them where the profile is the default one: types for clients, derived from the fields. */
import type { Static, TSchema } from '../../kit/schema.ts';
import type { Elsewhere, Fields, keptOf } from './field.ts';
import type { records } from './fields.ts';

type Kept<F extends Fields> = ReturnType<typeof keptOf<F>>;
/** Ids are texts, times ISO 8601 in UTC. All else is as the service keeps it. */
type Shown<Kind, Value> = Value extends null
  ? null
  : Kind extends `id:${string}` | 'time'
    ? string
    : Kind extends `ids:${string}`
      ? string[]
      : Kind extends 'notifications'
        ? Notified<Value>
        : Value;
type Notified<Value> = Value extends readonly (infer One)[]
  ? (Omit<One, 'userId'> & { userId: string })[]
  : never;
type ShownFields<F extends Fields> = {
  [Name in keyof Kept<F> as F[Name & keyof F] extends Elsewhere ? never : Name]: Shown<
    F[Name & keyof F]['kind'],
    Static<Extract<Kept<F>[Name], TSchema>>
  >;
};

/**
 * A device, as the public API of the default profile shows it.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import type { Device } from 'roadtest/specification';
 *
 * const { userName, apiKey } = { userName: 'demo', apiKey: 'demo-key' };
 * const simulator = createSimulator({ devices: 1 });
 * const call = (path: string, init: RequestInit) => simulator.fetch(new Request(`http://fleet/api${path}`, init));
 * const headers = { 'content-type': 'application/json' };
 * const issued = await call('/Auth/Token', { method: 'POST', headers, body: JSON.stringify({ userName, apiKey }) });
 * const { token } = await issued.json();
 * const [device]: Device[] = await (await call('/devices', { headers: { authorization: `Bearer ${token}` } })).json();
 * console.log(device?.id); // dev-1
 */
export interface Device extends ShownFields<typeof records.device> {}

/**
 * A location of a device, as the public API of the default profile shows it.
 *
 * @example
 * import type { Location } from 'roadtest/specification';
 *
 * const where: Pick<Location, 'latitude' | 'longitude' | 'speed'> = { latitude: 48.1, longitude: 11.5, speed: null };
 * console.log(where.latitude); // 48.1
 */
export interface Location extends ShownFields<typeof records.location> {}

/**
 * An alert of a device, as the public API of the default profile shows it.
 *
 * @example
 * import type { Alert } from 'roadtest/specification';
 *
 * const severity: Alert['severity'] = 'critical';
 * console.log(severity); // critical
 */
export interface Alert extends ShownFields<typeof records.alert> {}

/**
 * A group of devices, as the public API of the default profile shows it.
 *
 * @example
 * import type { Group } from 'roadtest/specification';
 *
 * const deviceIds: Group['deviceIds'] = ['dev-1'];
 * console.log(deviceIds.length); // 1
 */
export interface Group extends ShownFields<typeof records.group> {}

/**
 * A user of the account, as the public API of the default profile shows it.
 *
 * @example
 * import type { User } from 'roadtest/specification';
 *
 * const user: Pick<User, 'name' | 'disabled'> = { name: 'Ada', disabled: false };
 * console.log(user.name); // Ada
 */
export interface User extends ShownFields<typeof records.user> {}
