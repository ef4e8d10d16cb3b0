/**
 * The default profile: what the simulator does wherever the interface document leaves a choice.
 *
 * Every opening has its answer here and nowhere else. The reasons stand beside what is not plain
 * from the field's own conventions.
 */
import type { JsonPointer } from './openings.ts';
import type { CompleteProfile } from './profile.ts';
import { recordFacts } from './records.ts';

export const defaultProfile: CompleteProfile = {
  roadtest: 1,
  name: 'default',
  description:
    'Plain REST: bare records and arrays, canonical names, ISO 8601 in UTC, HTTP statuses as HTTP means them.',
  basePath: '',
  openings: {
    'token.lifetime': 'PT1H',
    'token.status': { issued: 200, refused: 401 },
    'token.malformed': { notJson: 400, contentType: 415 },
    'token.live-when-disabled': 'refused',
    'auth.refusal': { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: 'error' },
    'auth.roles': { mayNotCall: [] },

    'errors.body': {
      form: 'json',
      contentType: 'application/problem+json',
      fields: sameNames(['type', 'title', 'status', 'detail', 'code', 'field']),
    },
    'errors.status': {
      malformed: 400,
      invalid: 422,
      'content-type': 415,
      'too-large': 413,
      'unknown-id': 404,
      'deleted-id': 404,
      'unknown-path': 404,
      'method-not-allowed': 405,
      conflict: 409,
      forbidden: 403,
      'rate-limited': 429,
      failed: 500,
    },

    'operations.status': {
      listDevices: 200,
      readDevice: 200,
      lastLocation: 200,
      postLocations: 200,
      postAlerts: 200,
      listGroups: 200,
      createGroup: 201,
      readGroup: 200,
      replaceGroup: 200,
      updateGroup: 200,
      deleteGroup: 204,
      listUsers: 200,
      createUser: 201,
      listCountries: 200,
      listTimeZones: 200,
      readUser: 200,
      replaceUser: 200,
      updateUser: 200,
      deleteUser: 204,
    },
    'operations.query': { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor', group: 'group' },
    // A caller who names no size gets everything, so that a first client needs no loop.
    'operations.paging': { by: 'offset', size: null, max: 1000, firstPage: 1, totalHeader: 'X-Total-Count' },
    'operations.envelope': {
      records: {
        device: { at: '' },
        location: { at: '' },
        alert: { at: '' },
        group: { at: '' },
        user: { at: '' },
      },
      lists: {
        devices: { form: 'array', at: '' },
        groups: { form: 'array', at: '' },
        users: { form: 'array', at: '' },
        countries: { form: 'array', at: '' },
        timeZones: { form: 'array', at: '' },
        locations: { form: 'array', at: '' },
        alerts: { form: 'array', at: '' },
      },
      bodies: { group: { at: '' }, user: { at: '' } },
      answers: {
        postLocations: 'record',
        postAlerts: 'record',
        createGroup: 'record',
        replaceGroup: 'record',
        updateGroup: 'record',
        deleteGroup: 'nothing',
        createUser: 'record',
        replaceUser: 'record',
        updateUser: 'record',
        deleteUser: 'nothing',
      },
      id: { at: '/id' },
      nothing: {},
      locationHeader: true,
    },

    'records.device': { fields: canonicalFields('device') },
    'records.location': { fields: canonicalFields('location') },
    'records.alert': { fields: canonicalFields('alert') },
    'records.group': { fields: canonicalFields('group') },
    'records.user': { fields: canonicalFields('user') },
    'records.country': { fields: canonicalFields('country') },
    'records.timeZone': { fields: canonicalFields('timeZone') },
    // Prefixes tell the ids of different resources apart, so that a mix-up in a client shows at once.
    'records.id': {
      form: 'string',
      prefixes: { device: 'dev-', alert: 'alr-', group: 'grp-', user: 'usr-' },
    },
    'records.time': { form: 'iso', offset: 'Z' },
    'records.units': { speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' },

    'limits.names': null,
    'limits.range': { min: 0, max: 1_000_000, whole: true },
    'limits.default': { email: null, sms: null },

    'locations.purpose': {
      does: 'record',
      body: { form: 'either', at: '', many: true, required: {} },
      query: { from: '/from', to: '/to' },
    },
    'alerts.purpose': {
      does: 'record',
      body: { form: 'bare', at: '', many: false, required: {} },
      query: { from: '/from', to: '/to' },
    },
    'alerts.recipients': 'group-users',
    'locations.order': 'device-time',
    'patch.format': { form: 'merge-patch', contentType: 'application/merge-patch+json' },

    'day.ends': '00:00',
    'day.time-zone': 'UTC',
    'expiry.instant': { at: 'start', timeZone: 'account' },
    'expiry.limits': 'sends-nothing',
    'expired.may': { postLocations: false, postAlerts: false },
    'activation.also': 'nothing',
    'groups.delete-devices': 'stay',
    'users.delete-self': 'refused',

    'states.other': 'none',
    events: 'none',
    'rate-limit': null,
    versioning: null,
    consistency: { readableAfter: 'PT0S' },
  },
};

/** Each fact at the top level, under its own name. */
function sameNames<Name extends string>(names: readonly Name[]): { [N in Name]: JsonPointer } {
  return Object.fromEntries(names.map((name) => [name, `/${name}`])) as { [N in Name]: JsonPointer };
}

function canonicalFields<R extends keyof typeof recordFacts>(resource: R) {
  return sameNames(Object.keys(recordFacts[resource]) as Extract<keyof (typeof recordFacts)[R], string>[]);
}
