/**
 * A simulator of ours, recognised by its control API, which then serves as all the controls there
 * are. It is met over HTTP like any other deployment; these are its addresses, as a profile would
 * write them down.
 */

import { fieldOf } from '../../kit/json.ts';
import { controlAddress } from '../../kit/world-address.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { Unreached } from '../finding.ts';
import { breakOffIn } from '../transport/failures.ts';
import type { ControlContext } from './control-context.ts';

export interface Simulator {
  readonly controls: { [C in ControlName]: Control };
}

interface Place {
  /** `http://127.0.0.1:4010/_control`, or that of the world in which the target is. */
  url: string;
  headers: { [name: string]: string };
}

/** `undefined` for a deployment that is none. */
export async function recogniseSimulator(
  context: ControlContext & { controlToken?: string | undefined },
): Promise<Simulator | undefined> {
  const place: Place = {
    url: controlAddress(new URL(context.target)),
    headers: context.controlToken === undefined ? {} : { 'x-control-token': context.controlToken },
  };
  const clock = await askedPatiently(() =>
    context.send({ method: 'GET', url: `${place.url}/clock`, headers: place.headers }),
  );
  if (!clock || !isClock(clock.json)) return undefined;

  return { controls: controlsAt(place) };
}

function controlsAt({ url, headers }: Place): Simulator['controls'] {
  const device = `${url}/devices/{deviceId}`;
  return {
    setApiEnabled: {
      by: 'http',
      method: 'PUT',
      url: `${url}/account`,
      headers,
      body: { apiEnabled: '{enabled}' },
    },
    readLimits: {
      by: 'http',
      method: 'GET',
      url: `${device}/limits`,
      headers,
      reads: {
        expires: '/expires',
        expirationDate: '/expirationDate',
        dailyEmail: '/dailyEmail',
        dailySms: '/dailySms',
        usageEmail: '/usage/email',
        usageSms: '/usage/sms',
      },
    },
    setLimits: {
      by: 'http',
      method: 'PUT',
      url: `${device}/limits`,
      headers,
      body: {
        expires: '{expires}',
        expirationDate: '{expirationDate}',
        dailyEmail: '{dailyEmail}',
        dailySms: '{dailySms}',
        usage: { email: '{usageEmail}', sms: '{usageSms}' },
      },
    },
    send: {
      by: 'http',
      method: 'POST',
      url: `${device}/send`,
      headers,
      body: { channel: '{channel}', count: '{count}' },
      reads: { sent: '/sent', withheld: '/withheld' },
    },
    activate: {
      by: 'http',
      method: 'POST',
      url: `${device}/activate`,
      headers,
      body: { expirationDate: '{expirationDate}' },
    },
    readLicences: {
      by: 'http',
      method: 'GET',
      url: `${url}/account`,
      headers,
      reads: { total: '/licences/total', used: '/licences/used', available: '/licences/available' },
    },
    setLicences: {
      by: 'http',
      method: 'PUT',
      url: `${url}/account`,
      headers,
      body: { licences: { total: '{total}' } },
    },
    createDevice: {
      by: 'http',
      method: 'POST',
      url: `${url}/devices`,
      headers,
      body: { name: 'roadtest {mark}' },
      reads: { deviceId: '/devices/0/id' },
    },
    removeDevice: { by: 'http', method: 'DELETE', url: device, headers },
    advance: {
      by: 'http',
      method: 'POST',
      url: `${url}/clock/advance`,
      headers,
      body: { by: '{by}' },
      reads: { passed: '/code', reached: '/reached' },
    },
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

const ATTEMPTS = 3;

/** One lost connection must not turn a simulator into a deployment without controls. `undefined`: no answer came. */
async function askedPatiently(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      const kind = breakOffIn(error)?.kind;
      if (kind === undefined || kind === 'timeout' || attempt === ATTEMPTS) return undefined;
    }
  }
}
