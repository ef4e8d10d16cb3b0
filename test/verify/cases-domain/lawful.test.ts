/**
 * Devices, records, limits, expiry and licences of lawful deployments: with what the profile and the
 * controls tell, every rule is reached and holds; with less, nothing ever fails.
 */

import { expect, it } from 'vitest';
import { completeProfile, defaultProfile, type Profile } from '../../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { fewLicences } from '../../few-licences.ts';
import { oneIn, turns } from '../../sample.ts';
import { evidence, idsOf, outcomeOf, runAgainst } from '../support.ts';
import { usualRun } from '../usual.ts';
import { disguised, profileWith, templates } from './disguise.ts';

const inTurn = turns(4);

const only = ['devices/', 'groups/', 'users/', 'limits/', 'expiry/', 'licences/'];

function opened(openings: GivenOpenings): Profile {
  return completeProfile({ ...defaultProfile, openings: { ...defaultProfile.openings, ...openings } });
}

const deployments: [string, SimulatorOptions][] = [
  ['the default one', {}],
  ['an enveloped one', { profile: completeProfile(envelopedProfile) }],
  ['a clock that runs', { frozen: false }],
  ['a clock that runs an hour a second', { frozen: false, speed: 3600 }],
  [
    'a day that ends while rules are judged',
    { at: '2026-03-28T22:59:59.900Z', frozen: false, speed: 60, timeZone: 'Europe/Berlin' },
  ],
  ['more licences than devices', { devices: 4, licences: 9 }],
  ['fewer licences than devices', fewLicences(4, 2)],
  ['a single device', { devices: 1, licences: 1 }],
  [
    'writes that are readable after two seconds',
    { profile: opened({ consistency: { readableAfter: 'PT2S' } }) },
  ],
  ['limits of 0 until somebody sets them', { profile: opened({ 'limits.default': { email: 0, sms: 0 } }) }],
  [
    'expiry at the end of the day, far in the west',
    { profile: opened({ 'expiry.instant': { at: 'end', timeZone: 'Etc/GMT+12' } }) },
  ],
  [
    'expiry at the start of the day, far in the east',
    { profile: opened({ 'expiry.instant': { at: 'start', timeZone: 'Pacific/Kiritimati' } }) },
  ],
  [
    'a day that ends at half past eleven in Auckland',
    { profile: opened({ 'day.ends': '23:30', 'day.time-zone': 'Pacific/Auckland' }) },
  ],
  ['activations that switch Expires off', { profile: opened({ 'activation.also': 'switches-expiry-off' }) }],
  ['limits that lift with the expiry', { profile: opened({ 'expiry.limits': 'limits-lift' }) }],
];

it.runIf(inTurn()).each(oneIn(6, deployments))(
  '%s keeps every rule, by its profile',
  async (_, simulator) => {
    const run = await runAgainst(simulator, { only });
    // Between two looks at a clock that runs fast a loaded machine lets minutes pass: what was when is left open then.
    const isFast = Number(simulator.speed ?? 1) > 1;
    expect(evidence(run, 'pass').filter((line) => !isFast || !line.startsWith('inconclusive'))).toEqual([]);
    expect(
      run.warnings.filter((one) => !isFast || !one.startsWith('Clocks of the deployment differ')),
    ).toEqual([]);
  },
);

// The permutants are judged in the same way beside them.
it.runIf(inTurn()).each(oneIn(8, deployments))(
  '%s breaks none that can be judged without a profile',
  async (_, simulator) => {
    const baseUrl = `http://127.0.0.1:4010${simulator.profile?.basePath ?? ''}`;
    const run = await runAgainst(simulator, { only, baseUrl, profile: null });
    expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
    // Limits, expiry and licences are brought about and read by controls alone; these read no licence of a device.
    const open = evidence(run, 'pass').filter((line) => /limits|expiry|licences/.test(line));
    expect(open.filter((line) => !/activation-takes-one.* add `licence:`/.test(line))).toEqual([]);
  },
);

it('a limit of 0 is not asked for where the profile says that there is none so low', async () => {
  const profile = opened({ 'limits.range': { min: 1, max: 1000, whole: true } });
  const run = await runAgainst({ profile }, { only: ['limits/'] });
  expect(evidence(run, 'pass').map((line) => line.split(':', 1)[0])).toEqual([
    'not-applicable limits/zero-sends-none/email',
    'not-applicable limits/zero-sends-none/sms',
  ]);
});

it('where posting asks for a range, nothing is held to be recorded', async () => {
  const range = { form: 'bare', at: '', many: false, required: {} } as const;
  const asks = { does: 'query', body: range, query: { from: '/from', to: '/to' } } as const;
  const profile = opened({ 'locations.purpose': asks, 'alerts.purpose': asks });
  const run = await runAgainst({ profile }, { only: ['devices/posted'] });
  expect(run.outcomes.map(({ verdict }) => verdict)).toEqual(['not-applicable', 'not-applicable']);
});

it.runIf(inTurn()).each(oneIn(3, [11, 40, 100]))(
  'all rules of the licences are judged with %s of them',
  async (licences) => {
    const run = await runAgainst({ licences }, { only: ['licences/', 'expiry/'] });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.leftBehind.length).toBeLessThanOrEqual(8);
  },
);

it.runIf(inTurn())('licences are not used up by devices where there are too many of them', async () => {
  const { setLicences: _, ...controls } = templates;
  const profile = profileWith(controls);
  const run = await runAgainst({ licences: 100 }, { only: ['licences/'], wrap: disguised, profile });
  expect(evidence(run, 'pass')).toHaveLength(3);
  for (const line of evidence(run, 'pass'))
    expect(line).toMatch(
      /^inconclusive .* brought to [01] available licences: it has \d+, and \d devices may be made/,
    );
});

it.runIf(inTurn())(
  'a run that may cause few messages stops in time, and says what would unlock the rest',
  async () => {
    const run = await runAgainst({}, { only: ['limits/'], maxMessages: 5 });
    expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
    expect(evidence(run, 'pass').join('\n')).toContain('[messages]');
  },
);

it.runIf(inTurn())('few devices are made: a real deployment could not be rid of them', async () => {
  const { run } = await usualRun();
  expect(run.leftBehind.length).toBeLessThanOrEqual(14);
});

it('what these rules show of the openings is told beside them', async () => {
  const { run } = await usualRun();
  const observed = Object.fromEntries(run.observations.map((one) => [one.opening, one]));
  expect(observed['limits.default']?.observed).toBe('no limit for e-mails, no limit for SMS messages');
  expect(observed['limits.range']?.observed).toMatch(/^-1 is refused; 1000001 and \d+\.5 refused$/);
  expect(observed['patch.format']?.observed).toBe('merge-patch as application/merge-patch+json is taken');
  expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
});

it('where time cannot be moved, dates in the past judge the expiry, and nothing passes about another day', async () => {
  const { advance: _, ...controls } = templates;
  const profile = profileWith(controls);
  const only = ['expiry/', 'licences/', 'limits/'];
  const run = await runAgainst({}, { only, wrap: disguised, profile, patienceMs: 1_000 });
  const open = idsOf(run, 'inconclusive');
  const ofOtherDays = ['next-day-restores', 'usage-restarts', 'holds-each-day'];
  const bothChannels = (rule: string) => [`limits/${rule}/email`, `limits/${rule}/sms`];
  expect(open).toEqual(expect.arrayContaining(ofOtherDays.flatMap(bothChannels)));
  // A device that sent, or expired, before on that day does not show these either.
  const ofDevicesInUse = [
    ...['per-device', 'channels-apart', 'usage-counts', 'holds-at-once'].flatMap(bothChannels),
    'expiry/change-any-time',
  ];
  expect([...ofOtherDays.flatMap(bothChannels), ...ofDevicesInUse]).toEqual(expect.arrayContaining(open));
  for (const id of open) expect(outcomeOf(run, id).unlock).toContain('controls.advance');
  expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
});
