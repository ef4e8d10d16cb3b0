import { describe, expect, test } from 'vitest';
import { completeProfile, type Profile } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { countVerdicts } from '../../contracts/verify/run.ts';
import { createSimulator } from '../../simulator/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { namedRefusals } from '../permutants/gates.ts';
import { oneIn, turns, WHOLE } from '../sample.ts';
import { ADDRESS, evidence, idsOf, runAgainst } from './support.ts';
import { usualRun } from './usual.ts';

const inTurn = turns(4);

const areas = ['token/', 'auth/', 'operations/'];

/** A lawful deployment that differs from the default in what is given. */
function profileOf(openings: GivenOpenings, more: Partial<Profile> = {}): Profile {
  return completeProfile({ roadtest: 1, name: 'lawful', openings, ...more });
}

const refusals = [
  'malformed',
  'invalid',
  'content-type',
  'unknown-id',
  'deleted-id',
  'unknown-path',
  'conflict',
  'forbidden',
] as const;
const all = (status: number) => Object.fromEntries(refusals.map((refusal) => [refusal, status]));

/**
 * Each is as lawful as the default; the suite must see nothing wrong with it, and miss nothing. They are levels of the
 * permutants too, which are judged by the whole suite beside them: here some of them are drawn.
 */
const lawful: { [what: string]: Profile } = {
  'the default profile': profileOf({}),
  'the enveloped profile': completeProfile(envelopedProfile),
  'refusals without a body': profileOf({
    'errors.body': { form: 'empty' },
    'auth.refusal': { status: 403, headers: {}, body: 'empty' },
  }),
  'refusals as text': profileOf({ 'errors.body': { form: 'text', contentType: 'text/plain' } }),
  'every refusal a 404': profileOf({
    'errors.status': all(404),
    'auth.refusal': { status: 404, headers: {}, body: 'error' },
  }),
  'every refusal a 200 with success false': profileOf({
    'errors.status': all(200),
    'auth.refusal': { status: 200, headers: {}, body: 'error' },
    'errors.body': {
      form: 'json',
      contentType: 'application/json',
      fields: { success: '/success', detail: '/error' },
    },
    'token.status': { issued: 200, refused: 200 },
  }),
  'a token request refused with 200': profileOf({ 'token.status': { issued: 201, refused: 200 } }),
  'success is always 202': profileOf({
    'operations.status': {
      listDevices: 202,
      readDevice: 202,
      createGroup: 202,
      deleteGroup: 202,
      updateUser: 202,
      deleteUser: 200,
    },
  }),
  'ids are UUIDs': profileOf({ 'records.id': { form: 'uuid' } }),
  'creates answer with a Location alone': profileOf({
    'operations.envelope': {
      answers: { createGroup: 'nothing', createUser: 'nothing' },
      locationHeader: true,
    },
  }),
  'creates answer with nothing at all': profileOf({
    'operations.envelope': {
      answers: { createGroup: 'nothing', createUser: 'nothing' },
      locationHeader: false,
    },
  }),
  'lists come in pages of three': profileOf({
    'operations.paging': { by: 'link', size: 3, max: 5, firstPage: 1, totalHeader: null },
  }),
  'writes can be read two seconds later': profileOf({ consistency: { readableAfter: 'PT2S' } }),
  'requests are limited, with Retry-After': profileOf({
    'rate-limit': { requests: 60, per: 'PT1M', retryAfter: true },
  }),
  'requests are limited, without Retry-After': profileOf({
    'rate-limit': { requests: 40, per: 'PT10S', retryAfter: false },
  }),
  'posts ask for a range': profileOf({
    'locations.purpose': {
      does: 'query',
      body: { form: 'bare', at: '', many: false, required: {} },
      query: { from: '/from', to: '/to' },
    },
    'alerts.purpose': {
      does: 'query',
      body: { form: 'bare', at: '', many: false, required: { '/kind': 'all' } },
      query: { from: '/since', to: '/until' },
    },
  }),
  'a token lives a minute': profileOf({ 'token.lifetime': 'PT1M' }),
  'a token lives ten days': profileOf({ 'token.lifetime': 'P10D' }),
  'live tokens work while API access is off': profileOf({ 'token.live-when-disabled': 'works' }),
  'a token is taken elsewhere too': profileOf({
    'auth.other-ways': { accepts: ['query', 'cookie', 'header', 'scheme'] },
  }),
  'a path prefix': profileOf({}, { basePath: '/fleet/v3' }),
};

describe('A lawful deployment with its profile: everything is judged, nothing fails, nothing drifts', () => {
  test.runIf(inTurn()).each(oneIn(8, Object.entries(lawful)))('%s', async (_what, profile) => {
    const run = await runAgainst({ profile }, { only: areas });
    // Where nothing can be posted, no device of the simulator has a location.
    const unseen = (
      profile.openings['locations.purpose']?.does === 'query'
        ? ['operations/lastLocation', 'auth/no-way-round/']
        : []
    ) as string[];
    expect(evidence(run, 'pass').filter((line) => !unseen.some((id) => line.includes(id)))).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    // Openings that could not be seen are left open.
    expect(run.exitCode).toBe(unseen.length > 0 ? 3 : 0);
    expect(run.leftBehind.filter((one) => !one.startsWith('device'))).toEqual([]);
  });
});

describe('The same deployment without a profile: nothing fails, some cannot be told', () => {
  test.runIf(inTurn()).each(oneIn(8, Object.entries(lawful)))('%s', async (_what, profile) => {
    const baseUrl = ADDRESS + (profile.basePath ?? '');
    // The whole suite is run over such deployments beside the permutants, in time of its own.
    const run = await runAgainst({ profile }, { profile: null, baseUrl, ...(!WHOLE && { only: areas }) });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'error')).toEqual([]);
    expect(countVerdicts(run.outcomes).pass).toBeGreaterThan(10);
    expect(run.leftBehind.filter((one) => !one.startsWith('device'))).toEqual([]);
  });
});

test.runIf(inTurn())(
  'Operations that the account may not call are not held against the deployment',
  async () => {
    const mayNotCall = ['listUsers', 'createUser', 'deleteGroup', 'lastLocation'] as const;
    const profile = profileOf({ 'auth.roles': { mayNotCall: [...mayNotCall] } });
    const told = await runAgainst({ profile }, { only: areas });
    expect(idsOf(told, 'fail')).toEqual([]);
    expect(
      told.outcomes.filter(({ leftOpen }) => leftOpen).map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([]);
    const untold = await runAgainst({ profile }, { profile: null, only: areas });
    expect(idsOf(untold, 'fail')).toEqual([]);
  },
);

test.runIf(inTurn())(
  'Roles that are refused exactly as a missing token is are not held against the deployment either',
  async () => {
    const openings: GivenOpenings = {
      'auth.roles': { mayNotCall: ['listUsers', 'listGroups'] },
      'errors.status': { forbidden: 401 },
    };
    const { 'auth.roles': _, ...rest } = completeProfile({ roadtest: 1, name: 'roles', openings }).openings;
    const run = await runAgainst(
      { profile: profileOf(openings) },
      { profile: { roadtest: 1, name: 'roles', openings: rest }, only: areas },
    );
    expect(idsOf(run, 'fail')).toEqual([]);
  },
);

test.runIf(inTurn())(
  'Refusals that are alike but for their words and the record that they name leave no operation open',
  async () => {
    const openings: GivenOpenings = {
      'errors.status': all(200),
      'errors.body': {
        form: 'json',
        contentType: 'application/json',
        fields: { code: '/error/code', detail: '/error/text', success: '/success' },
      },
      'auth.refusal': { status: 200, headers: {}, body: 'error' },
    };
    const simulator = createSimulator({ profile: profileOf(openings) });
    const { profile } = simulator;
    const run = await runAgainst(namedRefusals(simulator), { profile, only: ['auth/header-required/'] });
    simulator.stop();
    expect(evidence(run, 'pass')).toEqual([]);
  },
);

test.runIf(inTurn())(
  'An alert that is answered as a list of one, where a single record is in an envelope, is read from the list',
  async () => {
    const openings: GivenOpenings = {
      'operations.envelope': { records: { alert: { at: '/data' } } },
      'alerts.purpose': {
        does: 'record',
        body: { form: 'wrapper', at: '/alerts', many: true, required: {} },
        query: { from: '/from', to: '/to' },
      },
    };
    const run = await runAgainst(
      { profile: profileOf(openings) },
      { only: ['devices/posted-alert-is-taken', 'groups/created-can-be-read'] },
    );
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
  },
);

test.runIf(inTurn())('At most 1,200 requests', async () => {
  const { run } = await usualRun();
  expect(run.exchanges.length).toBeLessThanOrEqual(1_200);
});
