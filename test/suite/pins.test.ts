/**
 * Pins of a profile are compared with what is seen: another answer is drift of its opening and of no other, and breaks no rule;
 * an answer that the profile leaves room for is neither.
 */
import { describe, expect, it } from 'vitest';
import { completeProfile, defaultProfile, type Profile } from '../../contracts/profile/index.ts';
import type { GivenOpenings, OpeningId } from '../../contracts/specification/openings/index.ts';
import type { Call, Reply } from '../../simulator/http/call.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import { documentRules } from '../../simulator/options.ts';
import { type Around, changing, drifted, on, others, reply, scene } from './scene.ts';

interface Row extends Omit<SimulatorOptions, 'profile'> {
  /** How the deployment answers openings, where otherwise than by default. */
  does?: GivenOpenings;
  /** The profile's words in place of that. */
  says?: GivenOpenings;
  /** Openings that the profile leaves out. */
  leaves?: OpeningId[];
  around?: Around;
  only: string[];
  /** By default all that the profile says otherwise. */
  drifts?: OpeningId[];
  /** How an opening is seen to be answered. */
  observed?: { [opening: string]: string | RegExp };
}

const json = { form: 'json', contentType: 'application/json' } as const;
const detail = { ...json, fields: { detail: '/message' } };
const coded = { ...json, fields: { detail: '/message', code: '/code' } };
const page = {
  form: 'text',
  contentType: 'text/html; charset=utf-8',
  text: '<!doctype html><title>Fleet</title>',
} as const;
/** Refusals have the status of a success. */
const sharing: GivenOpenings = {
  'errors.status': { 'unknown-id': 200, 'deleted-id': 200, invalid: 200, malformed: 200 },
  'errors.body': { ...json, fields: { success: '/success', detail: '/message' } },
};
const notFound = { ...json, constants: { '/found': false, '/result': null } };
const paged = { by: 'page', size: 4, max: 50, firstPage: 1, totalHeader: null } as const;
const totals = (more: { totalAsText?: boolean }): GivenOpenings => {
  const list = {
    form: 'array',
    at: '/items',
    total: '/total',
    page: '/page',
    pages: '/pages',
    ...more,
  } as const;
  return {
    'operations.paging': paged,
    'operations.envelope': { lists: { devices: list, groups: list, users: list } },
  };
};
const instant = (at: string, timeZone: string): GivenOpenings => ({ 'expiry.instant': { at, timeZone } });
const expired = (may: NonNullable<GivenOpenings['expired.may']>): GivenOpenings => ({ 'expired.may': may });
const also = (what: NonNullable<GivenOpenings['activation.also']>): GivenOpenings => ({
  'activation.also': what,
});
const unknown = (apart: object): GivenOpenings => ({ 'errors.body': { ...coded, apart } as never });
const charset = (name: string): GivenOpenings => ({
  'errors.body': { ...detail, contentType: `application/json; charset=${name}` },
  'operations.envelope': { contentType: `application/json; charset=${name}` },
});
const leftOut = (what: NonNullable<GivenOpenings['put.left-out']>): GivenOpenings => ({
  'put.left-out': what,
});

const expiry = ['expiry/reached-expires'];
const moments = [...expiry, 'expiry/change-any-time', 'licences/activation-takes-one'];
const activation = ['licences/expires-again'];
const lists = ['operations/list', 'devices/listed-once', 'groups/listed-once'];
const ids = [
  'operations/readDevice',
  'operations/readGroup',
  'devices/unknown-device-not-served',
  'groups/created-can-be-read',
];
const replaced = ['groups/replaced', 'users/replaced'];
const groups = ['groups/updated-keeps-rest', 'groups/deleted-is-gone', 'groups/created-can-be-read'];
const places = ['devices/posted-location-becomes-last'];
const days = ['limits/next-day-restores/sms', 'limits/usage-restarts/sms'];

const { dayEnd } = documentRules;
const endsDays = (other: { dayEnds?: string; timeZone?: string }) => ({
  rules: { dayEnd: (facts: Parameters<typeof dayEnd>[0]) => dayEnd({ ...facts, ...other }) },
});

const between = (does: GivenOpenings, says: GivenOpenings, only: string[]): Row => ({ does, says, only });

/** Deployments that answer an opening in one way, and profiles that say another. */
const otherwise: { [what: string]: Row } = {
  'expiry at six in the evening': between(instant('18:00', 'UTC'), instant('start', 'UTC'), moments),
  'expiry in a zone whose clocks change on the date': {
    does: instant('05:30', 'Europe/Berlin'),
    says: instant('05:30', 'UTC'),
    at: '2026-03-27T20:15:30Z',
    only: moments,
  },
  'expired devices that are not listed': between(
    expired({ read: false, list: false }),
    expired({ read: false, list: true }),
    expiry,
  ),
  'expired devices that are listed and not read': between(
    expired({ read: false }),
    expired({ read: false, list: false }),
    expiry,
  ),
  'expired devices that post': between(
    expired({ postLocations: true, postAlerts: true }),
    expired({ postAlerts: false }),
    expiry,
  ),
  'an activation that needs a date': { does: also('needs-date'), says: also('nothing'), only: activation },
  'an activation that moves the date': between(also('moves-date'), also('needs-date'), activation),
  'an activation that moves the date of any device': between(
    also('moves-any-date'),
    also('moves-date'),
    activation,
  ),
  'an activation that switches Expires off': between(
    also('switches-expiry-off'),
    also('nothing'),
    activation,
  ),
  'token requests without a key that are refused apart': between(
    { 'token.status': { issued: 200, refused: 401, incomplete: 400 } },
    { 'token.status': { issued: 200, refused: 401 } },
    ['token/'],
  ),
  'more fields in replies to the token request, and another form of expires': {
    does: {
      'token.status': {
        issued: 200,
        refused: 401,
        also: { issued: { '/token_type': 'Bearer', '/user/id': 7 }, refused: { '/code': 17 } },
        expires: { fraction: 6, zone: '+00:00' },
      },
    },
    says: { 'token.status': { issued: 200, refused: 401, expires: { fraction: 0, zone: 'Z' } } },
    only: ['token/', 'operations/issueToken'],
  },
  'another lifetime, refusal and version': {
    says: {
      'token.lifetime': 'PT8H',
      'auth.refusal': { status: 403, headers: {}, body: 'error' },
      versioning: { headers: { 'api-version': '2' } },
    },
    only: ['token/', 'auth/header-required'],
  },
  'limits without a maximum': between(
    { 'limits.range': { min: 0, max: null, whole: true } },
    { 'limits.range': { min: 0, max: 500, whole: true } },
    ['limits/negative-refused'],
  ),
  'a page with status 200 where there is no path': {
    does: {
      'errors.status': { 'unknown-path': 200, 'method-not-allowed': 200 },
      'errors.body': { ...detail, apart: { 'unknown-path': page, 'method-not-allowed': page } },
    },
    says: { 'errors.status': { 'unknown-path': 404 }, 'errors.body': detail },
    only: ['operations/readDevice', 'auth/header-required/listUsers'],
  },
  'more fields in the refusal of unknown ids': between(
    unknown({ 'unknown-id': { form: 'more', constants: { '/help/url': '/docs' } } }),
    unknown({ 'unknown-id': { form: 'more', constants: { '/help/url': '/' } } }),
    ids,
  ),
  'refusals with status 200 and a body of their own': {
    does: {
      'errors.status': { 'unknown-id': 200, 'deleted-id': 200 },
      'errors.body': { ...detail, apart: { 'unknown-id': notFound, 'deleted-id': notFound } },
    },
    says: { 'errors.body': detail, 'errors.status': { 'unknown-id': 404 } },
    only: [...ids, 'groups/deleted-is-gone'],
  },
  'two facts in the place of each other, where refusals have the status of a success': {
    does: sharing,
    says: {
      ...sharing,
      'records.user': {
        fields: {
          ...defaultProfile.openings['records.user']?.fields,
          email: '/groupIds',
          groupIds: '/email',
        },
      },
    },
    only: ['operations/readUser', 'operations/listUsers', ...ids],
    drifts: ['records.user'],
  },
  'ids of groups with a prefix of their own': between(
    { 'records.id': { form: 'string', prefixes: { group: 'X' } } },
    { 'records.id': { form: 'string', prefixes: { group: 'G' } } },
    [...ids, 'groups/listed-once'],
  ),
  'content types with a charset': between(charset('utf-8'), charset('latin-1'), [...ids, 'token/issued']),
  'a total as text beside lists': {
    does: totals({ totalAsText: true }),
    says: totals({}),
    only: lists,
    drifts: ['operations.envelope'],
  },
  'lists that are looked for where they are not': {
    says: { 'operations.envelope': { lists: { devices: { form: 'array', at: '/items' } } } },
    only: ['operations/listDevices'],
    observed: { 'operations.envelope': /^lists devices at\b/ },
  },
  'ids that are given again': {
    does: { 'records.id-reuse': 'reused' },
    says: { 'records.id-reuse': 'never' },
    only: ['groups/deleted-is-gone', 'groups/deleted-spares-others'],
    observed: { 'records.id-reuse': 'reused' },
  },
  'fields that differ in each answer': between(
    { 'records.volatile': ['/requestId', '/usage/calls'] },
    { 'records.volatile': ['/id', '/done'] },
    groups,
  ),
  'a PUT that keeps what it leaves out': {
    does: leftOut('kept'),
    says: leftOut('cleared'),
    only: replaced,
    observed: { 'put.left-out': 'kept' },
  },
  'a PUT that refuses to leave anything out': {
    does: leftOut('refused'),
    says: leftOut('kept'),
    only: replaced,
    observed: { 'put.left-out': 'refused' },
  },
  'a PUT that clears what it leaves out': {
    does: leftOut('cleared'),
    says: leftOut('refused'),
    only: replaced,
    observed: { 'put.left-out': 'cleared' },
  },
  'a PUT of which the profile says nothing': {
    does: leftOut('kept'),
    leaves: ['put.left-out'],
    only: replaced,
    drifts: [],
    observed: { 'put.left-out': 'kept' },
  },
  'days that end at noon': { ...endsDays({ dayEnds: '12:00' }), only: days, drifts: ['day.ends'] },
  'days that end at midnight in Tokyo': {
    ...endsDays({ timeZone: 'Asia/Tokyo' }),
    only: days,
    drifts: ['day.ends'],
  },
  'days that end when the profile says': {
    does: { 'day.ends': '04:00', 'day.time-zone': 'Europe/Berlin' },
    at: '2026-03-27T20:15:30Z',
    only: days,
    drifts: [],
    observed: { 'day.ends': '04:00', 'day.time-zone': 'Europe/Berlin' },
  },
  'devices, limits and groups of which nothing is so': {
    says: {
      'limits.range': { min: 0, max: 500, whole: true },
      'limits.default': { email: 5, sms: null },
      'locations.order': 'received',
      'groups.delete-devices': 'refused',
    },
    only: [
      'limits/negative-refused',
      'expiry/off-by-default',
      ...places,
      'groups/deleted-is-gone',
      'groups/deleted-spares-others',
    ],
  },
  'limits that do not lift with the expiry': { says: { 'expiry.limits': 'limits-lift' }, only: ['expiry/'] },
  'bodies, lists and records of which nothing is so': {
    says: {
      'errors.body': { form: 'text', contentType: 'text/plain' },
      'records.time': { form: 'iso', offset: '+02:00' },
      'records.country': { fields: { code: '/name/code' } },
    },
    only: ['operations/', 'users/created-can-be-read'],
  },
};

const withJson = (answer: Reply, change: object): Reply => ({
  ...answer,
  body: JSON.stringify({ ...JSON.parse(answer.body), ...change }),
});
const oks =
  (pattern: RegExp, change: (answer: Reply, call: Call, nth: number) => Reply): (() => Around) =>
  () => {
    let nth = 0;
    return changing(pattern, (answer, call) => (answer.status < 300 ? change(answer, call, ++nth) : answer));
  };
const refusing = (pattern: RegExp, status: number): (() => Around) => oks(pattern, () => reply(status, {}));
/** Locations are shown at another time. */
const shownAt = (timeOf: (sent: number) => number): (() => Around) =>
  oks(/lastLocation$/, (answer) =>
    withJson(answer, {
      deviceTime: new Date(timeOf(Date.parse(JSON.parse(answer.body).deviceTime))).toISOString(),
    }),
  );
const [MINUTE, HOUR] = [60_000, 3_600_000];
const cut = (sent: number) => Math.floor(sent / 1_000) * 1_000;

const sending =
  (pattern: RegExp, change: (call: Call) => Call): (() => Around) =>
  () =>
    on(pattern, (call, handle) => handle(change(call)));
const settingLimits = (change: (set: { [fact: string]: unknown }) => object): (() => Around) =>
  sending(/^PUT .*\/limits$/, (call) => ({
    ...call,
    body: JSON.stringify(change(JSON.parse(call.body ?? '{}'))),
  }));

/** Deployments of the default profile, of which some replies are otherwise. */
const replies: {
  [what: string]: [around: () => Around, only: string[], drifts: OpeningId[], leaves?: OpeningId[]];
} = {
  'nothing at all': [() => (handle) => handle, groups, []],
  'the status of a later change': [
    oks(/^PATCH \/api\/groups/, (answer, _, nth) => (nth > 1 ? { ...answer, status: 202 } : answer)),
    groups,
    ['operations.status'],
  ],
  'the type of a field of a later read': [
    oks(/^GET \/api\/groups\/[^/]+$/, (answer, _, nth) =>
      nth > 2 ? withJson(answer, { deviceIds: 'none' }) : answer,
    ),
    ['operations/readGroup', ...groups],
    ['records.group'],
  ],
  'the status of what was deleted': [
    () =>
      changing(/^GET \/api\/groups\/[^/]+$/, (answer) =>
        answer.body.includes('DELETED') ? { ...answer, status: 410 } : answer,
      ),
    groups,
    ['errors.body', 'errors.status'],
  ],
  'creates that are refused': [
    refusing(/^POST \/api\/users$/, 422),
    ['operations/createUser', 'users/created-can-be-read'],
    ['records.required'],
  ],
  'what the account may do': [
    refusing(/^DELETE \/api\/groups\/[^/]+$/, 403),
    ['operations/deleteGroup', 'auth/header-required/deleteGroup'],
    ['auth.roles'],
  ],
  'operations of users that are hidden from the account': [
    () =>
      on(/ \/api\/users(?!\/countries|\/timeZones)/, (call, handle) =>
        /^Bearer eyJ/.test(String(call.headers.authorization))
          ? handle({ ...call, target: call.target.replace('/users', '/unknowns') })
          : handle(call),
      ),
    ['operations/listUsers', 'operations/listGroups', 'auth/header-required/listUsers'],
    ['auth.roles'],
  ],
  'a list that is as long as ever when one record is asked for': [
    oks(/^GET \/api\/devices\?/, (answer) => {
      const [device] = JSON.parse(answer.body);
      return { ...answer, body: JSON.stringify([device, { ...device, id: 'dev-x' }]) };
    }),
    ['operations/listDevices'],
    ['operations.paging', 'operations.query'],
  ],
  'JSON by any name, where the profile has one': [
    sending(/^PATCH /, (call) => ({
      ...call,
      headers: { ...call.headers, 'content-type': 'application/json' },
    })),
    groups,
    [],
  ],
  'vehicles that report between two pages of their list': [
    oks(/^GET \/api\/devices(\?|$)/, (answer, _, nth) => ({
      ...answer,
      body: JSON.stringify(JSON.parse(answer.body).map((one: object) => ({ ...one, status: `seen ${nth}` }))),
    })),
    ['token/issued'],
    [],
  ],
  'refusals with the status of a success, where the profile leaves them open': [
    () =>
      changing(/./, (answer) =>
        answer.status === 404 ? reply(200, { success: false }, { 'content-type': 'text/json' }) : answer,
      ),
    groups,
    [],
    ['errors.status', 'errors.body'],
  ],
  'locations an hour early, for want of the offset': [
    shownAt((sent) => sent - HOUR),
    places,
    ['records.time'],
  ],
  'locations five hours and a half late, cut to seconds': [
    shownAt((sent) => cut(sent) + 5.5 * HOUR),
    places,
    ['records.time'],
  ],
  'locations cut to seconds': [shownAt(cut), places, []],
  'locations by another clock': [shownAt((sent) => sent + 7 * MINUTE), places, []],
  'the greatest limit, which is refused': [
    settingLimits((set) => (Object.values(set).includes(1_000_000) ? { dailyEmail: -1 } : set)),
    ['limits/negative-refused'],
    ['limits.range'],
  ],
  'an activation that takes the date that is given with it away': [
    sending(/\/activate$/, (call) => ({ ...call, body: '{}' })),
    activation,
    ['activation.also'],
  ],
  'an expired device in a state that the profile has no word for': [
    () =>
      changing(/ \/api\/devices/, (answer) => ({
        ...answer,
        body: answer.body.replaceAll('"licence":"expired"', '"licence":"lapsed"'),
      })),
    activation,
    ['records.device'],
  ],
};

async function played({
  does = {},
  says,
  leaves = [],
  around,
  only,
  ...options
}: Omit<Row, 'drifts' | 'observed'>) {
  const all = { ...defaultProfile.openings, ...does };
  const own = completeProfile({ ...defaultProfile, openings: all });
  const { judge } = await scene({ ...options, ...(Object.keys(does).length > 0 && { profile: own }) });
  const left = says ? [...leaves, ...Object.keys(does)] : leaves;
  const shared = Object.entries(own.openings).filter(([id]) => !left.includes(id));
  const profile: Profile = { ...own, openings: { ...Object.fromEntries(shared), ...says } };
  const { run } = await judge({ only, around, ...(left.length > 0 || says ? { profile } : {}) });
  // Drift, and what could not be reached for it, is all that may come.
  expect(others(run, 'pass', 'drift', 'inconclusive', 'not-applicable')).toEqual([]);
  return run;
}

describe('a profile that says otherwise than its deployment does', () => {
  it.each(Object.entries(otherwise))('%s', async (_, { observed = {}, drifts, ...row }) => {
    const expected = drifts ?? Object.keys(row.says ?? {}).sort();
    const run = await played(row);
    expect(drifted(run).toSorted()).toEqual(expected);
    expect(run.exitCode === 4).toBe(expected.length > 0);
    for (const [opening, words] of Object.entries(observed))
      expect(run.observations.find((one) => one.opening === opening)?.observed, opening).toMatch(words);
  });
});

/** Names of fields that no answer has, and pages that never come. */
const { openings: usual } = defaultProfile;
const renamed = (id: 'records.group' | 'records.user' | 'records.location', fact: string): GivenOpenings => ({
  [id]: { ...usual[id], fields: { ...usual[id]?.fields, [fact]: '/elsewhere' } },
});
const nowhere: { [what: string]: [says: GivenOpenings, only: string[]] } = {
  'the description of groups': [renamed('records.group', 'description'), ['groups/']],
  'the id of groups': [renamed('records.group', 'id'), ['groups/created-can-be-read']],
  'the e-mail of users': [renamed('records.user', 'email'), ['users/']],
  'the id of users': [renamed('records.user', 'id'), ['users/created-can-be-read']],
  'the time of locations': [renamed('records.location', 'deviceTime'), places],
  'the pages of lists': [{ 'operations.paging': paged }, lists],
};

describe('a profile that is wrong about', () => {
  it.each(Object.entries(nowhere))('%s has drifted, and no rule fails', async (_, [says, only]) => {
    expect(drifted(await played({ says, only }))).toContain(Object.keys(says)[0]);
  });
});

describe('replies that are otherwise in', () => {
  it.each(Object.entries(replies))('%s', async (_, [around, only, drifts, leaves]) => {
    const run = await played({ only, around: around(), ...(leaves && { leaves }) });
    expect(drifted(run).toSorted()).toEqual(drifts);
  });
});
