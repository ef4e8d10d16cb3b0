/** Settings that a run changes and did not make: written down before, put back after, or not changed at all. */
import { afterEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../contracts/deployment/journal/reading.ts';
import { sweep } from '../../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import type { Controls } from '../../../contracts/profile/profile.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { disguised, profileWith, templates } from '../../verify/cases-domain/disguise.ts';
import {
  ADDRESS,
  credentials,
  type Fetch,
  idsOf,
  outcomeOf,
  runAgainst,
  runVirtually,
} from '../../verify/support.ts';

const inTurn = turns(4, 1);

const simulators: Simulator[] = [];
afterEach(() => {
  for (const simulator of simulators.splice(0)) simulator.stop();
});

const { createDevice: _, readLimits, ...others } = templates;
/** Devices that the profile names, and none that the run can make. */
const borrowing = (controls: Controls, known: Profile['known'] = {}) =>
  profileWith(controls, { known: { device: ['dev-1', 'dev-2', 'dev-3'], ...known } });
const only = ['limits/sends-below-limit', 'limits/raise-takes-effect', 'limits/zero-sends-none'];

function started(): Simulator {
  const simulator = createSimulator({ devices: 3 });
  simulators.push(simulator);
  for (const id of [1, 2, 3]) simulator.fleet.limits.set(id, { dailyEmail: 40 + id, dailySms: 50 + id });
  return simulator;
}

/** The settings that are to be as before. */
const settings = ({ fleet }: Simulator) => ({
  apiEnabled: fleet.account.apiEnabled,
  licences: fleet.account.view().licences.total,
  limits: [1, 2, 3].map((id) => {
    const { expires, expirationDate, dailyEmail, dailySms } = fleet.limits.get(id) ?? {};
    return { expires, expirationDate, dailyEmail, dailySms };
  }),
});

function keeper() {
  const lines: string[] = [];
  return { sink: { write: async (line: string) => void lines.push(line) }, read: () => lines.join('') };
}

/** From one request on nothing arrives any more, as if the process had been killed. */
function dyingAt(isLast: (request: Request) => boolean) {
  let dead = false;
  return (fetch: Fetch): Fetch =>
    async (request) => {
      if (dead) throw new TypeError('fetch failed');
      dead = isLast(request);
      return fetch(request);
    };
}

describe('Limits of devices that the run did not make', () => {
  it('are written down before they are set, and put back', async () => {
    const simulator = started();
    const before = settings(simulator);
    const journal = keeper();
    const early: boolean[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) => {
        const id = /PUT .*\/devices\/(dev-\d)\/limits/.exec(`${request.method} ${request.url}`)?.[1];
        if (id) early.push(journal.read().includes(`"setting":"limits","id":"${id}"`));
        return fetch(request);
      };
    const profile = borrowing({ ...others, readLimits });
    const run = await runAgainst(wrap(disguised(simulator.fetch)), {
      profile,
      only,
      host: { journal: journal.sink },
    });
    expect(idsOf(run, 'pass').length).toBeGreaterThan(4);
    expect(early.length).toBeGreaterThan(0);
    expect(early.every(Boolean)).toBe(true);
    expect(settings(simulator)).toEqual(before);
    expect(readJournal(journal.read()).runs[0]?.changes).toEqual([]);
  });

  it('that cannot be read are not set, and the unlock names the profile’s place for them', async () => {
    const simulator = started();
    const before = settings(simulator);
    let sets = 0;
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) => {
        if (request.method === 'PUT' && request.url.endsWith('/limits')) sets++;
        return fetch(request);
      };
    const unread = { ...borrowing(others), openings: { ...borrowing(others).openings } };
    delete unread.openings['limits.names'];
    const run = await runAgainst(wrap(disguised(simulator.fetch)), { profile: unread, only });
    expect(sets).toBe(0);
    expect(settings(simulator)).toEqual(before);
    for (const outcome of run.outcomes) expect(outcome.verdict).toBe('inconclusive');
  });

  it('that cannot be read are set where the profile tells them, and put back to that', async () => {
    const simulator = started();
    for (const id of [1, 2, 3]) simulator.fleet.limits.set(id, { dailyEmail: 45, dailySms: 55 });
    const before = settings(simulator);
    const { dailyEmail: _, dailySms: __, ...reads } = readLimits.reads;
    const counters = { ...others, readLimits: { ...readLimits, reads } };
    const withKnown = (known: Profile['known']) => {
      const { openings, ...profile } = borrowing(counters, known);
      const { 'limits.names': _, ...unnamed } = openings;
      return { ...profile, openings: unnamed };
    };
    const judged = (known: Profile['known']) =>
      runAgainst(disguised(simulator.fetch), { profile: withKnown(known), only });
    const without = await judged({});
    for (const { unlock } of without.outcomes) expect(unlock).toContain('known.limits');
    const run = await judged({ limits: { dailyEmail: 45, dailySms: 55 } });
    expect(idsOf(run, 'pass').length).toBeGreaterThan(3);
    expect(settings(simulator)).toEqual(before);
  });

  it.each([
    ['while they are set', (request: Request) => request.method === 'PUT' && request.url.endsWith('/limits')],
    ['while messages are sent', (request: Request) => request.url.endsWith('/send')],
  ])('are put back by a sweep when the run ends %s', async (_, isLast) => {
    const simulator = started();
    const before = settings(simulator);
    const journal = keeper();
    const profile = borrowing({ ...others, readLimits });
    const dying = dyingAt(isLast)(disguised(simulator.fetch));
    await runVirtually(dying, { profile, only, host: { journal: journal.sink } });
    expect(settings(simulator)).not.toEqual(before);
    const options = { baseUrl: ADDRESS, credentials, profile };
    const swept = await sweep(journal.read(), options, nodeHost(disguised(simulator.fetch)));
    expect(swept.left).toEqual([]);
    expect(settings(simulator)).toEqual(before);
    expect(swept.restored).toContainEqual(expect.stringMatching(/^limits of device dev-\d: daily/));
  });

  it('that somebody else has changed since are left to them, and told', async () => {
    const simulator = started();
    const journal = keeper();
    const profile = borrowing({ ...others, readLimits });
    const dying = dyingAt((request) => request.url.endsWith('/send'))(disguised(simulator.fetch));
    await runVirtually(dying, {
      profile,
      only: ['limits/zero-sends-none/email'],
      host: { journal: journal.sink },
    });
    const [change] = readJournal(journal.read()).runs[0]?.changes ?? [];
    const device = Number(String(change?.id).slice(4));
    simulator.fleet.limits.set(device, { dailyEmail: 777 });
    const options = { baseUrl: ADDRESS, credentials, profile };
    const swept = await sweep(journal.read(), options, nodeHost(disguised(simulator.fetch)));
    expect(simulator.fleet.limits.get(device)?.dailyEmail).toBe(777);
    expect(swept.left).toEqual([
      expect.stringMatching(/changed by others since: dailyEmail 777 is read; it was/),
    ]);
  });
});

describe('A licence of a device that the run did not make', () => {
  /** Answers no activation but with a refusal. */
  const refusing =
    (fetch: Fetch): Fetch =>
    (request) =>
      request.url.endsWith('/activate')
        ? Promise.resolve(Response.json({ title: 'Not now' }, { status: 409 }))
        : fetch(request);

  it.each([
    ['its record shows that it is expired', {}],
    ['nothing says what an activation takes', { 'activation.also': undefined, 'records.device': undefined }],
  ])('is left behind where it is refused again, and %s', async (_, without) => {
    const simulator = createSimulator({ devices: 3, licences: 9 });
    simulators.push(simulator);
    const { openings, ...profile } = borrowing({ ...others, readLimits });
    const left = Object.entries({ ...openings, ...without }).filter(([, value]) => value !== undefined);
    const run = await runAgainst(refusing(disguised(simulator.fetch)), {
      profile: { ...profile, openings: Object.fromEntries(left) },
      only: ['expiry/reached-expires'],
    });
    const expired = simulator.fleet.devices.list().filter(({ licence }) => licence === 'expired');
    expect(expired).not.toEqual([]);
    for (const { id } of expired)
      expect(run.leftBehind).toContainEqual(expect.stringContaining(`licence of device dev-${id}, to be`));
  });
});

describe('API access', () => {
  it('is switched on again by a sweep, before anything else', async () => {
    const simulator = started();
    const journal = keeper();
    const dying = dyingAt((request) => request.method === 'PUT' && request.url.endsWith('/account'));
    await runVirtually(dying(simulator.fetch), {
      profile: simulator.profile,
      only: ['token/api-disabled'],
      host: { journal: journal.sink },
    });
    expect(simulator.fleet.account.apiEnabled).toBe(false);
    const options = { baseUrl: ADDRESS, credentials, profile: simulator.profile };
    const swept = await sweep(journal.read(), options, nodeHost(simulator.fetch));
    expect(simulator.fleet.account.apiEnabled).toBe(true);
    expect(swept).toMatchObject({ restored: ['API access: enabled on'], left: [] });
  });
});

/** The journal of a run that was killed after these entries. */
const journalOf = (...entries: object[]) =>
  [{ entry: 'run', format: 'roadtest-journal', version: 2, nonce: 'abcdef12', target: ADDRESS }, ...entries]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');

describe('A setting that was changed twice', () => {
  it('is put back by the last change first, to what it was before the first', async () => {
    const simulator = started();
    simulator.fleet.account.setLicenceTotal(9);
    const change = { entry: 'change', setting: 'licences' };
    const journal = journalOf(
      { ...change, number: 1, was: { total: 5 }, set: { total: 7 } },
      { ...change, number: 2, was: { total: 7 }, set: { total: 9 } },
    );
    const options = { baseUrl: ADDRESS, credentials, profile: simulator.profile };
    const { left, restored } = await sweep(journal, options, nodeHost(simulator.fetch));
    expect([simulator.fleet.account.view().licences.total, left]).toEqual([5, []]);
    expect(restored).toEqual([
      'the licences of the account: total 7',
      'the licences of the account: total 5',
    ]);
  });
});

describe('A sweep that cannot switch API access on again', () => {
  it('leaves all else as it is, and lists what a person can remove or put back: no device is among it', async () => {
    const simulator = started();
    simulator.fleet.account.setApiEnabled(false);
    const before = settings(simulator);
    const deaf: Fetch = (request) =>
      request.url.endsWith('/account') && request.method === 'PUT'
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : simulator.fetch(request);
    const journal = journalOf(
      { entry: 'change', setting: 'api-access', number: 1, was: { enabled: true }, set: { enabled: false } },
      { entry: 'change', setting: 'licences', number: 2, was: { total: 5 }, set: { total: 3 } },
      { entry: 'made', number: 3, resource: 'device', id: 'dev-3' },
      { entry: 'made', number: 4, resource: 'group', id: 'grp-1' },
    );
    const options = { baseUrl: ADDRESS, credentials, profile: simulator.profile };
    const { left, removed, restored } = await sweep(journal, options, nodeHost(deaf));
    expect(settings(simulator)).toEqual(before);
    expect([removed, restored]).toEqual([[], []]);
    expect(left).toEqual([
      expect.stringMatching(/^API access/),
      expect.stringMatching(/^group grp-1 was not removed: API access comes first\. By hand: /),
      'the licences of the account, to be restored to total 5: API access comes first',
    ]);
  });
});

describe('The licences of a simulator', () => {
  it('are as many as before', async () => {
    const simulator = started();
    const before = settings(simulator);
    await runAgainst(simulator.fetch, { profile: simulator.profile, only: ['licences/'] });
    expect(settings(simulator)).toEqual(before);
  });
});

describe('A journal that can no longer be written', () => {
  it.runIf(inTurn())('is told with its name; nothing more is changed, and no verdict is lost', async () => {
    const simulator = started();
    let lines = 0;
    let full = false;
    const late: string[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const { method, url } = request;
        const creates =
          method === 'POST' && /\/api\/(groups|users)$|\/_control\/devices$|\/send$|\/advance$/.test(url);
        const wasFull = full;
        const answer = await fetch(request);
        if (wasFull && creates && answer.ok) late.push(`${method} ${url}`);
        return answer;
      };
    const sink = {
      async write() {
        if (++lines <= 6) return;
        full = true;
        throw new Error('The journal /full/run.jsonl cannot be written: the disk is full.');
      },
    };
    const run = await runAgainst(wrap(simulator.fetch), {
      profile: simulator.profile,
      host: { journal: sink },
    });
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
    expect(run).toMatchObject({
      journalLost: 'The journal /full/run.jsonl cannot be written: the disk is full.',
      exitCode: 2,
    });
    expect(outcomeOf(run, 'token/issued').verdict).toBe('pass');
    expect(run.outcomes.filter(({ unlock }) => unlock?.includes('journal')).length).toBeGreaterThan(20);
    const open = run.outcomes.filter(({ verdict }) => verdict === 'inconclusive');
    for (const { id, reason } of open)
      expect(reason, id).not.toMatch(/No history is about it|Every step was taken|\.\.$/);
    // Changes that had been announced before may still be on their way.
    expect(late.length).toBeLessThan(7);
  });
});
