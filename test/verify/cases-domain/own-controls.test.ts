/** A deployment that is not a simulator: its limits, expiry and licences by the controls of its profile. */
import { describe, expect, it } from 'vitest';
import { completeProfile, type Profile } from '../../../contracts/profile/index.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { oneIn, turns, WHOLE } from '../../sample.ts';
import { evidence, idsOf, runAgainst, runVirtually } from '../support.ts';
import { commandsFor, disguised, office, profileWith, readsLicence, templates } from './disguise.ts';

const inTurn = turns(5, 1);

const only = ['devices/', 'groups/', 'limits/', 'expiry/', 'licences/'];
const fleet = { devices: 4, licences: 30 };

/** The licence rules that need all licences used up, where there are too many for it. */
const usedUp = /licences\/(activation-refused|released-serves|never-over)/;

it.runIf(inTurn())('judges all by templates, one message at a time', async () => {
  const run = await runAgainst(
    { devices: 4, licences: 20 },
    { only, wrap: disguised, profile: profileWith(templates) },
  );
  expect(evidence(run, 'pass')).toEqual([]);
});

it.runIf(inTurn())('judges all by commands', async () => {
  const simulator = createSimulator({ devices: 4, licences: 20 });
  const run = await runAgainst(disguised(simulator.fetch), {
    only,
    profile: profileWith(commandsFor(templates)),
    host: { run: office(simulator.fetch) },
  });
  simulator.stop();
  expect(evidence(run, 'pass')).toEqual([]);
});

it.runIf(inTurn()).each([
  ['all or none', (count: number, left: number) => (count > left ? 0 : count)],
  ['two at a time', (count: number) => Math.min(count, 2)],
])('judges limits where several messages are sent %s', async (_, atOnce) => {
  const rules = {
    allowance: ({ limit, used, requested }: { limit: number | null; used: number; requested: number }) => {
      const left = limit === null ? requested : Math.max(0, limit - used);
      return Math.min(left, atOnce(requested, left));
    },
  };
  const run = await runAgainst({ rules }, { only: ['limits/'] });
  expect(evidence(run, 'pass')).toEqual([]);
});

it.runIf(inTurn())(
  'reads limits and counters in the API, where its record of a device has them',
  async () => {
    const { readLimits: _, ...controls } = templates;
    const profile = { ...completeProfile(envelopedProfile), controls };
    const run = await runAgainst({ ...fleet, profile }, { only: ['limits/', 'expiry/'], wrap: disguised });
    expect(evidence(run, 'pass')).toEqual([]);
  },
);

it.runIf(inTurn())(
  'reads the state of a device from the counts, where its record does not tell',
  async () => {
    const fields = { id: '/id', name: '/name' };
    const profile = completeProfile({
      roadtest: 1,
      name: 'bare',
      openings: { 'records.device': { fields } },
    });
    const run = await runAgainst(
      { devices: 4, licences: 14, profile },
      { only: ['expiry/', 'licences/'], wrap: disguised, profile: { ...profile, controls: templates } },
    );
    expect(evidence(run, 'pass')).toEqual([]);
  },
);

describe('without a way to make devices', () => {
  const { createDevice: _, ...controls } = templates;

  it.runIf(inTurn())('uses those that the profile names, and leaves them as they were', async () => {
    const simulator = createSimulator(fleet);
    simulator.fleet.limits.set(2, { dailyEmail: 50, dailySms: 7 });
    const profile = profileWith(controls, { known: { device: ['dev-2', 'dev-3'] } });
    const run = await runAgainst(disguised(simulator.fetch), { only: ['limits/'], profile });
    simulator.stop();
    expect(evidence(run, 'pass')).toEqual([]);
    expect(simulator.fleet.limits.get(2)).toMatchObject({ dailyEmail: 50, dailySms: 7 });
    expect(simulator.fleet.limits.get(3)).toMatchObject({ dailyEmail: null, dailySms: null });
    expect(simulator.fleet.limits.get(1).usage).toEqual({ email: 0, sms: 0 });
  });

  it.runIf(inTurn())('judges expiry and licences on two of those, and leaves them in use', async () => {
    const simulator = createSimulator(fleet);
    simulator.fleet.limits.set(2, { expires: true, expirationDate: '2031-01-01' });
    const { used } = simulator.fleet.account.view().licences;
    const { group: groups } = simulator.fleet.save().columns.columns;
    const profile = profileWith(controls, { known: { device: ['dev-2', 'dev-3'] } });
    const run = await runAgainst(disguised(simulator.fetch), { only: ['expiry/', 'licences/'], profile });
    simulator.stop();
    expect(evidence(run, 'pass').map((line) => line.split(':', 1)[0])).toEqual([
      'inconclusive expiry/off-by-default',
      'inconclusive licences/device-uses-one',
    ]);
    expect([2, 3].map((id) => simulator.fleet.devices.get(id)?.licence)).toEqual(['used', 'used']);
    expect(simulator.fleet.save().columns.columns.group).toEqual(groups);
    expect(simulator.fleet.account.view().licences).toMatchObject({ total: fleet.licences, used });
    expect(simulator.fleet.limits.get(2)).toMatchObject({ expires: true, expirationDate: '2031-01-01' });
    expect(simulator.fleet.limits.get(3).expires).toBe(false);
    expect(run.leftBehind).toEqual([]);
    expect(run.warnings).toEqual([]);
  });

  it.runIf(inTurn())(
    'reads whether a device is expired by the control for its limits, or by the counts',
    async () => {
      const fields = { id: '/id', name: '/name' };
      const bare = completeProfile({ roadtest: 1, name: 'bare', openings: { 'records.device': { fields } } });
      const known = { device: ['dev-2', 'dev-3'] };
      for (const told of [{ ...controls, readLimits: readsLicence }, controls]) {
        const profile = { ...bare, controls: told, known };
        const run = await runAgainst(
          { ...fleet, profile: bare },
          { only: ['expiry/', 'licences/'], wrap: disguised, profile },
        );
        expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
        expect(idsOf(run, 'pass')).toContain('expiry/reached-expires');
        expect(idsOf(run, 'pass')).toContain('licences/expires-again');
      }
    },
  );

  it.runIf(inTurn())('lets none expire that it could not activate again', async () => {
    const { activate: _, ...lasting } = controls;
    const simulator = createSimulator(fleet);
    const profile = profileWith(lasting, { known: { device: ['dev-2', 'dev-3'] } });
    const run = await runAgainst(disguised(simulator.fetch), { only: ['expiry/', 'licences/'], profile });
    simulator.stop();
    expect(new Set(run.outcomes.flatMap(({ unlock = [] }) => unlock))).toContain('controls.activate');
    expect(idsOf(run, 'pass')).toEqual([]);
    expect(simulator.fleet.limits.get(2)).toMatchObject({ expires: false, expirationDate: null });
  });

  it.runIf(inTurn())('touches none that it could not put back', async () => {
    const { readLimits: _, ...blind } = controls;
    const profile = profileWith(blind, { known: { device: ['dev-2', 'dev-3'] } });
    const simulator = createSimulator(fleet);
    const before = simulator.fleet.save();
    const run = await runAgainst(disguised(simulator.fetch), {
      only: ['limits/', 'expiry/', 'licences/'],
      profile,
    });
    simulator.stop();
    expect(idsOf(run, 'inconclusive')).toHaveLength(run.outcomes.length);
    // Reports that they post stay, as the plan says.
    const { columns } = before.columns;
    expect(simulator.fleet.save().columns.columns).toEqual({ ...columns, lastSeenAt: expect.anything() });
  });

  it.runIf(inTurn())('touches none that merely stands in the list, and lets none expire', async () => {
    const simulator = createSimulator(fleet);
    const before = simulator.fleet.save();
    const run = await runAgainst(disguised(simulator.fetch), {
      only: ['limits/', 'expiry/', 'licences/'],
      profile: profileWith(controls),
    });
    simulator.stop();
    expect(idsOf(run, 'inconclusive')).toHaveLength(run.outcomes.length);
    expect(simulator.fleet.save().columns).toEqual(before.columns);
  });
});

describe('controls that do not work', () => {
  /** The profile with one control that answers as given. */
  const spoiling = (name: keyof typeof templates, response: () => Response) => {
    const control = templates[name];
    const url = `http://127.0.0.1:4010/corrupted${control.by === 'http' ? control.url.replace(/^https?:\/\/[^/]+/, '') : ''}`;
    return {
      profile: profileWith({ ...templates, [name]: { ...control, url } }) as Profile,
      wrap: (fetch: (request: Request) => Promise<Response>) =>
        disguised(async (request) => (request.url.includes('/corrupted/') ? response() : fetch(request))),
    };
  };

  /** Rules that need the control; with `npm run test:whole` all. */
  const judged = (...some: string[]) => ({ only: WHOLE ? ['limits/', 'expiry/', 'licences/'] : some });

  const needed: [control: keyof typeof templates, rules: ReturnType<typeof judged>][] = [
    ['setLimits', judged('limits/stops-at-limit', 'expiry/reached-expires')],
    ['send', judged('limits/stops-at-limit', 'limits/per-device')],
    ['readLimits', judged('limits/usage-counts', 'expiry/off-by-default')],
    ['createDevice', judged('limits/per-device', 'licences/device-uses-one')],
    ['activate', judged('licences/activation-takes-one', 'licences/expires-again')],
    ['readLicences', judged('licences/device-uses-one', 'licences/expiry-releases-one')],
    ['advance', judged('limits/next-day-restores', 'expiry/reached-expires')],
  ];

  it.runIf(inTurn()).each(oneIn(3, needed))(
    'leave suspect what needs %s when the deployment answers it with 500',
    async (name, rules) => {
      const corrupted = spoiling(name, () => new Response('broken', { status: 500 }));
      const run = await runAgainst(fleet, { ...rules, ...corrupted });
      const open = evidence(run, 'pass').filter((line) => !usedUp.test(line));
      expect(open.length).toBeGreaterThan(0);
      // Further attempts use devices up, which others then lack.
      for (const line of open) expect(line).toMatch(/^suspect .*status 500|^inconclusive .*createDevice/);
      expect(open.some((line) => line.startsWith('suspect'))).toBe(true);
    },
  );

  it.runIf(inTurn()).each([
    ['says "done" and does nothing', () => Response.json({ done: true })],
    ['refuses everything', () => new Response('', { status: 403 })],
  ])('conclude nothing when setLimits %s', async (_, answer) => {
    const rules = judged(
      'limits/stops-at-limit',
      'limits/raise',
      'expiry/reached-expires',
      'licences/expiry',
    );
    const simulator = createSimulator(fleet);
    const run = await runVirtually(simulator.fetch, { ...rules, ...spoiling('setLimits', answer) });
    simulator.stop();
    // Settings that are accepted and not read back contradict each other; a limit without effect might be a broken rule as well.
    expect(evidence(run, 'pass', 'inconclusive').filter((line) => !line.startsWith('suspect '))).toEqual([]);
  });
});
