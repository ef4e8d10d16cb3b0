import { describe, expect, it } from 'vitest';
import { findIncoherences } from '../../../contracts/profile/coherence/index.ts';
import { completeProfile, defaultProfile, type Profile } from '../../../contracts/profile/index.ts';
import type { GivenEnvelope } from '../../../contracts/profile/openings.ts';
import type { GivenOpenings, Openings } from '../../../contracts/specification/openings/index.ts';

const codesOf = (openings: GivenOpenings, rest: Partial<Profile> = {}): string[] =>
  findIncoherences(completeProfile({ roadtest: 1, name: 'x', ...rest, openings })).map(({ code }) => code);

const { fields: groupFields } = defaultProfile.openings['records.group'];
const envelope = (given: GivenEnvelope): GivenOpenings => ({ 'operations.envelope': given });
const paging = (given: Partial<Openings['operations.paging']>): GivenOpenings => ({
  'operations.paging': { ...defaultProfile.openings['operations.paging'], ...given },
});
const posting = (given: Partial<Openings['locations.purpose']['body']>): GivenOpenings => ({
  'locations.purpose': {
    ...defaultProfile.openings['locations.purpose'],
    body: { form: 'either', at: '', many: true, required: {}, ...given },
  },
});
const success = { form: 'json', contentType: 'application/json', fields: { success: '/ok' } } as const;

/** Each mistake, and the same answers without it. */
const mistakes: [code: string, wrong: GivenOpenings, right: GivenOpenings][] = [
  ['TIME_ZONE_UNKNOWN', { 'day.time-zone': 'Europe/Berln' }, { 'day.time-zone': 'Europe/Berlin' }],
  ['TIME_ZONE_UNKNOWN', { 'day.time-zone': '+02:00' }, { 'day.time-zone': 'account' }],
  [
    'TIME_ZONE_UNKNOWN',
    { 'expiry.instant': { at: 'end', timeZone: 'Mars' } },
    { 'expiry.instant': { at: 'end', timeZone: 'UTC' } },
  ],
  ['TIME_OF_DAY_INVALID', { 'day.ends': '24:00' }, { 'day.ends': '23:59' }],
  ['DURATION_INVALID', { 'token.lifetime': 'P' }, { 'token.lifetime': 'P1D' }],
  [
    'DURATION_INVALID',
    { consistency: { readableAfter: '2s' } },
    { consistency: { readableAfter: 'PT0.5S' } },
  ],
  ['DURATION_ZERO', { 'token.lifetime': 'PT0S' }, { consistency: { readableAfter: 'PT0S' } }],
  ['DURATION_TOO_LONG', { 'token.lifetime': 'P99999999D' }, { 'token.lifetime': 'P36500D' }],
  [
    'RANGE_NOWHERE',
    { 'alerts.purpose': { does: 'query', body: { form: 'bare', at: '', many: false, required: {} } } },
    { 'alerts.purpose': { does: 'record', body: { form: 'bare', at: '', many: false, required: {} } } },
  ],
  [
    'RANGE_EMPTY',
    { 'limits.range': { min: 9, max: 1, whole: true } },
    { 'limits.range': { min: 1, max: 9, whole: true } },
  ],
  ['DEFAULT_OUT_OF_RANGE', { 'limits.default': { sms: 0.5 } }, { 'limits.default': { sms: 5 } }],
  ['PAGE_TOO_LARGE', paging({ size: 2000 }), paging({ size: 1000 })],
  ['PAGE_WITHOUT_PAGING', paging({ by: 'none', size: 10 }), paging({ by: 'none', size: null })],
  [
    'CURSOR_NOWHERE',
    paging({ by: 'cursor' }),
    {
      ...paging({ by: 'cursor' }),
      ...envelope({
        lists: {
          devices: { form: 'array', at: '/items', next: '/next' },
          groups: { form: 'array', at: '/items', next: '/next' },
          users: { form: 'array', at: '/items', next: '/next' },
        },
      }),
    },
  ],
  [
    'QUERY_NAME_TWICE',
    { 'operations.query': { group: 'limit' } },
    { 'operations.query': { group: 'cursor' } },
  ],
  [
    'HEADER_INVALID',
    { versioning: { headers: { 'X Version': '1' } } },
    { versioning: { headers: { 'X-Version': '1' } } },
  ],
  ['HEADER_INVALID', { versioning: { headers: { 'X-Version': '1\r\nX-Evil: 1' } } }, { versioning: null }],
  [
    'HEADER_RESERVED',
    { versioning: { headers: { 'Content-Length': '1' } } },
    { versioning: { headers: { 'API-Version': '1' } } },
  ],
  ['HEADER_RESERVED', paging({ totalHeader: 'Date' }), paging({ totalHeader: 'Total' })],
  [
    'MEDIA_TYPE_INVALID',
    { 'patch.format': { form: 'partial', contentType: 'application/json\r\nX-Evil: 1' } },
    { 'patch.format': { form: 'partial', contentType: 'application/json; charset=utf-8' } },
  ],
  [
    'OFFSET_INVALID',
    { 'records.time': { form: 'iso', offset: '+2' } },
    { 'records.time': { form: 'iso', offset: '+02:00' } },
  ],
  [
    'POINTER_INVALID',
    { 'records.country': { fields: { code: 'iso' } } },
    { 'records.country': { fields: { code: '/iso' } } },
  ],
  [
    'POINTER_INVALID',
    envelope({ records: { user: { at: 'user' } } }),
    envelope({ records: { user: { at: '/user' } } }),
  ],
  [
    'UNSAFE_NAME',
    { 'records.country': { fields: { code: '/__proto__/x' } } },
    { 'records.country': { fields: { code: '/proto/x' } } },
  ],
  ['UNSAFE_NAME', posting({ required: { '/constructor': 1 } }), posting({ required: { '/builder': 1 } })],
  [
    'PLACE_TWICE',
    { 'records.group': { fields: { ...groupFields, description: '/name' } } },
    { 'records.group': { fields: groupFields } },
  ],
  [
    'PLACE_TWICE',
    { 'records.group': { fields: groupFields, constants: { '/id': 1 } } },
    { 'records.group': { fields: groupFields, constants: { '/kind': 1 } } },
  ],
  [
    'PLACE_TWICE',
    envelope({ records: { group: { at: '', constants: { '/name': 1 } } } }),
    envelope({ records: { group: { at: '', constants: { '/ok': 1 } } } }),
  ],
  [
    'PLACE_TWICE',
    envelope({ id: { at: '/id', constants: { '/id': 1 } } }),
    envelope({ id: { at: '/id', constants: { '/ok': 1 } } }),
  ],
  [
    'PLACE_TWICE',
    { 'limits.names': { fields: { dailySms: '/status' } } },
    { 'limits.names': { fields: { dailySms: '/sms' } } },
  ],
  ['PLACE_TWICE', posting({ required: { '/speed': 1 } }), posting({ required: { '/protocol': 1 } })],
  [
    'PLACE_INSIDE_ANOTHER',
    { 'records.group': { fields: { ...groupFields, name: '/id/name' } } },
    { 'records.group': { fields: { ...groupFields, name: '/a/name' } } },
  ],
  [
    'PLACE_INSIDE_ANOTHER',
    { 'records.country': { fields: { code: '', name: '/name' } } },
    { 'records.country': { fields: { code: '' } } },
  ],
  [
    'PLACE_INSIDE_ANOTHER',
    envelope({ lists: { groups: { form: 'array', at: '', total: '/total' } } }),
    envelope({ lists: { groups: { form: 'array', at: '/groups', total: '/total' } } }),
  ],
  [
    'PLACE_INSIDE_ANOTHER',
    envelope({ lists: { groups: { form: 'array', at: '/groups', total: '/groups/total' } } }),
    envelope({ lists: { groups: { form: 'map', at: '', total: '/total' } } }),
  ],
  [
    'PLACE_INSIDE_ANOTHER',
    posting({ form: 'wrapper', at: '/fix', required: { '/fix/version': 1 } }),
    posting({ form: 'wrapper', at: '/fix', required: { '/version': 1 } }),
  ],
  [
    'ARRAY_WITH_GAPS',
    { 'records.group': { fields: { id: '/row/0', name: '/row/2' } } },
    { 'records.group': { fields: { id: '/row/0', name: '/row/1' } } },
  ],
  [
    'RECORD_EMPTY',
    { 'records.country': { fields: {} } },
    { 'records.country': { fields: { name: '/name' } } },
  ],
  [
    'RECORD_WITHOUT_ID',
    { 'records.group': { fields: { name: '/name' } } },
    { 'records.group': { fields: { id: '/id' } } },
  ],
  [
    'RECORD_WITHOUT_ID',
    {
      'records.group': { fields: { name: '/name' } },
      ...envelope({ lists: { groups: { form: 'map', at: '', key: 'name' } } }),
    },
    {
      'records.group': { fields: { name: '/name' } },
      ...envelope({ lists: { groups: { form: 'map', at: '' } } }),
    },
  ],
  [
    'LOCATION_WITHOUT_POSITION',
    { 'records.location': { fields: { deviceTime: '/t' } } },
    { 'records.location': { fields: { latitude: '/a', longitude: '/b' } } },
  ],
  [
    'MAP_WITHOUT_KEY',
    envelope({ lists: { locations: { form: 'map', at: '' } } }),
    envelope({ lists: { locations: { form: 'map', at: '', key: 'deviceTime' } } }),
  ],
  [
    'MAP_KEY_NOT_PLAIN',
    envelope({ lists: { groups: { form: 'map', at: '', key: 'deviceIds' } } }),
    envelope({ lists: { groups: { form: 'map', at: '', key: 'name' } } }),
  ],
  [
    'FACT_UNKNOWN',
    envelope({ lists: { countries: { form: 'map', at: '', value: 'capital' as 'name' } } }),
    envelope({ lists: { countries: { form: 'map', at: '', value: 'name' } } }),
  ],
  [
    'MAP_ONLY',
    envelope({ lists: { countries: { form: 'array', at: '', key: 'code' } } }),
    envelope({ lists: { countries: { form: 'map', at: '', key: 'code' } } }),
  ],
  [
    'STATUS_WITHOUT_BODY',
    { 'operations.status': { listGroups: 204 } },
    { 'operations.status': { deleteGroup: 204 } },
  ],
  [
    'STATUS_WITHOUT_BODY',
    { 'operations.status': { createGroup: 204 } },
    { 'operations.status': { createGroup: 204 }, ...envelope({ answers: { createGroup: 'nothing' } }) },
  ],
  [
    'STATUS_WITHOUT_BODY',
    envelope({ nothing: { constants: { '/ok': true } } }),
    {
      ...envelope({ nothing: { constants: { '/ok': true } } }),
      'operations.status': { deleteGroup: 200, deleteUser: 200 },
    },
  ],
  [
    'STATUS_WITHOUT_BODY',
    { 'token.status': { issued: 204, refused: 401 } },
    { 'token.status': { issued: 201, refused: 401 } },
  ],
  [
    'REFUSAL_LOOKS_LIKE_SUCCESS',
    { 'errors.status': { conflict: 200 } },
    { 'errors.status': { conflict: 200 }, 'errors.body': success },
  ],
  [
    'REFUSAL_LOOKS_LIKE_SUCCESS',
    { 'auth.refusal': { status: 200, headers: {}, body: 'empty' }, 'errors.body': success },
    { 'auth.refusal': { status: 200, headers: {}, body: 'error' }, 'errors.body': success },
  ],
  [
    'ANSWER_WITHOUT_ID',
    envelope({ answers: { postLocations: 'id' } }),
    envelope({ answers: { postAlerts: 'id' } }),
  ],
  ['WRAPPER_WITHOUT_PLACE', posting({ form: 'wrapper' }), posting({ form: 'wrapper', at: '/fixes' })],
  ['WRAPPER_ONLY', posting({ at: '/fixes' }), posting({})],
];

describe('answers that do not go together', () => {
  it.each(mistakes)('%s: %j', (code, wrong) => {
    expect(codesOf(wrong)).toContain(code);
  });

  it.each(mistakes)('and without %s none is found', (_, __, right) => {
    expect(codesOf(right)).toEqual([]);
  });

  it('are reported with their place', () => {
    const profile = completeProfile({
      roadtest: 1,
      name: 'x',
      openings: { 'records.group': { fields: groupFields, constants: { '/id': 1 } } },
    });
    expect(findIncoherences(profile)).toEqual([
      {
        code: 'PLACE_TWICE',
        message: 'the place "/id" is that of the fact "id" already',
        pointer: '/openings/records.group/constants/~1id',
        hint: 'give each a place of its own',
      },
    ]);
  });
});

describe('controls and samples', () => {
  it('may name what they are given', () => {
    const controls: Profile['controls'] = {
      send: { by: 'http', method: 'POST', url: '/x/{deviceId}', body: { to: '{channel}', n: '{count}' } },
      advance: {
        by: 'command',
        command: ['tick', '--by={by}', '{by}'],
        timeout: 'PT5M',
        environment: ['TICK_TOKEN'],
      },
    };
    expect(codesOf({}, { controls, samples: { group: { name: 'g {nonce}' } } })).toEqual([]);
  });

  it('may not name anything else', () => {
    const controls: Profile['controls'] = {
      send: { by: 'http', method: 'POST', url: '/x/{deviceid}' },
      readLicences: { by: 'http', method: 'GET', url: '/licences', headers: { 'x-of': '{account}' } },
    };
    const profile = completeProfile({
      roadtest: 1,
      name: 'x',
      openings: {},
      controls,
      samples: { group: { name: '{once}' } },
    });
    expect(findIncoherences(profile)).toMatchObject([
      { code: 'TEMPLATE_UNKNOWN', pointer: '/controls/send/url', hint: 'did you mean "deviceId"?' },
      {
        code: 'TEMPLATE_UNKNOWN',
        pointer: '/controls/readLicences/headers/x-of',
        hint: 'it is given nothing',
      },
      { code: 'TEMPLATE_UNKNOWN', pointer: '/samples/group/name', hint: 'did you mean "nonce"?' },
    ]);
  });
});
