/**
 * A simulator of ours, recognised by its control API, which then serves as all the controls there
 * are. It is met over HTTP like any other deployment; these are its addresses, as a profile would
 * write them down.
 */

import { fieldOf } from '../../kit/json.ts';
import { controlAddress } from '../../kit/world-address.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';

type Call = Extract<Control, { by: 'http' }>;

/** The controls of a simulator; `undefined` for a deployment that is none. */
export async function recogniseSimulator(
  deployment: Deployment,
): Promise<{ [C in ControlName]: Control } | undefined> {
  const { controlToken } = deployment.options;
  /** `http://127.0.0.1:4010/_control`, or that of the world in which the target is. */
  const url = controlAddress(new URL(deployment.target));
  const headers: Call['headers'] = controlToken === undefined ? {} : { 'x-control-token': controlToken };
  const asked = deployment.send({ method: 'GET', url: `${url}/clock`, headers });
  const clock = await asked.catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
  });
  if (!clock || !isClock(clock.json)) return undefined;
  const device = `${url}/devices/{deviceId}`;
  const call = (method: Call['method'], to: string, body?: Call['body'], reads?: Call['reads']): Call => ({
    ...{ by: 'http', method, url: to, headers },
    ...(body !== undefined && { body }),
    ...(reads && { reads }),
  });
  const settings = ['expires', 'expirationDate', 'dailyEmail', 'dailySms'];
  const given = Object.fromEntries(settings.map((name) => [name, `{${name}}`]));
  const read = Object.fromEntries(settings.map((name) => [name, `/${name}` as const]));
  const counted = { usageEmail: '/usage/email', usageSms: '/usage/sms' } as const;
  const usage = { email: '{usageEmail}', sms: '{usageSms}' };
  const message = { channel: '{channel}', count: '{count}' };
  const licences = {
    total: '/licences/total',
    used: '/licences/used',
    available: '/licences/available',
  } as const;
  return {
    setApiEnabled: call('PUT', `${url}/account`, { apiEnabled: '{enabled}' }),
    readLimits: call('GET', `${device}/limits`, undefined, { ...read, ...counted }),
    setLimits: call('PUT', `${device}/limits`, { ...given, usage }),
    send: call('POST', `${device}/send`, message, { sent: '/sent', withheld: '/withheld' }),
    activate: call('POST', `${device}/activate`, { expirationDate: '{expirationDate}' }),
    readLicences: call('GET', `${url}/account`, undefined, licences),
    setLicences: call('PUT', `${url}/account`, { licences: { total: '{total}' } }),
    createDevice: call('POST', `${url}/devices`, { name: 'roadtest {mark}' }, { deviceId: '/devices/0/id' }),
    removeDevice: call('DELETE', device),
    advance: call('POST', `${url}/clock/advance`, { by: '{by}' }),
  };
}

/** The clock of a control API has these and no other fields. */
export function isClock(json: unknown): boolean {
  if (json === null || typeof json !== 'object') return false;
  const names = Object.keys(json).sort().join();
  return (
    names === 'advancing,frozen,now,speed,until' &&
    typeof fieldOf(json, 'now') === 'string' &&
    typeof fieldOf(json, 'frozen') === 'boolean'
  );
}
