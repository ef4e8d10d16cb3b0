/** What is not known, or cannot show, holds up nothing else and is no drift. */
import { expect, test } from 'vitest';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { idsOf, outcomeOf, runAgainst, telling } from './support.ts';

const expiry = ['expiry/', 'licences/'];

test('devices that never expire break a rule, and drift from no instant', async () => {
  const never = deviations['expiry/reached-expires'][0];
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

test('positions are judged where the profile does not say in which units the rest is', async () => {
  const { 'records.units': _, ...openings } = defaultProfile.openings;
  const run = await runAgainst({}, { profile: { ...defaultProfile, openings }, only: ['devices/'] });
  expect(telling(run, 'pass')).toEqual([]);
  expect(outcomeOf(run, 'devices/posted-location-becomes-last').verdict).toBe('pass');
});

test('what a control says that is refused stands in the verdict', async () => {
  const wrap: NonNullable<Parameters<typeof runAgainst>[1]>['wrap'] = (fetch) => async (request) => {
    const isChange = request.method === 'PUT' && request.url.endsWith('/limits');
    return isChange
      ? Response.json({ error: 'the plan of this account has no limits' }, { status: 409 })
      : fetch(request);
  };
  const only = ['limits/stops-at-limit/sms', 'expiry/reached-expires'];
  const run = await runAgainst({}, { only, wrap });
  for (const id of only) {
    const { verdict, reason } = outcomeOf(run, id);
    expect(['inconclusive', 'suspect'], id).toContain(verdict);
    expect(reason).toContain('answered 409: {"error":"the plan of this account has no limits"}');
  }
});
