/** Controls of a profile that call the control API as they would call the office of any deployment. */

import type { Controls as Offered } from '../../contracts/profile/profile.ts';

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
