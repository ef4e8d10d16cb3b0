/** A pin that is not known, or cannot show, holds up nothing else and is no drift. */
import { expect, test } from 'vitest';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { type Against, evidence, type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';

const inTurn = turns(3);

const expiry = ['expiry/', 'licences/'];

test.runIf(inTurn())('devices that never expire break a rule, and drift from no instant', async () => {
  const never = deviations['expiry/reached-expires'];
  const profile = {
    ...defaultProfile,
    openings: { ...defaultProfile.openings, 'expiry.instant': { at: 'start', timeZone: 'UTC' } as const },
  };
  for (const defect of [never && defectOf(never), undefined]) {
    const simulator = deviantSimulator(defect, { profile });
    const run = await runAgainst(simulator.fetch, { profile, only: expiry });
    simulator.stop();
    const seen = run.observations.find(({ opening }) => opening === 'expiry.instant');
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    expect(seen?.observed).toBe(defect ? 'nothing' : 'start UTC');
    expect(idsOf(run, 'fail').includes('expiry/reached-expires')).toBe(defect !== undefined);
  }
});

test.runIf(inTurn())(
  'positions are judged where the profile does not say in which units the rest is',
  async () => {
    const { 'records.units': _, ...openings } = defaultProfile.openings;
    const run = await runAgainst({}, { profile: { ...defaultProfile, openings }, only: ['devices/'] });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(outcomeOf(run, 'devices/posted-location-becomes-last').verdict).toBe('pass');
  },
);

const word = 'the plan of this account has no limits';

test.runIf(inTurn()).each([
  ['for what was asked of it is suspect', 422, 'suspect'],
  ['for the state of things is not reached', 409, 'inconclusive'],
  ['by a status that is no cause in the profile is not reached', 402, 'inconclusive'],
])('a control that is refused %s, and its reply stands in the verdict', async (_, status, verdict) => {
  const wrap: Against['wrap'] = (fetch) => async (request) => {
    const isChange = request.method === 'PUT' && request.url.endsWith('/limits');
    return isChange ? Response.json({ error: word }, { status }) : fetch(request);
  };
  const run = await runAgainst({}, { only: ['limits/stops-at-limit/sms', 'expiry/reached-expires'], wrap });
  expect(outcomeOf(run, 'limits/stops-at-limit/sms').verdict).toBe(verdict);
  for (const { id, reason } of run.outcomes)
    expect(reason, id).toContain(`answered ${status}: {"error":"${word}"}`);
});

test.runIf(inTurn()).each([
  ['with a licence free is suspect', 5, 'suspect'],
  ['with none is not reached', 0, 'inconclusive'],
])('a device that is refused %s', async (_, available, verdict) => {
  const wrap: Against['wrap'] = (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/_control/devices') return new Response('{}', { status: 422 });
    if (pathname !== '/_control/account') return fetch(request);
    return Response.json({ apiEnabled: true, licences: { total: 5 + available, used: 5, available } });
  };
  const only = ['limits/stops-at-limit/sms'];
  const run = await runAgainst({}, { only, wrap });
  expect(outcomeOf(run, only[0] ?? '').verdict).toBe(verdict);
});

test.runIf(inTurn())('an activation may switch expiry off, which is then not shown', async () => {
  const { openings } = defaultProfile;
  const profile = {
    ...defaultProfile,
    openings: { ...openings, 'activation.also': 'switches-expiry-off' as const },
  };
  const wrap: Against['wrap'] = (fetch) => async (request) => {
    const reply = await fetch(request);
    if (request.method !== 'GET' || !request.url.endsWith('/limits')) return reply;
    const { expires, expirationDate, ...limits } = await reply.json();
    return Response.json(expires ? { ...limits, expires, expirationDate } : limits);
  };
  const run = await runAgainst({ profile }, { profile, only: ['expiry/', 'licences/', 'limits/'], wrap });
  expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
});

test.runIf(inTurn())('an activation that takes a limit away drifts from what it does beside', async () => {
  const simulator = createSimulator();
  const activating: Fetch = async (request) => {
    const reply = await simulator.fetch(request);
    const device = /devices\/dev-(\d+)\/activate$/.exec(request.url)?.[1];
    if (device && reply.ok) simulator.fleet.limits.set(Number(device), { dailyEmail: null });
    return reply;
  };
  const run = await runAgainst(activating, {
    profile: simulator.profile,
    only: ['licences/activation-takes-one'],
  });
  simulator.stop();
  expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual([
    'activation.also',
  ]);
});

test.runIf(inTurn())(
  'an activation that loses the date that is given with it drifts from what it does beside',
  async () => {
    const wrap: Against['wrap'] = (fetch) => (request) =>
      fetch(
        request.url.endsWith('/activate') ? new Request(request, { method: 'POST', body: '{}' }) : request,
      );
    const only = ['licences/expires-again'];
    const losing = await runAgainst({}, { only, wrap });
    expect(losing.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual([
      'activation.also',
    ]);
    const keeping = await runAgainst({}, { only });
    expect(keeping.observations.filter(({ drift }) => drift)).toEqual([]);
  },
);
