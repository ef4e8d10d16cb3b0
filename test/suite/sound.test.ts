/**
 * No false alarm: ten lawful deployments, judged whole. Nothing fails, nothing drifts, nothing is left open though everything for it
 * was there, the run keeps its bounds, and nothing is left behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toDirect } from '../../cli/exploring/direct.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import { completeProfile, type Profile, parseProfile } from '../../contracts/profile/index.ts';
import { openings } from '../../contracts/specification/index.ts';
import { type Run, verify } from '../../contracts/verify/index.ts';
import type { Plan } from '../../contracts/verify/plan.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { launchHere } from '../command/roadtest.ts';
import { folder } from '../command/verifying.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { type Foreign, start } from '../foreign/server.ts';
import { allDraws } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';
import { factorNames, isPossible, levelsOf, type Row } from '../permutants/factors.ts';
import { mayBeOpen } from '../permutants/open.ts';
import { quickHost } from '../quick-host.ts';
import { drawn, LONG, SEED, WHOLE } from '../sample.ts';
import { OFFICE, templates } from './office.ts';
import { type Around, credentials, disguised, drifted, idsOf, others, scene, stateOf } from './scene.ts';
import { KEY, USER, usualRun } from './usual.ts';

const MAX_REQUESTS = 1_200;
/** The same where no device is made: those that are named are set up and put back for each history. */
const MAX_REQUESTS_ON_GIVEN = 1_300;
const MAX_DEVICES = 12;
const ADDRESS = 'http://127.0.0.1:4010';

/** The kind of devices, licences and controls that an account has. */
interface Way {
  devices: 'made' | 'known';
  free: 3 | 60;
  licences: 'set' | 'as they are';
}

const ways = (['made', 'known'] as const).flatMap((devices) =>
  ([3, 60] as const).flatMap((free) =>
    (['set', 'as they are'] as const).map((licences): Way => ({ devices, free, licences })),
  ),
);
const wayOf = (place: number) => ways[(place + SEED) % ways.length] as Way;

/** The profile without the controls that a way does not have. */
function limitedTo({ devices, licences }: Way, profile: Profile, known: readonly string[]): Profile {
  const { createDevice, setLicences, ...controls } = profile.controls ?? {};
  return {
    ...profile,
    controls: {
      ...controls,
      ...(devices === 'made' && createDevice && { createDevice }),
      ...(licences === 'set' && setLicences && { setLicences }),
    },
    ...(devices === 'known' && { known: { device: [...known] } }),
  };
}

const isMade = /"(no|id)":/;

/** All of a run that may not be; `mayOpen` tells of ids that this dialect cannot show. */
function wrongIn(run: Run, mayOpen: (id: string) => boolean = () => false, maxRequests = MAX_REQUESTS) {
  const made = run.exchanges.filter(
    ({ request: { method, url }, reply }) =>
      method === 'POST' && /\/(units|_control\/devices)$/.test(url) && isMade.test(reply?.body ?? ''),
  );
  const broken = ['fail', 'suspect', 'error'];
  return {
    outcomes: run.outcomes
      .filter(({ id, verdict, leftOpen }) => broken.includes(verdict) || (leftOpen && !mayOpen(id)))
      .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`),
    drift: drifted(run),
    // Devices stay where nothing removes them.
    leftBehind: run.leftBehind.filter((one) => !one.endsWith('no control removeDevice')),
    tooMany: [
      ...(made.length > MAX_DEVICES ? [`${made.length} devices`] : []),
      ...(run.exchanges.length > maxRequests ? [`${run.exchanges.length} requests`] : []),
    ],
  };
}

const nothing = { outcomes: [], drift: [], leftBehind: [], tooMany: [] };

describe('the simulator as it is by default', () => {
  it('passes every rule, and has every opening compared, or the reason why not', async () => {
    const { run } = await usualRun();
    expect(wrongIn(run)).toEqual(nothing);
    expect(others(run, 'pass')).toEqual([]);
    expect([run.exitCode, run.warnings]).toEqual([0, []]);
    expect(new Set(run.observations.map(({ opening }) => opening)).size).toBe(openings.length);
    const open = run.observations.filter(({ notCompared }) => notCompared !== undefined);
    for (const { opening, notCompared } of open) expect(notCompared, opening).toMatch(/\w+ \w+/);
    const unseen = ['records.volatile', 'records.text', 'records.unknown-fields', 'records.units'];
    expect(open.map(({ opening }) => opening)).toEqual([
      ...[...unseen, 'limits.names', 'alerts.recipients'],
      ...['users.delete-self', 'states.other', 'events'],
    ]);
  });

  it('has its groups, users, devices, limits and licences as before, and no secret is changed', async () => {
    const { simulator, before, sent } = await usualRun();
    const { devices, licences: _, ...rest } = before;
    const after = stateOf(simulator);
    expect({ ...after, devices: after.devices.slice(0, devices.length) }).toMatchObject({ ...rest, devices });
    expect(sent.filter(({ call, body }) => /_control/.test(call) && /apiKey/.test(body))).toEqual([]);
    expect(simulator.fleet.account.apiKey).toBe(KEY);
  });

  it('leaves a journal that has nothing to sweep', async () => {
    const { journal, sweep } = await usualRun();
    const words = ['--json'];
    expect(await sweep(journal, words)).toMatchObject({ removed: [], restored: [], left: [], writes: [] });
  });

  it('is asked no more than is planned, and never waited for', async () => {
    const { run, waited, url } = await usualRun();
    const env = { ROADTEST_USER_NAME: USER, ROADTEST_API_KEY: KEY };
    const { out } = await launchHere(['verify', url, '--plan', '--reporter', 'json'], { env, cwd: folder })
      .ended;
    const { entries, totals } = JSON.parse(out) as Plan;
    expect(entries.map(({ id }) => id)).toEqual(run.outcomes.map(({ id }) => id));
    expect(totals.requests).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(run.exchanges.length).toBeLessThanOrEqual(totals.requests);
    expect(waited).toBeLessThan(1_000);
  });

  it('has the mark of the run in each of its records, after each write', async () => {
    const { run, sent } = await usualRun();
    const writes = sent.filter(({ call }) => /\/api\/(groups|users)(\/|$)/.test(call));
    const held = writes.flatMap(({ call, made }) => made.map((record) => ({ call, record })));
    expect(new Set(held.map(({ call }) => call.split(' ')[0]))).toEqual(
      new Set(['POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(held.filter(({ record }) => !record.includes(run.nonce))).toEqual([]);
  });

  it('shows an outcome with its section, and the evidence as its last exchange', async () => {
    const { run } = await usualRun();
    const exchangeOf = (id: string) => {
      const outcome = run.outcomes.find((one) => one.id === id);
      return { outcome, exchange: run.exchanges[outcome?.exchanges.at(-1) ?? -1] };
    };
    const header = exchangeOf('auth/header-required/listUsers');
    expect(header.outcome?.section).toBe('4.2');
    expect(header.exchange?.request.url).toMatch(/\/api\/users$/);
    expect(header.exchange?.request.headers).not.toHaveProperty('authorization');
    expect(exchangeOf('token/wrong-api-key').exchange?.reply?.status).toBe(401);
  });

  it('has no secret in record, journal and progress', async () => {
    const { run, sent, journal, told } = await usualRun();
    const text = [JSON.stringify(run), journal, ...told].join('\n');
    const tokens = new Set(sent.flatMap(({ answer }) => /"token":"([^"]+)"/.exec(answer)?.[1] ?? []));
    expect(tokens.size).toBeGreaterThan(3);
    for (const token of tokens) {
      const [, payload = '', signature = ''] = token.split('.');
      for (const part of [token, `${payload}.`, signature]) expect(text).not.toContain(part);
    }
    for (const form of [KEY.slice(0, 12), encodeURIComponent(KEY), btoa(KEY)])
      expect(text).not.toContain(form);
    for (const word of ['$ROADTEST_API_KEY', '$ROADTEST_TOKEN']) expect(text).toContain(word);
    expect(run.exchanges.filter(({ request }) => /API_KEY|USER_NAME/.test(request.url))).toEqual([]);
  });
});

it('the simulator as it is by default, without a profile', LONG, async () => {
  const simulator = createSimulator();
  const run = await judged(simulator, { profile: undefined });
  expect({ ...wrongIn(run), drift: [] }).toEqual(nothing);
  expect(idsOf(run, 'pass').length).toBeGreaterThan(120);
});

it('the enveloped one, by controls', LONG, async () => {
  const way = wayOf(0);
  const full = completeProfile(envelopedProfile);
  const simulator = createSimulator({ devices: 4, licences: 4 + way.free, profile: full });
  const profile = limitedTo(way, { ...full, controls: templates }, idsIn(simulator));
  const run = await judged(simulator, { profile, isHidden: true });
  expect(wrongIn(run), JSON.stringify(way)).toEqual(nothing);
  expect(run.exitCode).toBe(0);
});

describe('the depot, by its profile on the command line', LONG, () => {
  const path = fileURLToPath(new URL('../foreign/profile.yaml', import.meta.url));
  const described = parseProfile(readFileSync(path, 'utf8'), 'profile.yaml');
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };
  const OWN = 7;

  // Over sockets each takes as long as two others: none in each build.
  it.each(drawn(0, ways))('with devices $devices, $free licences free, licences $licences', async (way) => {
    const depot = await start({ licences: OWN + way.free });
    const profile = limitedTo(way, described, ['V0002', 'V0003']);
    const run = await byCommand(depot, profile);
    expect(wrongIn(run)).toEqual(nothing);
    expect(run.exitCode).toBe(0);
  });

  it('passes the rules about limits where null as a limit is one of 0', async () => {
    // The meaning of null as a limit is open.
    const habits = {
      limitFrom: (_: unknown, set: number | null) => set ?? 0,
      quotaOfNew: () => ({ mail: 20, sms: 50 }),
    };
    const depot = await start({ broken: habits });
    const given = { ...described.openings, 'limits.default': { email: 20, sms: 50 } };
    const run = await byCommand(depot, { ...described, openings: given }, '--only', 'limits/');
    expect(wrongIn(run)).toEqual(nothing);
    expect(run.exitCode).toBe(0);
  });

  async function byCommand(depot: Foreign, profile: Profile, ...more: string[]): Promise<Run> {
    writeFileSync(join(folder, 'sound.json'), exactJsonText(profile));
    const words = [
      'verify',
      depot.url,
      '--profile',
      'sound.json',
      '--reporter',
      'json',
      '--seed',
      `${SEED}`,
      ...more,
    ];
    const { out } = await launchHere(words, { env, cwd: folder }).ended;
    await depot.close();
    return JSON.parse(out) as Run;
  }
});

/** A deployment that answers every opening otherwise: of each factor of the permutants this level. */
function levels(place: number, usual: Partial<Row>): Row {
  const row = Object.fromEntries(
    factorNames.map((factor) => [factor, levelsOf(factor)[place % levelsOf(factor).length]]),
  );
  const given = { ...row, ...usual } as Row;
  return isPossible(given)
    ? given
    : { ...given, 'error body': 'JSON with success false', lists: 'under a key' };
}

/** Levels that a deployment cannot have whose time stands still, and whose clock the run does not know. */
const still = {
  ...{ consistency: 'at once', 'rate limit': 'none', fleet: 'licences left' },
  'on the way': 'the token comes after the route',
};

/** Every level of every factor stands in one of these. */
const places = Array.from({ length: 12 }, (_, at) => at + 1);

describe('a deployment that answers otherwise wherever the document lets it', LONG, () => {
  const rows = places.map((place) => ({ place: `level ${place} of each factor`, row: levels(place, still) }));
  // The large sample: the permutants whose time may stand still. To work them out takes seconds.
  const permutants = (WHOLE ? allDraws() : [])
    .filter(
      ({ withholds, row: { 'rate limit': limit, consistency } }) =>
        withholds === undefined && limit === 'none' && consistency === 'at once',
    )
    .map(({ row, label }) => ({ place: label, row: { ...row, fleet: still.fleet } }));
  const ofWays = [...rows, ...permutants].map((one, at) => ({ ...one, ...wayOf(at) }));

  it.each(drawn(1, ofWays, 3))(
    'by controls: $place, devices $devices, $free licences free, licences $licences',
    async ({ place, row, ...way }) => {
      const { simulator, fetch } = open(compose({ row, label: place }));
      const { account } = simulator.fleet;
      account.setLicenceTotal(account.view().licences.used + way.free);
      const needsDate = simulator.profile.openings['activation.also'] === 'needs-date';
      const dated = { ...templates.activate, body: { expirationDate: '{expirationDate}' } };
      const controls = { ...templates, ...(needsDate && { activate: dated }) };
      const profile = limitedTo(way, { ...simulator.profile, controls }, idsIn(simulator));
      const run = await judged(simulator, { profile, isHidden: true, fetch });
      const most = way.devices === 'known' ? MAX_REQUESTS_ON_GIVEN : MAX_REQUESTS;
      expect(wrongIn(run, (id) => mayBeOpen(id, row, undefined), most)).toEqual(nothing);
    },
  );
});

/** The ids of the second and third device. */
function idsIn({ fleet, lens }: Simulator): string[] {
  return fleet.devices
    .list()
    .slice(1, 3)
    .map(({ id }) => String(lens.writeId('device', id)));
}

it('a device may be called as objects have a field by themselves', async () => {
  const name = 'constructor';
  let id: string | undefined;
  const around: Around = (handle) => async (call) => {
    const own = id === undefined ? call : { ...call, target: call.target.replace(name, id) };
    const answer = await handle(own);
    if (call.method === 'POST' && call.target.endsWith('/_control/devices'))
      id ??= /"id":"(dev-\d+)"/.exec(answer.body)?.[1];
    return id === undefined ? answer : { ...answer, body: answer.body.replaceAll(`"${id}"`, `"${name}"`) };
  };
  const { judge } = await scene();
  const { run } = await judge({ around, only: ['devices/', 'auth/no-way-round/'] });
  expect([id !== undefined, others(run, 'pass')]).toEqual([true, []]);
});

interface Given {
  profile: Profile | undefined;
  /** It is not recognised as a simulator. */
  isHidden?: true;
  /** In place of that of the simulator: something is put around it. */
  fetch?: (request: Request) => Promise<Response>;
}

async function judged(
  simulator: Simulator,
  { profile, isHidden, fetch = simulator.fetch }: Given,
): Promise<Run> {
  const handle = isHidden ? disguised(simulator.handle) : simulator.handle;
  const hidden = async (request: Request) =>
    isHidden && request.method === 'GET' && request.url === `${OFFICE}/clock`
      ? new Response('', { status: 404 })
      : fetch(request);
  const answer = fetch === simulator.fetch ? toDirect(handle) : undefined;
  const run = await verify({
    ...{ baseUrl: ADDRESS, credentials, seed: SEED, ...(profile && { profile }) },
    host: hostOf(hidden, answer),
  });
  simulator.stop();
  return run;
}

function hostOf(fetch: Host['fetch'], answer: Host['answer']): Partial<Host> {
  const { rest: _, ...host } = quickHost(fetch, 'abcd2345', answer);
  return host;
}
