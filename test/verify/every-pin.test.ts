/** Every answer that a profile pins is compared with what was seen, or the run says why it was not. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contracts/profile/profile.ts';
import { byPin } from '../../contracts/report/pins.ts';
import { type OpeningId, openings } from '../../contracts/specification/openings/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { quickHost } from '../quick-host.ts';
import { turns } from '../sample.ts';
import { usualRun } from './usual.ts';

const inTurn = turns(4);

/** A run over the simulator of the default profile, judged by a profile that pins these answers otherwise. */
async function runWith(wrong: Profile['openings'], only: readonly string[] = []): Promise<Run> {
  const simulator = createSimulator();
  const profile = { ...simulator.profile, openings: { ...simulator.profile.openings, ...wrong } };
  const credentials = { userName: 'demo', apiKey: 'demo-key' };
  const options = { baseUrl: 'http://127.0.0.1:4010', credentials, profile, only };
  const run = await verify(options, quickHost(simulator.fetch, 'pins'));
  simulator.stop();
  return run;
}

const driftedIn = (run: Run): OpeningId[] => byPin(run.observations).drifted.map(({ opening }) => opening);

/** Answers that the default simulator does not give, all of which a run can be made with. */
const ofState: Profile['openings'] = {
  'limits.range': { min: 0, max: 500, whole: true },
  'limits.default': { email: 5, sms: null },
  'locations.order': 'received',
  'expiry.instant': { at: 'end', timeZone: 'UTC' },
  'expired.may': { postLocations: true, postAlerts: false },
  'expiry.limits': 'limits-lift',
  'activation.also': 'switches-expiry-off',
  'groups.delete-devices': 'refused',
};

const ofExchange: Profile['openings'] = {
  'errors.body': { form: 'text', contentType: 'text/plain' },
  'operations.query': { limit: 'size', group: 'crew' },
  'operations.paging': { by: 'page', size: 5, max: 100, firstPage: 1, totalHeader: 'X-Total-Count' },
  'records.time': { form: 'iso', offset: '+02:00' },
  'records.country': { fields: { code: '/name/code' } },
  versioning: { headers: { 'X-Version': '7' } },
};

describe('A profile', () => {
  it.runIf(inTurn())('whose answers hold has each of them compared, or says why not', async () => {
    const { run } = await usualRun();
    const { drifted, held, open, free } = byPin(run.observations);
    expect([drifted, free]).toEqual([[], []]);
    expect(held.length + open.length).toBe(openings.length);
    expect(open.map(({ opening }) => opening)).toEqual([
      'records.volatile',
      'records.units',
      'limits.names',
      'alerts.recipients',
      // At the start of the day in the account's zone: no operation tells which that is.
      'users.delete-self',
      'states.other',
      'events',
    ]);
    for (const { notCompared } of open) expect(notCompared).toMatch(/\w+ \w+/);
  });

  it.runIf(inTurn()).each([
    ['what becomes of devices, limits and groups', ofState],
    ['statuses, bodies, lists and records', ofExchange],
  ])('that is wrong about %s is told so, opening by opening', async (_, wrong) => {
    const run = await runWith(wrong);
    expect(driftedIn(run)).toEqual(expect.arrayContaining(Object.keys(wrong)));
  });

  it.runIf(inTurn())('is not compared with what a run was not to try', async () => {
    const run = await runWith({}, ['token/issued']);
    const { open } = byPin(run.observations);
    const limits = open.find(({ opening }) => opening === 'expiry.limits');
    expect(limits?.notCompared).toBe('expiry/reached-expires is not judged in this run');
    expect(run.exchanges.length).toBeLessThan(40);
  });
});
