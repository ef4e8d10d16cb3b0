/**
 * Deployments that fill an opening in a way of their own. Where the profile says so, every rule is reached and holds;
 * where it leaves that out, none fails; where it says something else, that is drift of this opening and no failure.
 */
import { expect, it } from 'vitest';
import { completeProfile, type Profile } from '../../contracts/profile/index.ts';
import type { GivenOpenings, OpeningId } from '../../contracts/specification/openings/index.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import { oneIn, turns } from '../sample.ts';
import { evidence, runAgainst } from './support.ts';

const inTurn = turns(4);

interface Row {
  /** The openings that the deployment fills otherwise than the simulator by default. */
  does: GivenOpenings;
  /** A profile that says something else of it. */
  wrong?: GivenOpenings;
  /** The openings that are drift; by default all. */
  drifts?: OpeningId[];
  /** The rules that are judged. */
  only: string[];
  simulator?: Omit<SimulatorOptions, 'profile'>;
}

const time = ['expiry/', 'licences/', 'devices/listed-can-be-read'];
const instant = (at: string, timeZone: string) => ({ 'expiry.instant': { at, timeZone } });
const beforeSummer = { at: '2026-03-27T20:15:30Z' };

const json = { form: 'json', contentType: 'application/json' } as const;
const page = {
  form: 'text',
  contentType: 'text/html; charset=utf-8',
  text: '<!doctype html><title>Fleet</title><div id="app"></div>',
} as const;

function pagesOf(more: { totalAsText?: boolean }) {
  const list = {
    form: 'array',
    at: '/items',
    total: '/total',
    page: '/page',
    pages: '/pages',
    ...more,
  } as const;
  return { devices: list, groups: list, users: list };
}

const rows: { readonly [name: string]: Row } = {
  'expiry at six in the evening': {
    does: instant('18:00', 'UTC'),
    wrong: instant('start', 'UTC'),
    only: time,
  },
  'expiry in a zone whose clocks change on the date': {
    does: instant('05:30', 'Europe/Berlin'),
    wrong: instant('05:30', 'UTC'),
    only: time,
    simulator: beforeSummer,
  },
  'a day that ends in a zone whose clocks change': {
    does: { 'day.ends': '04:00', 'day.time-zone': 'Europe/Berlin' },
    only: ['limits/'],
    simulator: beforeSummer,
  },
  'expired devices that are neither read nor listed': {
    does: { 'expired.may': { read: false, list: false } },
    wrong: { 'expired.may': { read: false, list: true } },
    only: time,
  },
  'expired devices that are listed and not read': {
    does: { 'expired.may': { read: false } },
    wrong: { 'expired.may': { read: false, list: false } },
    only: time,
  },
  'expired devices that post': {
    does: { 'expired.may': { postLocations: true, postAlerts: true } },
    wrong: { 'expired.may': { postAlerts: false } },
    only: time,
  },
  'an activation that needs a date': {
    does: { 'activation.also': 'needs-date' },
    wrong: { 'activation.also': 'nothing' },
    only: time,
  },
  'an activation that moves the date': {
    does: { 'activation.also': 'moves-date' },
    wrong: { 'activation.also': 'needs-date' },
    only: time,
  },
  'an activation that moves the date of any device': {
    does: { 'activation.also': 'moves-any-date' },
    wrong: { 'activation.also': 'moves-date' },
    only: time,
  },
  'token requests without a key that are refused apart': {
    does: { 'token.status': { issued: 200, refused: 401, incomplete: 400 } },
    wrong: { 'token.status': { issued: 200, refused: 401 } },
    only: ['token/'],
  },
  'limits without a maximum': {
    does: { 'limits.range': { min: 0, max: null, whole: true } },
    wrong: { 'limits.range': { min: 0, max: 500, whole: true } },
    only: ['limits/'],
  },
  'some writes that are answered without a body': {
    does: {
      'operations.envelope': {
        nothing: { constants: { '/success': true } },
        answers: {
          replaceGroup: 'nothing',
          replaceUser: 'nothing',
          deleteGroup: 'empty',
          deleteUser: 'empty',
        },
      },
      'operations.status': { replaceGroup: 200, replaceUser: 200, deleteGroup: 204, deleteUser: 204 },
    },
    only: ['groups/', 'users/', 'operations/'],
  },
  'an activation that switches Expires off': {
    does: { 'activation.also': 'switches-expiry-off' },
    wrong: { 'activation.also': 'nothing' },
    only: time,
  },
  'a page with status 200 where there is no path': {
    does: {
      'errors.status': { 'unknown-path': 200, 'method-not-allowed': 200 },
      'errors.body': {
        ...json,
        fields: { detail: '/message' },
        apart: { 'unknown-path': page, 'method-not-allowed': page },
      },
    },
    wrong: {
      'errors.status': { 'unknown-path': 404 },
      'errors.body': { ...json, fields: { detail: '/message' } },
    },
    only: ['operations/', 'devices/', 'auth/header-required'],
  },
  'an empty refusal of unknown paths, and more fields in that of unknown ids': {
    does: {
      'errors.body': {
        ...json,
        fields: { detail: '/message', code: '/code' },
        apart: {
          'unknown-path': { form: 'empty' },
          'unknown-id': { form: 'more', constants: { '/help/url': '/docs' } },
        },
      },
    },
    wrong: {
      'errors.body': {
        ...json,
        fields: { detail: '/message', code: '/code' },
        apart: {
          'unknown-path': { form: 'empty' },
          'unknown-id': { form: 'more', constants: { '/help/url': '/' } },
        },
      },
    },
    only: ['operations/', 'devices/'],
  },
  'refusals with status 200 and a body of their own': {
    does: {
      'errors.status': { 'unknown-id': 200, 'deleted-id': 200 },
      'errors.body': {
        ...json,
        fields: { detail: '/message' },
        apart: {
          'unknown-id': { ...json, constants: { '/found': false, '/result': null } },
          'deleted-id': { ...json, constants: { '/found': false, '/result': null } },
        },
      },
    },
    wrong: {
      'errors.body': { ...json, fields: { detail: '/message' } },
      'errors.status': { 'unknown-id': 404 },
    },
    only: ['operations/', 'devices/', 'groups/'],
  },
  'content types with a charset': {
    does: {
      'errors.body': {
        ...json,
        contentType: 'application/json; charset=utf-8',
        fields: { detail: '/message' },
      },
      'operations.envelope': { contentType: 'application/json; charset=utf-8' },
    },
    wrong: {
      'errors.body': {
        ...json,
        contentType: 'application/json; charset=latin-1',
        fields: { detail: '/message' },
      },
      'operations.envelope': { contentType: 'application/json; charset=latin-1' },
    },
    only: ['operations/', 'token/', 'devices/'],
  },
  'paths in any case': {
    does: { 'operations.query': { anyCase: true } },
    wrong: { 'operations.query': { anyCase: false } },
    only: ['operations/', 'auth/header-required'],
  },
  'a total as text and page numbers beside lists': {
    does: {
      'operations.paging': { by: 'page', size: 4, max: 50, firstPage: 1, totalHeader: null },
      'operations.envelope': { lists: pagesOf({ totalAsText: true }) },
    },
    wrong: {
      'operations.paging': { by: 'page', size: 4, max: 50, firstPage: 1, totalHeader: null },
      'operations.envelope': { lists: pagesOf({}) },
    },
    drifts: ['operations.paging'],
    only: ['operations/list', 'devices/', 'groups/'],
  },
  'creates that answer otherwise by family': {
    does: {
      'operations.status': { createGroup: 201, createUser: 200, deleteUser: 200 },
      'operations.envelope': {
        answers: { createGroup: 'id', createUser: 'nothing' },
        families: {
          group: { id: { at: '/made/ref' }, locationHeader: false },
          user: { nothing: { constants: { '/success': true } }, locationHeader: true },
        },
      },
    },
    only: ['operations/create', 'groups/', 'users/'],
  },
  'ids with a check digit': {
    does: { 'records.id': { form: 'string', prefixes: { device: 'D' }, check: 'luhn' } },
    wrong: { 'records.id': { form: 'string', prefixes: { device: 'D' }, check: 'mod-97' } },
    only: ['operations/', 'devices/', 'groups/'],
  },
  'numbers with check digits as ids': {
    does: { 'records.id': { form: 'number', check: 'mod-97' } },
    wrong: { 'records.id': { form: 'number', check: 'luhn' } },
    only: ['operations/', 'devices/', 'groups/'],
  },
  'more fields in replies to the token request, and another form of expires': {
    does: {
      'token.status': {
        issued: 200,
        refused: 401,
        also: { issued: { '/token_type': 'Bearer', '/user/id': 7 }, refused: { '/code': 17 } },
        expires: { fraction: 6, zone: '+00:00' },
      },
    },
    wrong: {
      'token.status': { issued: 200, refused: 401, expires: { fraction: 0, zone: 'Z' } },
    },
    only: ['token/', 'operations/issueToken'],
  },
};

const named = Object.entries(rows);

const deploymentOf = ({ does, simulator }: Row) => {
  const profile = completeProfile({ roadtest: 1, name: 'otherwise', openings: does });
  return { ...simulator, profile };
};

it.runIf(inTurn()).each(oneIn(4, named))(
  '%s: is judged in full where the profile says it',
  async (_, row) => {
    const run = await runAgainst(deploymentOf(row), { only: row.only });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(drifted(run)).toEqual([]);
  },
);

// Levels of the permutants too, which are judged without a profile beside them.
it.runIf(inTurn()).each(oneIn(8, named))(
  '%s: fails nothing where the profile leaves it out, nor without a profile',
  async (_, row) => {
    const deployment = deploymentOf(row);
    for (const profile of [without(deployment.profile, row.does), null]) {
      const run = await runAgainst(deployment, { only: row.only, profile });
      expect(evidence(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
      if (profile) expect(drifted(run)).toEqual([]);
    }
  },
);

it.runIf(inTurn()).each(
  oneIn(
    2,
    named.filter(([, { wrong }]) => wrong),
  ),
)('%s: is drift where the profile says something else', async (_, row) => {
  const { does, wrong = {}, drifts, only } = row;
  const deployment = deploymentOf(row);
  const openings = { ...without(deployment.profile, does).openings, ...wrong };
  const run = await runAgainst(deployment, { only, profile: { ...deployment.profile, openings } });
  expect(evidence(run, 'pass', 'drift', 'inconclusive', 'not-applicable')).toEqual([]);
  expect(drifted(run).sort()).toEqual(drifts ?? Object.keys(wrong).sort());
});

it.runIf(inTurn())('an operation that is not served is found where each unknown path is a page', async () => {
  const does = rows['a page with status 200 where there is no path']?.does ?? {};
  const profile = completeProfile({ roadtest: 1, name: 'pages', openings: does });
  const rules = { servesOperation: (operation: string) => operation !== 'listGroups' };
  const run = await runAgainst(
    { profile, rules },
    { only: ['operations/listGroups', 'operations/listUsers'] },
  );
  expect(evidence(run).map((line) => line.split(':', 1)[0])).toEqual([
    'fail operations/listGroups',
    'pass operations/listUsers',
  ]);
});

function drifted(run: Awaited<ReturnType<typeof runAgainst>>): OpeningId[] {
  return run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
}

function without({ openings, ...profile }: Profile, left: GivenOpenings): Profile {
  const kept = Object.entries(openings).filter(([id]) => !Object.hasOwn(left, id));
  return { ...profile, openings: Object.fromEntries(kept) };
}
