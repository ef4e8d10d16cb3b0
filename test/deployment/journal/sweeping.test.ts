/** A sweep removes only records that are the run's own beyond doubt. Everything else is left alone, and listed. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Host } from '../../../contracts/deployment/host.ts';
import { type Swept, sweep } from '../../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { ADDRESS, credentials, type Fetch, runVirtually } from '../../verify/support.ts';
import { usualRun } from '../../verify/usual.ts';
import { operationOf } from '../../verify/wrappers.ts';

const inTurn = turns(4);

const simulators: Simulator[] = [];
afterEach(() => {
  for (const simulator of simulators.splice(0)) simulator.stop();
});

function started(): Simulator {
  const simulator = createSimulator();
  simulators.push(simulator);
  return simulator;
}

/** The same, to try something on. */
function createTwin({ profile, snapshot }: Simulator): Simulator {
  const twin = createSimulator({ profile, snapshot: snapshot({ apiKey: 'include' }) });
  simulators.push(twin);
  return twin;
}

/** The journal of a run whose deletes never arrive, and what it left. */
async function crashed(simulator: Simulator): Promise<{ journal: string; left: number[] }> {
  const lines: string[] = [];
  const before = new Set(simulator.fleet.groups.ids());
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) =>
      request.method === 'DELETE' ? Promise.reject(new TypeError('fetch failed')) : fetch(request);
  await runVirtually(simulator.fetch, {
    wrap,
    profile: simulator.profile,
    only: ['auth/bearer-accepted/'],
    host: { journal: { write: async (line) => void lines.push(line) } },
  });
  return { journal: lines.join(''), left: simulator.fleet.groups.ids().filter((id) => !before.has(id)) };
}

/** Sweeps, and tells which requests would have changed something. */
async function swept(
  simulator: Simulator,
  journal: string,
  {
    host = {},
    wrap = (fetch: Fetch) => fetch,
    ...more
  }: {
    host?: Partial<Host>;
    wrap?: (fetch: Fetch) => Fetch;
    baseUrl?: string;
    concurrency?: number;
    maxTimeMs?: number;
    signal?: AbortSignal;
  } = {},
): Promise<Swept & { writes: string[] }> {
  const writes: string[] = [];
  const watching: Fetch = (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && pathname !== '/api/Auth/Token')
      writes.push(`${request.method} ${pathname}`);
    return wrap(simulator.fetch)(request);
  };
  const options = { baseUrl: ADDRESS, credentials, profile: simulator.profile, ...more };
  return { ...(await sweep(journal, options, { ...nodeHost(watching), ...host })), writes };
}

/** The group's name, written by somebody else. */
function rename(simulator: Simulator, id: number, name: string): void {
  simulator.fleet.groups.update(id, { name });
}

describe('A sweep', () => {
  it.runIf(inTurn())('does not touch a record that has the id of one that the run made', async () => {
    const simulator = started();
    const { journal, left } = await crashed(simulator);
    const [reused = 0] = left;
    rename(simulator, reused, 'Somebody else’s vans');
    const { removed, left: told } = await swept(simulator, journal);
    expect(simulator.fleet.groups.get(reused)?.name).toBe('Somebody else’s vans');
    expect(simulator.fleet.groups.ids().filter((id) => left.includes(id))).toEqual([reused]);
    expect(removed).not.toContain(`group grp-${reused}`);
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(
          `^group grp-${reused} was not removed: .*mark.*deleteGroup, DELETE /api/groups/grp-${reused}, id grp-${reused}$`,
        ),
      ),
    ]);
  });

  it.runIf(inTurn())('does not touch what a line that was put into the journal names', async () => {
    const simulator = started();
    const { journal } = await crashed(simulator);
    const before = simulator.fleet.users.ids().length;
    const theirs = simulator.fleet.groups.ids()[0] ?? 0;
    const forged = [
      { entry: 'made', number: 900, resource: 'group', id: `grp-${theirs}` },
      { entry: 'made', number: 901, resource: 'user', id: 'usr-1' },
      { entry: 'intend', number: 902, resource: 'group', name: simulator.fleet.groups.get(theirs)?.name },
    ];
    const { left } = await swept(
      simulator,
      journal + forged.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    expect(simulator.fleet.groups.get(theirs)).toBeDefined();
    expect(simulator.fleet.users.get(1)).toBeDefined();
    expect(left.map((one) => one.slice(0, 12))).toEqual([`group grp-${theirs} `, 'user usr-1 w']);
    expect(before).toBeGreaterThan(1);
  });

  it.runIf(inTurn())('removes nothing where no field that can be read tells the name', async () => {
    const simulator = started();
    const { journal, left } = await crashed(simulator);
    const nameless =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const response = await fetch(request);
        if (operationOf(request) !== 'readGroup' || !response.ok) return response;
        const { id } = (await response.json()) as { id: string };
        return Response.json({ id });
      };
    const { left: told, writes } = await swept(simulator, journal, { wrap: nameless });
    expect(simulator.fleet.groups.ids()).toEqual(expect.arrayContaining(left));
    expect(writes.filter((one) => one.includes('/groups'))).toEqual([]);
    expect(told.filter((one) => one.startsWith('group '))).toHaveLength(left.length);
  });

  it.runIf(inTurn())('removes nothing that cannot be read', async () => {
    const simulator = started();
    const { journal, left } = await crashed(simulator);
    const broken =
      (fetch: Fetch): Fetch =>
      (request) =>
        operationOf(request) === 'readGroup'
          ? Promise.resolve(new Response('Out of order', { status: 500 }))
          : fetch(request);
    const { left: told } = await swept(simulator, journal, { wrap: broken });
    expect(simulator.fleet.groups.ids()).toEqual(expect.arrayContaining(left));
    expect(told.some((one) => /cannot be read/.test(one))).toBe(true);
  });

  it.runIf(inTurn()).each([
    ['what cannot be read as JSON', () => new Response('['.repeat(100_000), { status: 200 })],
    ['a page', () => new Response('<p>Welcome', { headers: { 'content-type': 'text/html' } })],
    ['404', () => new Response('Not found', { status: 404 })],
  ])('takes no record for gone where every path is answered alike, with %s', async (_, answer) => {
    const simulator = started();
    const { journal, left } = await crashed(simulator);
    const alike =
      (fetch: Fetch): Fetch =>
      (request) =>
        request.url.endsWith('/Token') ? fetch(request) : Promise.resolve(answer());
    const lines: string[] = [];
    const host = { journal: { write: async (line: string) => void lines.push(line) } };
    const { left: told } = await swept(simulator, journal, { wrap: alike, host });
    expect(simulator.fleet.groups.ids()).toEqual(expect.arrayContaining(left));
    expect(told.filter((one) => one.startsWith('group '))).toHaveLength(left.length);
    expect(lines.join('')).not.toContain('"removed"');
  });

  it.runIf(inTurn())('of a journal whose deployment has another path sends nothing', async () => {
    const simulator = started();
    const { journal } = await crashed(simulator);
    const elsewhere = journal.replace('"basePath":""', '"basePath":"/v2"');
    await expect(swept(simulator, elsewhere)).rejects.toMatchObject({ code: 'JOURNAL_OF_ANOTHER' });
  });

  it.runIf(inTurn())('of a clean run sends nothing at all, and lists what cannot be undone', async () => {
    const { simulator, journal } = await usualRun();
    expect(journal.trimEnd().split('\n').at(-1)).toContain('"entry":"end","left":0');
    let sent = 0;
    const { lasting, ...undone } = await sweep(
      journal,
      { baseUrl: ADDRESS, credentials, profile: simulator.profile },
      nodeHost(async (request) => {
        sent++;
        return simulator.fetch(request);
      }),
    );
    expect(sent).toBe(0);
    expect(undone).toEqual({ removed: [], restored: [], left: [], ignored: [], warnings: [] });
    expect(lasting).toContainEqual(expect.stringMatching(/^the clock was brought forward by \d+ hours/));
    expect(lasting).toContainEqual(expect.stringMatching(/e-mails were sent from devices dev-/));
  });

  it('that has taken its time leaves the rest, each by its name, and the next one goes on', async () => {
    const simulator = started();
    const { journal, left } = await crashed(simulator);
    const lines = [journal];
    const write = async (line: string) => void lines.push(line);
    let deletes = 0;
    let over = () => {};
    const { sleep } = nodeHost(simulator.fetch);
    const limit = new Promise<void>((resolve) => {
      over = resolve;
    });
    const first = await swept(simulator, journal, {
      maxTimeMs: 61_000,
      concurrency: 1,
      // The time is up as the second record is to be removed.
      host: { journal: { write }, sleep: (ms, signal) => (ms === 61_000 ? limit : sleep(ms, signal)) },
      wrap: (fetch) => async (request) => {
        if (request.method === 'DELETE') deletes++;
        if (deletes < 2) return fetch(request);
        over();
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      },
    });
    expect(first.ended).toBe('The sweep took all of its 61 s.');
    expect(first.left.filter((one) => !one.includes(': the sweep was ended before'))).toEqual([]);
    for (const id of left)
      expect(first.left.join('\n')).toMatch(new RegExp(`By hand: .* id grp-${id}$`, 'm'));
    const second = await swept(simulator, lines.join(''), { maxTimeMs: 61_000 });
    expect([second.left, second.ended]).toEqual([[], undefined]);
    expect(simulator.fleet.groups.ids().filter((id) => left.includes(id))).toEqual([]);
  });

  it('that is interrupted before it has begun leaves all, each by its name', async () => {
    const simulator = started();
    const { journal } = await crashed(simulator);
    const whole = await swept(createTwin(simulator), journal);
    const { left, ended, writes } = await swept(simulator, journal, { signal: AbortSignal.abort() });
    expect([ended, writes]).toEqual(['The sweep was interrupted.', []]);
    const records = left.flatMap((one) => /^(.*) was not removed/.exec(one)?.[1] ?? []);
    expect(records.sort()).toEqual(whole.removed.sort());
  });

  it('notes what it has undone, so that the next one asks for nothing', async () => {
    const simulator = started();
    const { journal } = await crashed(simulator);
    const lines = [journal];
    const sink = { write: async (line: string) => void lines.push(line) };
    const first = await swept(simulator, journal, { host: { journal: sink } });
    expect(first.removed.length).toBeGreaterThan(0);
    const second = await swept(simulator, lines.join(''));
    expect(second).toMatchObject({ removed: [], left: [], writes: [] });
  });
});

describe('The clean-up of a run', () => {
  it('spares a record that somebody else has under an id of its own by then', async () => {
    const simulator = started();
    let taken = 0;
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const response = await fetch(request);
        if (taken === 0 && operationOf(request) === 'createGroup' && response.status === 201) {
          taken = Number(((await response.clone().json()) as { id: string }).id.slice(4));
        }
        // From the first delete on the record is another's.
        if (request.method === 'DELETE' && taken > 0) rename(simulator, taken, 'Not of the run');
        return response;
      };
    const run = await runVirtually(simulator.fetch, {
      wrap,
      profile: simulator.profile,
      only: ['auth/bearer-accepted/createGroup', 'auth/bearer-accepted/deleteUser'],
    });
    expect(taken).toBeGreaterThan(0);
    expect(simulator.fleet.groups.get(taken)?.name).toBe('Not of the run');
    expect(run.leftBehind).toEqual([
      expect.stringMatching(new RegExp(`^group grp-${taken}, which is no longer what the run made`)),
    ]);
  });
});

describe('Every record that a run writes', () => {
  it('holds its mark, after each POST, PUT and PATCH', async () => {
    const { run, sent } = await usualRun();
    const held = sent
      .filter(({ path }) => /\/api\/(groups|users)(\/|$)/.test(path))
      .flatMap(({ method, made }) => made.map((record) => ({ method, record })));
    const methods = new Set(held.map(({ method }) => method));
    expect([...methods]).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH']));
    expect(held.filter(({ record }) => !record.includes(run.nonce))).toEqual([]);
  });

  it('and no run changes the API key', async () => {
    const { simulator, sent } = await usualRun();
    const controls = sent.filter(({ path }) => path.includes('/_control/'));
    expect(controls.length).toBeGreaterThan(0);
    expect(controls.filter(({ body }) => body.includes('apiKey'))).toEqual([]);
    expect(simulator.fleet.account.apiKey).toBe(credentials.apiKey);
  });
});
