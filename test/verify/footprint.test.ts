/** The traces of a run on a deployment: nothing it made, as far as the API can remove it, and no switch turned. */
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../contracts/deployment/journal/reading.ts';
import { sweep } from '../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rule, rules } from '../../contracts/specification/rules/index.ts';
import { plan } from '../../contracts/verify/plan.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { ADDRESS, credentials, type Fetch, idsOf, outcomeOf, runAgainst, runVirtually } from './support.ts';
import { recordsOf, usualRun } from './usual.ts';
import { operationOf } from './wrappers.ts';

const options = (simulator: Simulator) => ({ baseUrl: ADDRESS, credentials, profile: simulator.profile });

/** A sink that keeps the journal. */
function journalKeeper() {
  const lines: string[] = [];
  const write = async (line: string) => void lines.push(line);
  return { sink: { write }, read: () => lines.join('') };
}

describe('After a run', () => {
  test('groups and users are as before, and API access is on', async () => {
    const { run, simulator, before, after } = await usualRun();
    expect(after).toEqual(before);
    expect(simulator.fleet.account.apiEnabled).toBe(true);
    expect(run.leftBehind.every((one) => one.startsWith('device '))).toBe(true);
  });

  test('what could not be removed is told', async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) =>
        operationOf(request) === 'deleteGroup'
          ? Promise.resolve(new Response('', { status: 503 }))
          : fetch(request);
    const run = await runAgainst({}, { only: ['auth/bearer-accepted/replaceGroup'], wrap });
    expect(run.leftBehind.length).toBeGreaterThan(0);
    for (const left of run.leftBehind) expect(left).toMatch(/^group grp-\d+$/);
  });

  test('the journal has nothing left to sweep but devices', async () => {
    const { journal } = await usualRun();
    const [left, ...others] = readJournal(journal).runs;
    expect(others).toEqual([]);
    expect(left?.target).toBe(ADDRESS);
    expect(left?.intended).toEqual([]);
    expect(left?.made.every(({ resource }) => resource === 'device')).toBe(true);
  });
});

test('A run waits for nothing where every answer comes at once', async () => {
  const { paused } = await usualRun();
  expect(paused).toEqual([]);
});

describe('A read-only run', () => {
  test('sends nothing but reads and token requests, and creates nothing', async () => {
    const simulator = createSimulator();
    const sent: string[] = [];
    const watch =
      (fetch: Fetch): Fetch =>
      (request) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return fetch(request);
      };
    const run = await runAgainst(watch(simulator.fetch), { profile: simulator.profile, readOnly: true });
    const writing = sent.filter((one) => !one.startsWith('GET') && one !== 'POST /api/Auth/Token');
    expect(writing.filter((one) => !one.startsWith('POST /api/Auth/undocumented'))).toEqual([]);
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.leftBehind).toEqual([]);
    expect(outcomeOf(run, 'auth/header-required/listUsers').verdict).toBe('pass');
    expect(outcomeOf(run, 'auth/header-required/deleteUser')).toMatchObject({
      verdict: 'inconclusive',
      unlock: ['writing'],
    });
    simulator.stop();
  });

  test('writes no journal', async () => {
    const journal = journalKeeper();
    await runAgainst({}, { readOnly: true, host: { journal: journal.sink } });
    expect(journal.read()).toBe('');
  });
});

describe('What is made', () => {
  test('stands in the journal before it is sent', async () => {
    const journal = journalKeeper();
    const announced: boolean[] = [];
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (operationOf(request) === 'createGroup' && request.headers.has('authorization')) {
          const { name } = (await request.clone().json()) as { name: string };
          announced.push(journal.read().includes(name));
        }
        return fetch(request);
      };
    await runAgainst({}, { only: ['auth/bearer-accepted/'], wrap, host: { journal: journal.sink } });
    expect(announced.length).toBeGreaterThan(0);
    expect(announced.every(Boolean)).toBe(true);
  });

  test('carries the nonce of the run in its name', async () => {
    const { run, sent } = await usualRun();
    const names = sent
      .filter(
        ({ method, path, status }) => `${method} ${status}` === 'POST 201' && /\/(groups|users)$/.test(path),
      )
      .map(({ body }): string => JSON.parse(body).name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.includes(run.nonce))).toBe(true);
    // Five groups and five users have one name, one of them that of one that was deleted.
    expect(new Set(names).size).toBe(names.length - 9);
  });
});

describe('A crashed run is swept by its journal', () => {
  /** A run whose process ends before it cleans up. */
  async function crashed(simulator: Simulator): Promise<string> {
    const journal = journalKeeper();
    const dying =
      (fetch: Fetch): Fetch =>
      (request) =>
        request.method === 'DELETE' ? Promise.reject(new TypeError('fetch failed')) : fetch(request);
    await runVirtually(dying(simulator.fetch), {
      profile: simulator.profile,
      only: ['auth/bearer-accepted/'],
      host: { journal: journal.sink },
    });
    return journal.read();
  }

  test('and the deployment is as it was before', async () => {
    const simulator = createSimulator();
    const before = recordsOf(simulator);
    const journal = await crashed(simulator);
    expect(recordsOf(simulator)).not.toEqual(before);
    const swept = await sweep(journal, options(simulator), nodeHost(simulator.fetch));
    expect(recordsOf(simulator)).toEqual(before);
    expect(swept.removed.length).toBeGreaterThan(0);
    expect(swept.left).toEqual([]);
    simulator.stop();
  });

  test('also what was announced and never told of again: it is found by its name', async () => {
    const simulator = createSimulator();
    const before = recordsOf(simulator);
    const journal = await crashed(simulator);
    const told = journal.split('\n').filter((line) => !line.includes('"entry":"made"'));
    const cutOff = `${told.join('\n')}{"entry":"ma`;
    await sweep(cutOff, options(simulator), nodeHost(simulator.fetch));
    expect(recordsOf(simulator)).toEqual(before);
    simulator.stop();
  });

  test('twice is no harm', async () => {
    const simulator = createSimulator();
    const journal = await crashed(simulator);
    await sweep(journal, options(simulator), nodeHost(simulator.fetch));
    const before = recordsOf(simulator);
    await sweep(journal, options(simulator), nodeHost(simulator.fetch));
    expect(recordsOf(simulator)).toEqual(before);
    simulator.stop();
  });

  test('and so is each run of a journal that is the journal of several', async () => {
    const simulator = createSimulator();
    const before = recordsOf(simulator);
    const first = await crashed(simulator);
    const announced = first.split('\n').filter((line) => !line.includes('"entry":"made"'));
    const second = await crashed(simulator);
    await sweep(`${announced.join('\n')}\n${second}`, options(simulator), nodeHost(simulator.fetch));
    expect(recordsOf(simulator)).toEqual(before);
    simulator.stop();
  });

  test('but nothing is, when one of the runs was against another deployment', async () => {
    const simulator = createSimulator();
    const there = (await crashed(simulator)).replaceAll(ADDRESS, 'http://127.0.0.1:9');
    const here = await crashed(simulator);
    const before = recordsOf(simulator);
    await expect(
      sweep(`${there}${here}`, options(simulator), nodeHost(simulator.fetch)),
    ).rejects.toMatchObject({ code: 'JOURNAL_OF_ANOTHER' });
    expect(recordsOf(simulator)).toEqual(before);
    simulator.stop();
  });

  test('but not against another deployment', async () => {
    const simulator = createSimulator();
    const journal = await crashed(simulator);
    const elsewhere = { ...options(simulator), baseUrl: 'http://127.0.0.1:9' };
    await expect(sweep(journal, elsewhere, nodeHost(simulator.fetch))).rejects.toMatchObject({
      code: 'JOURNAL_OF_ANOTHER',
    });
    simulator.stop();
  });
});

describe('The plan', () => {
  test('tells all that would be judged, and is not exceeded', async () => {
    const planned = plan({});
    const { run } = await usualRun();
    expect(planned.entries.map(({ id }) => id)).toEqual(run.outcomes.map(({ id }) => id));
    expect(run.exchanges.length).toBeLessThanOrEqual(planned.totals.requests);
    const created = run.exchanges.filter(
      ({ request }) =>
        request.method === 'POST' && /\/api\/groups$/.test(request.url) && request.headers.authorization,
    );
    expect(created.length).toBeGreaterThan(0);
  });

  test('of a read-only run creates and sends nothing', () => {
    const { totals } = plan({ readOnly: true });
    expect(totals.messages).toBe(0);
    expect(totals.creates).toEqual({ group: 0, user: 0, device: 0 });
  });

  test('holds what is asked for alone', () => {
    const { entries } = plan({ only: ['limits/', 'auth/header-required'], skip: ['limits/per-device'] });
    const limits = rules.filter(({ id }) => id.startsWith('limits/') && id !== 'limits/per-device');
    const judged = [rule('auth/header-required'), ...limits].flatMap(expand);
    expect(entries.map(({ id }) => id)).toEqual(judged.map(({ id }) => id));
  });
});
