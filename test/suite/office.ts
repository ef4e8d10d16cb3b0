/** Controls of a profile that call the control API, by templates or commands, as they would call the office of any deployment. */

import type { Host } from '../../contracts/deployment/host.ts';
import { completeProfile, defaultProfile, type Profile } from '../../contracts/profile/index.ts';
import type { Controls as Offered } from '../../contracts/profile/profile.ts';
import type { Handle } from '../../simulator/http/call.ts';

export const OFFICE = 'http://127.0.0.1:4010/_control';
const device = `${OFFICE}/devices/{deviceId}`;

/** Templates for every control. */
export const templates = {
  setApiEnabled: { by: 'http', method: 'PUT', url: `${OFFICE}/account`, body: { apiEnabled: '{enabled}' } },
  readLimits: {
    by: 'http',
    method: 'GET',
    url: `${device}/limits`,
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
    body: {
      expires: '{expires}',
      expirationDate: '{expirationDate}',
      dailyEmail: '{dailyEmail}',
      dailySms: '{dailySms}',
      usage: { email: '{usageEmail}', sms: '{usageSms}' },
    },
  },
  // One message at a time.
  send: {
    by: 'http',
    method: 'POST',
    url: `${device}/send`,
    body: { channel: '{channel}' },
    reads: { sent: '/sent' },
  },
  activate: { by: 'http', method: 'POST', url: `${device}/activate` },
  readLicences: {
    by: 'http',
    method: 'GET',
    url: `${OFFICE}/account`,
    reads: { total: '/licences/total', used: '/licences/used' },
  },
  setLicences: {
    by: 'http',
    method: 'PUT',
    url: `${OFFICE}/account`,
    body: { licences: { total: '{total}' } },
  },
  createDevice: {
    by: 'http',
    method: 'POST',
    url: `${OFFICE}/devices`,
    reads: { deviceId: '/devices/0/id' },
  },
  removeDevice: { by: 'http', method: 'DELETE', url: device },
  advance: { by: 'http', method: 'POST', url: `${OFFICE}/clock/advance`, body: { by: '{by}' } },
} as const satisfies Offered;

/** The same, and whether the device is expired. */
export const readsLicence = {
  by: 'http',
  method: 'GET',
  url: device,
  reads: {
    ...Object.fromEntries(
      Object.entries(templates.readLimits.reads).map(([fact, pointer]) => [fact, `/limits${pointer}`]),
    ),
    licence: '/licence',
  },
} as const satisfies Offered['readLimits'];

/** The default profile with these controls. */
export function profileWith(controls: Offered, more: Partial<Profile> = {}): Profile {
  return { ...completeProfile(defaultProfile), ...more, controls };
}

/** The same controls as commands: `office METHOD URL --:name=VALUE --/place/in/the/body=VALUE`, with `:name` in the URL. */
export function commandsFor(controls: Offered): Offered {
  return Object.fromEntries(
    Object.entries(controls).map(([name, control]) => {
      if (control?.by !== 'http') return [name, control];
      const url = control.url.replaceAll(/\{(\w+)\}/g, ':$1');
      const inUrl = [...control.url.matchAll(/\{(\w+)\}/g)].map(([value, name]) => `--:${name}=${value}`);
      const command = ['office', control.method, url, ...inUrl, ...options(control.body)];
      return [name, { by: 'command', command, ...(control.reads && { reads: control.reads }) }];
    }),
  );
}

function options(body: unknown, pointer = ''): string[] {
  if (body === undefined) return [];
  if (typeof body === 'string') return [`--${pointer}=${body}`];
  return Object.entries(body as object).flatMap(([name, inside]) => options(inside, `${pointer}/${name}`));
}

/** Runs those commands on the control API behind a deployment. */
export function office(handle: Handle): NonNullable<Host['run']> {
  return async ([, method = '', url = '', ...given]) => {
    const body: { [name: string]: unknown } = {};
    let address = url;
    for (const option of given) {
      const [, name, value = ''] = /^--(:\w+)=(.*)$/.exec(option) ?? [];
      if (name !== undefined) {
        address = address.replace(name, value);
        continue;
      }
      const [, pointer = '', text = ''] = /^--\/([^=]*)=(.*)$/.exec(option) ?? [];
      const [outer = '', inner] = pointer.split('/');
      if (inner === undefined) body[outer] = typed(text);
      else body[outer] = { ...(body[outer] as object), [inner]: typed(text) };
    }
    const { pathname: target } = new URL(address);
    const headers = { 'content-type': 'application/json' };
    const sent = Object.keys(body).length > 0 ? JSON.stringify(body) : undefined;
    const { status, body: stdout } = await handle({ method, target, headers, body: sent });
    return { exitCode: status < 400 ? 0 : 1, stdout, stderr: status < 400 ? '' : stdout };
  };
}

/** Commands have no typed values. */
function typed(text: string): unknown {
  if (text === '') return null;
  return /^(true|false|-?\d+)$/.test(text) ? (JSON.parse(text) as unknown) : text;
}
