/** The plan of a run follows from its profile; and too few licences are reported before it begins. */
import { expect, test } from 'vitest';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { plan } from '../../contracts/verify/plan.ts';
import type { Progress } from '../../contracts/verify/run-options.ts';
import { turns } from '../sample.ts';
import { type Fetch, runAgainst } from './support.ts';

const inTurn = turns(1);

/** A simulator that is not known as one: its controls are those of the profile. */
const unknown =
  (fetch: Fetch): Fetch =>
  async (request) =>
    request.url.endsWith('/_control/clock') ? new Response(null, { status: 404 }) : fetch(request);

const place = '/_control/devices/{deviceId}';
const controls: NonNullable<Profile['controls']> = {
  createDevice: {
    by: 'http',
    method: 'POST',
    url: '/_control/devices',
    body: { name: 'Roadtest device' },
    reads: { deviceId: '/devices/0/id' },
  },
  readLicences: {
    by: 'http',
    method: 'GET',
    url: '/_control/account',
    reads: { total: '/licences/total', used: '/licences/used', available: '/licences/available' },
  },
  setLimits: {
    by: 'http',
    method: 'PUT',
    url: `${place}/limits`,
    body: { expires: '{expires}', expirationDate: '{expirationDate}' },
  },
  send: { by: 'http', method: 'POST', url: `${place}/send`, body: { channel: '{channel}' } },
};

test('a profile without controls plans no devices, messages and changes, and the run keeps to it', async () => {
  const planned = plan({ profile: defaultProfile });
  const run = await runAgainst({}, { wrap: unknown, profile: defaultProfile });
  expect(planned.totals).toMatchObject({ messages: 0, controls: [], freeLicences: 0 });
  expect(planned.totals.creates.device).toBe(0);
  expect(run.exchanges.length).toBeLessThanOrEqual(planned.totals.requests);
  expect(planned.totals.requests).toBeLessThan(plan({}).totals.requests);
  const cut = planned.entries.filter(({ missing }) => missing.length > 0).map(({ id }) => id);
  expect(cut).toContain('limits/stops-at-limit/sms');
  const judged = run.outcomes.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(judged.filter((id) => cut.includes(id))).toEqual([]);
});

test.runIf(inTurn())(
  'too few free licences are reported before the first rule is judged, and planned',
  async () => {
    const profile: Profile = { ...defaultProfile, controls };
    const only = ['limits/', 'licences/device-uses-one'];
    const { totals } = plan({ profile, only });
    expect(totals.freeLicences).toBe(totals.creates.device);
    expect(totals.freeLicences).toBeGreaterThan(3);
    expect(totals.controls).toEqual(['setLimits', 'send', 'createDevice']);
    for (const free of [3, totals.freeLicences]) {
      const seen: Progress[] = [];
      const onProgress = (progress: Progress) => void seen.push(progress);
      const run = await runAgainst(
        { devices: 2, licences: 2 + free },
        { wrap: unknown, profile, only, onProgress },
      );
      const place = seen.findIndex(({ kind }) => kind === 'notice');
      const first = seen.findIndex(({ kind }) => kind === 'judged');
      expect(place >= 0 && place < first).toBe(free === 3);
      expect(run.warnings.some((text) => text.startsWith(`Of the licences ${free} are free`))).toBe(
        free === 3,
      );
    }
  },
);
