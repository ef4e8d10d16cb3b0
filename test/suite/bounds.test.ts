/** Bounds of a run: it keeps to its plan, writes nothing where it may not, finds out by one record what a profile leaves out, and follows nothing that is no record. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  completeProfile,
  defaultProfile,
  type Profile,
  parseProfile,
} from '../../contracts/profile/index.ts';
import { rules } from '../../contracts/specification/index.ts';
import type { Plan } from '../../contracts/verify/plan.ts';
import { cli, demo, folder } from '../command/verifying.ts';
import { start } from '../foreign/server.ts';
import { drawn } from '../sample.ts';
import { templates } from './office.ts';
import { type Around, changing, drifted, idsOf, line, on, others, reply, scene, stateOf } from './scene.ts';

async function planOf(profile: Profile, ...words: string[]): Promise<Plan> {
  writeFileSync(join(folder, 'planned.json'), JSON.stringify(profile));
  const { out, err } = await cli(
    ['verify', 'http://127.0.0.1:1', '--plan', '--reporter', 'json', '--profile', 'planned.json', ...words],
    { env: demo },
  );
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Plan;
}

/** The rule of what is judged: its first two words. */
const ruleOf = ({ id }: { id: string }) =>
  id
    .replace(/^operations\/.*/, 'operations/*')
    .split('/')
    .slice(0, 2)
    .join('/');

const { createDevice, readLicences, setLimits, send } = templates;
const { expires, expirationDate } = setLimits.body;
const few = {
  createDevice,
  readLicences,
  setLimits: { ...setLimits, body: { expires, expirationDate } },
  send,
};

describe('a plan', () => {
  it('without controls has no devices, messages and changes, and names what each rule lacks', async () => {
    const { entries, totals } = await planOf(defaultProfile);
    expect(totals).toMatchObject({ messages: 0, controls: [], freeLicences: 0, creates: { device: 0 } });
    const lacking = entries.find(({ id }) => id === 'limits/stops-at-limit/sms');
    expect(lacking?.missing.length).toBeGreaterThan(0);
    expect(new Set(entries.map(ruleOf))).toEqual(new Set(rules.map(({ id }) => id)));
  });

  it('of a read-only run creates and sends nothing', async () => {
    const { totals } = await planOf({ ...defaultProfile, controls: templates }, '--read-only');
    expect(totals).toMatchObject({ messages: 0, creates: { group: 0, user: 0, device: 0 } });
  });

  it('counts the records that histories make, and what a thorough run does more', async () => {
    const groups = await planOf(defaultProfile, '--only', 'groups/');
    expect(groups.totals.creates.group).toBeGreaterThan(10);
    const [usual, thorough] = [await planOf(defaultProfile), await planOf(defaultProfile, '--thorough')];
    expect(thorough.totals.requests).toBeGreaterThan(3 * usual.totals.requests);
  });

  it('holds what is asked for alone', async () => {
    const { entries } = await planOf(
      defaultProfile,
      '--only',
      'limits/,auth/header-required/listUsers',
      '--skip',
      'limits/per-device',
    );
    const limits = rules.filter(({ id }) => id.startsWith('limits/') && id !== 'limits/per-device');
    expect([...new Set(entries.map(ruleOf))]).toEqual([
      'auth/header-required',
      ...limits.map(({ id }) => id),
    ]);
  });

  it('tells the licences that have to be free, and a run with fewer says so before it judges', async () => {
    const profile: Profile = { ...defaultProfile, controls: few };
    const only = ['limits/sends-below-limit', 'licences/device-uses-one'];
    const { totals } = await planOf(profile, '--only', only.join());
    expect([totals.freeLicences, totals.controls]).toEqual([
      totals.creates.device,
      ['setLimits', 'send', 'createDevice'],
    ]);
    for (const free of [totals.freeLicences - 1, totals.freeLicences]) {
      const seen: string[] = [];
      const { judge } = await scene({ devices: 2, licences: 2 + free, told: { controls: few } });
      const { run } = await judge({ only, onProgress: ({ kind }) => seen.push(kind) });
      const isFew = free < totals.freeLicences;
      expect(seen.includes('notice') && seen.indexOf('notice') < seen.indexOf('judged')).toBe(isFew);
      expect(run.warnings.some((text) => text.startsWith(`Only ${free} licences are free`))).toBe(isFew);
    }
  });
});

it('a read-only run sends reads and token requests alone, and says what writing would unlock', async () => {
  const { judge, simulator } = await scene();
  const found = stateOf(simulator);
  const sent: string[] = [];
  const around: Around = (handle) => (call) => {
    sent.push(line(call));
    return handle(call);
  };
  const only = [
    'auth/header-required/',
    'groups/',
    'limits/stops-at-limit',
    'operations/listUsers',
    'token/api-disabled',
  ];
  const { run, journal } = await judge({ around, readOnly: true, only });
  expect(sent.filter((one) => !/^GET |^POST \/api\/Auth\/(Token|undocumented)/.test(one))).toEqual([]);
  expect([journal, run.leftBehind, idsOf(run, 'fail')]).toEqual(['', [], []]);
  expect(idsOf(run, 'pass')).toContain('auth/header-required/listUsers');
  for (const id of ['auth/header-required/deleteUser', 'groups/replaced'])
    expect(run.outcomes.find((one) => one.id === id)?.unlock, id).toContain('writing');
  expect(stateOf(simulator)).toEqual(found);
});

const jsonPatch = { form: 'json-patch', contentType: 'application/json-patch+json' } as const;
const written = completeProfile({
  roadtest: 1,
  name: 'written',
  openings: {
    'patch.format': jsonPatch,
    'operations.envelope': {
      bodies: { group: { at: '/group' }, user: { at: '/user' } },
      answers: { createGroup: 'id', createUser: 'id', replaceGroup: 'empty' },
      id: { at: '/id' },
    },
  },
});

/** The record as reads show it. */
function readAlone({ openings, ...profile }: Profile): Profile {
  const { 'patch.format': _, 'put.left-out': __, 'operations.envelope': spoken, ...rest } = openings;
  const { bodies, answers, id, nothing, families, locationHeader, ...reads } = spoken ?? {};
  const { postLocations, postAlerts } = answers ?? {};
  const posts = { ...(postLocations && { postLocations }), ...(postAlerts && { postAlerts }) };
  return { ...profile, openings: { ...rest, 'operations.envelope': { ...reads, answers: posts } } };
}

describe('a profile that says how groups and users are read, and not how they are written', () => {
  const only = ['groups/created', 'groups/updated', 'users/created', 'operations/createUser'];
  const told = readAlone(written);
  const words = ({ warnings }: { warnings: string[] }) =>
    warnings.filter((one) => one.includes('The profile leaves out what verdicts rest on'));

  it('is completed by one record of each, which is told and removed', async () => {
    const { judge, simulator } = await scene({ profile: written });
    const found = stateOf(simulator);
    const { run } = await judge({ profile: told, only });
    expect(others(run, 'pass')).toEqual([]);
    expect([drifted(run), run.leftBehind, stateOf(simulator)]).toEqual([[], [], found]);
    expect(words(run)).toEqual([expect.stringMatching(/by it: .*operations\.envelope.*patch\.format/)]);
    const more = await planOf(told, '--only', 'groups/,users/,operations/');
    const known = await planOf(written, '--only', 'groups/,users/,operations/');
    expect(more.totals.creates.group - known.totals.creates.group).toBe(1);
  });

  it.each([
    ['where the run is read-only', told, { readOnly: true, only }],
    ['where nothing that is judged writes', told, { only: ['token/issued'] }],
    [
      'where it says how any of it is written',
      { ...told, openings: { ...told.openings, 'patch.format': jsonPatch } },
      { only: ['groups/created'] },
    ],
  ])('is not completed %s', async (_, profile, asked) => {
    const { judge } = await scene({ profile: written });
    expect(words((await judge({ profile, ...asked })).run)).toEqual([]);
  });

  it('leaves open what it could not find out', async () => {
    const { judge } = await scene({ profile: written });
    const around = on(/^POST \/api\/(groups|users)$/, () => reply(422, { title: 'no' }));
    const { run } = await judge({ around, profile: told, only });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'inconclusive')).toContain('groups/created-can-be-read');
    expect(run.warnings).toContainEqual(
      expect.stringContaining('No group could be made: no body that was tried was taken'),
    );
  });
});

/** A path with a slash at its end leads to the one without. */
const withoutSlash = (status: number, location: (path: string) => string): Around =>
  on(/\/$/, ({ target }) => reply(status, undefined, { location: location(target.replace(/\/+$/, '')) }));

const redirects: [status: number, location: (path: string) => string][] = [
  [301, (path) => path],
  [302, (path) => `http://127.0.0.1:4010${path}`],
  [303, (path) => path],
  [307, (path) => path],
  [308, (path) => `${path}?from=slash`],
  // A record that is made later is not there yet, and a job is no group.
  [202, () => '/api/jobs/17'],
];

it.each(drawn(2, redirects))(
  'an answer with %i and the address of what was there makes no record',
  async (status, location) => {
    const { judge } = await scene();
    const only = ['auth/no-way-round/createGroup', 'groups/listed-once'];
    const { run } = await judge({ around: withoutSlash(status, location), only, thorough: true });
    expect(others(run, 'pass')).toEqual([]);
    expect(run.leftBehind).toEqual([]);
    expect(run.exchanges.some((one) => one.reply?.status === status)).toBe(true);
    expect(run.exchanges.filter(({ request }) => /\/(groups|17)\/(groups|17)$/.test(request.url))).toEqual(
      [],
    );
  },
);

it('the id in a refusal is none of a record that was made', async () => {
  const { judge } = await scene({
    profile: completeProfile({
      roadtest: 1,
      name: 'ids',
      openings: { 'records.id': { form: 'string', prefixes: {} } },
    }),
  });
  const around = changing(/ \/api\//, (answer, { target }) => {
    const [, asked = 'f3a1-trace'] = /\/api\/\w+\/([\w-]+)/.exec(target) ?? [];
    return answer.status < 400
      ? answer
      : { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), id: asked }) };
  });
  const { run } = await judge({
    around,
    only: ['auth/no-way-round/createGroup', 'groups/', 'operations/readGroup'],
  });
  expect(others(run, 'pass')).toEqual([]);
  expect([drifted(run), run.exchanges.filter(({ request }) => request.url.includes('f3a1'))]).toEqual([
    [],
    [],
  ]);
});

it.each([
  ['a number', { form: 'number' }, /^9\d{8}$/],
  ['a text with a prefix', { form: 'string', prefixes: { device: 'V' } }, /^V9\d{8}$/],
  ['a UUID', { form: 'uuid' }, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/],
] as const)('an id that names nothing has the form of the others: %s', async (_, ids, form) => {
  const { judge } = await scene({
    profile: completeProfile({ roadtest: 1, name: 'ids', openings: { 'records.id': ids } }),
  });
  const { run } = await judge({ only: ['devices/unknown-device-not-served'] });
  const asked = run.exchanges.flatMap(({ request, reply: replied }) =>
    replied?.status === 404 ? (/\/api\/devices\/([^/]+)$/.exec(request.url)?.[1] ?? []) : [],
  );
  expect([others(run, 'pass'), asked.some((id) => form.test(id))]).toEqual([[], true]);
});

describe('how much a run would have noticed', () => {
  const only = ['groups/created-can-be-read', 'limits/stops-at-limit/email'];

  it('is much on a deployment that does its work, by operation and by rule', async () => {
    const { sharpness, coverage } = (await (await scene({ devices: 3 })).judge({ only })).run;
    expect(coverage?.fields).toMatchObject({ 'group.name PUT': { empty: expect.any(Array) } });
    expect(coverage?.percent).toBeLessThan(60);
    expect(sharpness?.percent).toBeGreaterThan(60);
    expect(sharpness?.operations).toMatchObject({ readGroup: { noticed: expect.any(Number) } });
    expect(sharpness?.rules['groups/created-can-be-read']).toBeGreaterThan(0);
    expect(sharpness?.unstaked).toEqual([]);
  });

  it('is next to nothing where all is answered with emptiness, and says what would put rules at stake', async () => {
    const { run } = await (await scene({ devices: 3 })).judge({
      only: [...only, 'users/countries-listed'],
      around: on(/ \/(?!api\/Auth\/Token)/, () => reply(200, {})),
    });
    expect(idsOf(run, 'fail')).toEqual(['users/countries-listed']);
    expect(run.sharpness?.percent).toBeLessThan(10);
    expect(run.sharpness?.unstaked.find(({ id }) => id === 'limits/stops-at-limit/email')?.unlock).toContain(
      'controls.send',
    );
  });
});

it('one device for all, whose limits are only ever lowered, ends the run all the same', async () => {
  const { createDevice: _, ...borrowing } = templates;
  const limits: { [name: string]: unknown } = {};
  const lowering = on(/^PUT .*\/limits$/, (call, handle) => {
    const change = JSON.parse(call.body ?? '{}');
    for (const [name, limit] of Object.entries(change)) {
      const before = limits[name];
      if (typeof before === 'number' && typeof limit === 'number' && limit > before) change[name] = before;
      limits[name] = change[name];
    }
    return handle({ ...call, body: JSON.stringify(change) });
  });
  const { judge } = await scene({
    told: { controls: borrowing, known: { device: ['dev-1'] } },
    around: lowering,
  });
  const { run } = await judge({
    only: ['limits/raise-takes-effect', 'limits/stops-at-limit', 'limits/per-device', 'groups/replaced'],
  });
  expect([run.interrupted, idsOf(run, 'error')]).toEqual([false, []]);
  expect(idsOf(run, 'pass')).toContain('groups/replaced');
});

it('a body that may not be good enough is no reason to fail the token, where every refusal looks alike', async () => {
  const depot = await start();
  const file = new URL('../../docs/writing-a-profile/3-controls.yaml', import.meta.url);
  const { samples: { alert: _, ...samples } = {}, ...profile } = parseProfile(
    readFileSync(file, 'utf8'),
    'profile.yaml',
  );
  writeFileSync(join(folder, 'doubtful.json'), JSON.stringify({ ...profile, samples }));
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };
  const { out } = await cli(
    [
      'verify',
      depot.url,
      '--reporter',
      'json',
      '--profile',
      'doubtful.json',
      '--only',
      'auth/bearer-accepted/post',
    ],
    { env },
  );
  await depot.close();
  const run = JSON.parse(out);
  expect(others(run, 'pass', 'inconclusive')).toEqual([]);
  expect(
    run.outcomes.find(({ id }: { id: string }) => id === 'auth/bearer-accepted/postAlerts'),
  ).toMatchObject({ verdict: 'inconclusive', unlock: ['samples.alert'] });
});
