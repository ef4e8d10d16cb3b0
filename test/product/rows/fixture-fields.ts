/** The answers of the API, or of the control API, that each field of a fixture brings about. */
import type { Service } from '../server.ts';
import { faultFields } from './fault-fields.ts';

export interface FixtureRow {
  /** A file of `fixtures/`. */
  fixture: string;
  /** A file there, too, where a profile is needed for it. */
  profile?: string;
  /** The requests, by a name. */
  asked: { readonly [name: string]: (service: Service) => Promise<{ status: number; text: string }> };
  /** The field, what is asked for it, and what the answer has. */
  shows: readonly (readonly [field: string, asked: string, sign: RegExp])[];
}

const control = (path: string) => (service: Service) => service.control('GET', path);
const api = (path: string) => (service: Service) => service.api('GET', path);

export const fixtureRows: readonly FixtureRow[] = [
  {
    fixture: 'whole',
    asked: {
      clock: control('/clock'),
      account: control('/account'),
      access: async ({ userName, apiKey }) => ({ status: 200, text: `${userName} ${apiKey}` }),
      groups: api('/groups'),
      users: api('/users'),
      device: api('/devices/dev-4711'),
      limits: control('/devices/dev-4711/limits'),
      locations: api('/devices/dev-4711/lastLocation'),
      last: api('/devices/dev-2/lastLocation'),
      now: control('/devices/dev-2'),
      alerts: control('/fixture'),
      fixture: control('/fixture'),
    },
    shows: [
      ['$schema', 'device', /Tow truck/],
      ['roadtest', 'device', /Tow truck/],
      ['clock.now', 'clock', /2026-03-02T08:00:00/],
      ['clock.timeZone', 'account', /Europe\/Berlin/],
      ['clock.dayEnds', 'fixture', /"dayEnds":"04:00"/],
      ['clock.frozen', 'clock', /"frozen":true/],
      ['account.userName', 'access', /^ada /],
      ['account.apiKey', 'access', /ada-key-77$/],
      ['account.licences', 'account', /"total":5/],
      ['groups', 'groups', /North/],
      ['groups.id', 'groups', /"id":"grp-7"/],
      ['groups.name', 'groups', /"name":"North"/],
      ['groups.description', 'groups', /the northern depot/],
      ['devices', 'device', /dev-4711/],
      ['devices.id', 'device', /"id":"dev-4711"/],
      ['devices.name', 'device', /Tow truck/],
      ['devices.model', 'device', /Actros/],
      ['devices.licencePlate', 'device', /B-RT 1/],
      ['devices.imei', 'device', /356938035643809/],
      ['devices.phone', 'device', /\+491701234567/],
      ['devices.group', 'device', /grp-7/],
      ['devices.groups', 'now', /grp-7/],
      ['devices.limits.dailyEmail', 'limits', /"dailyEmail":5/],
      ['devices.limits.dailySms', 'limits', /"dailySms":2/],
      ['devices.usage.email', 'limits', /"email":3/],
      ['devices.usage.sms', 'limits', /"sms":2/],
      ['devices.expires', 'limits', /"expires":true/],
      ['devices.expirationDate', 'limits', /2026-12-31/],
      ['devices.licence', 'now', /"licence":"expired"/],
      ['devices.lastSeenAt', 'fixture', /"lastSeenAt":"2026-03-02T07:58:00/],
      ['devices.position', 'last', /48\.14\b.*11\.58\b/],
      ['devices.locations', 'locations', /48\.01/],
      ['devices.locations.deviceTime', 'locations', /2026-03-02T06:00:00/],
      ['devices.locations.receivedAt', 'locations', /2026-03-02T07:00:00/],
      ['devices.locations.latitude', 'locations', /48\.01/],
      ['devices.locations.longitude', 'locations', /11\.02/],
      ['devices.locations.altitude', 'locations', /512/],
      ['devices.locations.speed', 'locations', /\b41\b/],
      ['devices.locations.course', 'locations', /\b123\b/],
      ['devices.locations.accuracy', 'locations', /3\.3/],
      ['devices.locations.satellites', 'locations', /"satellites":9/],
      ['devices.locations.ignition', 'locations', /"ignition":true/],
      ['devices.locations.battery', 'locations', /\b71\b/],
      ['devices.locations.fuel', 'locations', /\b62\b/],
      ['devices.locations.odometer', 'locations', /\b4321\b/],
      ['devices.locations.attributes', 'locations', /"door":"open"/],
      ['users', 'users', /Bob/],
      ['users.id', 'users', /"id":"usr-5"/],
      ['users.own', 'users', /"name":"ada"[^}]*ada@firm\.example/],
      ['users.name', 'users', /"name":"Bob"/],
      ['users.email', 'users', /bob@firm\.example/],
      ['users.phone', 'users', /\+4930123456/],
      ['users.country', 'users', /"DE"/],
      ['users.timeZone', 'users', /Europe\/Athens/],
      ['users.groups', 'users', /"name":"Bob"[^}]*grp-7/],
      ['users.notify', 'users', /"name":"Bob"[^}]*\["sms"\]/],
      ['users.disabled', 'users', /"disabled":true/],
      ['alerts', 'alerts', /"alerts":\[\{/],
      ['alerts.device', 'alerts', /"device":"dev-4711"/],
      ['alerts.raisedAt', 'alerts', /2026-03-02T07:55:00/],
      ['alerts.type', 'alerts', /"tow"/],
      ['alerts.severity', 'alerts', /"warning"/],
      ['alerts.latitude', 'alerts', /48\.02/],
      ['alerts.longitude', 'alerts', /11\.03/],
      ['alerts.text', 'alerts', /It moves/],
      ['alerts.channels', 'alerts', /\["sms"\]/],
    ],
  },
  {
    fixture: 'fast',
    asked: {
      clock: control('/clock'),
      refused: ({ api: call }) => call('GET', '/devices'),
    },
    shows: [
      ['clock.speed', 'clock', /"speed":60,"frozen":false/],
      ['account.apiEnabled', 'refused', /^401 /],
    ],
  },
  {
    fixture: 'alone',
    profile: 'deleted-self',
    asked: { users: api('/users') },
    shows: [['account.ownUser', 'users', /^\[\]$/]],
  },
  {
    fixture: 'faults',
    asked: { faults: control('/faults') },
    shows: [
      ['faults', 'faults', /"hits":0/],
      ['faults.from', 'faults', /"from":"2026-01-05T08/],
      ['faults.until', 'faults', /"until":"2026-01-05T09/],
      ...faultFields.map(([field, sign]) => [`faults.${field}`, 'faults', new RegExp(sign)] as const),
    ],
  },
];
