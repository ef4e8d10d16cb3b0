/** Ctrl+C in a command, in this process: it ends in time and in good order, puts back what it made, and lets others in; a lock of another holder keeps it out. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalAt } from '../../cli/verifying/journal.ts';
import { lockTarget } from '../../cli/verifying/lock.ts';
import { fileNameFor } from '../../cli/verifying/state.ts';
import type { Run } from '../../contracts/verify/index.ts';
import { begun, journalOf, line, put } from './line.ts';
import { answering } from './proxy.ts';
import { created, held, records, slow } from './slow.ts';
import { demo, deployed, folder } from './verifying.ts';
import { testIo } from './world.ts';

const journals = join(folder, 'roadtest/journals');
const runIn = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Run;
/** The locks at a deployment. */
const locksOf = (url: string) =>
  readdirSync(journals).filter((name) => name.includes(new URL(url).port) && name.includes('.lock'));
const anyCall = (target: string) => target.startsWith('/api/');
const advance = (target: string) => target.includes('/clock/advance');

describe('Ctrl+C', () => {
  it('ends a run early: it puts back what it made, and reports what was judged', async () => {
    const { deployment, reached } = await slow({ until: advance });
    const before = records(deployment);
    const run = begun(
      'verify {url} --in-place --only token/,limits/next-day --reporter text,json --output ended',
      {
        names: { url: deployment.url },
      },
    );
    await reached;
    const { code, out, err } = await run.stop();
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(/Stopping: removing .*\. Ctrl\+C again ends at once/),
    ]);
    expect(out).toContain('ended before all was judged');
    expect(readFileSync(join(folder, 'ended/report.txt'), 'utf8')).toContain('a run that goes on to its end');
    const { interrupted, outcomes, leftBehind } = runIn('ended/run.json');
    expect([interrupted, outcomes.some(({ verdict }) => verdict === 'pass'), leftBehind]).toEqual([
      true,
      true,
      [],
    ]);
    expect(records(deployment)).toEqual(before);
    expect(locksOf(deployment.url)).toEqual([]);
  });

  it('ends with 1 where a rule was seen broken before', async () => {
    const { deployment, reached } = await slow({ deviate: 'token/is-jwt', until: created });
    const run = begun('verify {url} --in-place --only token/is-jwt,groups/created', {
      names: { url: deployment.url },
    });
    await expect.poll(() => run.err).toContain('token/is-jwt');
    await reached;
    expect(await run.stop()).toMatchObject({ code: 1, out: expect.stringContaining('token/is-jwt') });
  });

  it('ends a command that still looks for its deployment, and says so at once', async () => {
    let asked = false;
    const url = await answering((one) => one.on('data', () => (asked = true)));
    const run = begun('verify {url} --patience 600', { names: { url } });
    await expect.poll(() => asked).toBe(true);
    const ended = run.stop();
    await expect.poll(() => run.err).toContain('Stopping');
    expect(await ended).toMatchObject({ code: 3, err: expect.stringContaining('[INTERRUPTED]') });
  });

  it.concurrent.each<[line: string, until: (target: string, method: string) => boolean]>([
    ['verify {url} --in-place --only groups/', created],
    ['verify {url} --in-place --only expiry/reached-expires', advance],
    ['explore {url} --in-place', created],
    ['explore {url} --in-place', anyCall],
    ['learn {url} --write -o silent.yaml', created],
    ['learn {url} -o silent.yaml', anyCall],
  ])(
    'ends roadtest %s in time where the deployment has fallen silent, and lets others in',
    async (text, until) => {
      const { deployment, reached, go } = await held({ until });
      const run = begun(text, { names: { url: deployment.url }, env: demo });
      await reached;
      const asked = performance.now();
      const { code } = await run.stop();
      const took = performance.now() - asked;
      go();
      expect([code, took < 15_000, locksOf(deployment.url)]).toEqual([3, true, []]);
    },
  );

  it.each([
    ['demo --once', 1, /Night shift/],
    ['play vans.yaml --speed 1', 3, /seed 1/],
    ["prove -- sh -c 'touch up; sleep 30'", 3, /^$/],
  ])('ends roadtest %s with %d', async (text, code, shown) => {
    put({ 'vans.yaml': 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\n' });
    const run = begun(text, { env: { PATH: process.env.PATH } });
    await expect.poll(() => run.out).toMatch(shown);
    if (text.startsWith('prove')) await expect.poll(() => readdirSync(folder)).toContain('up');
    expect((await run.stop()).code).toBe(code);
  });

  it('leaves nothing of an export', async () => {
    const { code, err } = await line('export load demo -o never', { stop: AbortSignal.abort() });
    expect([code, err]).toEqual([3, expect.stringContaining('[INTERRUPTED]')]);
    expect(readdirSync(folder)).not.toContain('never');
  });
});

describe('roadtest sweep', () => {
  const calls = { do: { call: 'createGroup', name: '' }, undo: { call: 'deleteGroup' } };
  const made = (number: number, id: unknown) => ({ entry: 'change', number, ...calls, id });

  it('that is interrupted ends with 3, and names what it has left', async () => {
    const { deployment, reached, go } = await held({ until: (_, method) => method === 'DELETE' });
    const { fleet, lens } = deployment.simulator;
    const ids = ['a', 'b'].map((name) =>
      lens.writeId('group', fleet.groups.create({ name: `abcd2345 ${name}`, deviceIds: [] }).id),
    );
    put({ 'left.jsonl': journalOf(deployment.url, ...ids.map((id, index) => made(index + 1, id))) });
    const run = begun('sweep left.jsonl --max-time 600', { env: demo });
    await reached;
    const { code, out, err } = await run.stop();
    go();
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('The sweep was interrupted. What is left can be'),
    ]);
    for (const id of ids) expect(out).toContain(`left      group ${id} was not removed`);
  });

  it('has nothing to undo after a run that wrote no line, or a part of one; lists the journals where none is named', async () => {
    for (const text of ['', '{"entry":"run","format":"roadtest-jou']) {
      put({ 'unbegun.jsonl': text, 'roadtest/journals/left.jsonl': '' });
      expect(await line('sweep unbegun.jsonl')).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nothing to undo.'),
      });
    }
    expect((await line('sweep')).err).toMatch(/JOURNAL is missing[\s\S]*left\.jsonl/);
    put({ 'gone.jsonl': journalOf('http://127.0.0.1:1', made(1, 7)) });
    expect(await line('sweep gone.jsonl')).toMatchObject({
      code: 2,
      err: expect.stringContaining('[UNREACHABLE]'),
    });
  });
});

it('the journal of a run that is over takes nothing more: what is not written down is not sent', async () => {
  const journal = journalAt(join(folder, 'over.jsonl'), testIo());
  expect(await journal.end()).toBe(false);
  await expect(journal.write('{}\n')).rejects.toThrow('the run is over');
  expect(readdirSync(folder)).not.toContain('over.jsonl');
});

describe('the lock of a deployment', () => {
  const verify = (url: string) => line('verify {url} --only token/issued', { names: { url } });

  /** The lock that a run at a deployment takes. */
  async function lockOfRun() {
    const { deployment, reached, go } = await held({ until: created, alone: true });
    const { url } = deployment;
    const run = begun('verify {url} --only groups/created-is-listed', { names: { url } });
    await reached;
    const [name = ''] = locksOf(url);
    const file = join(journals, name);
    const holder = JSON.parse(readFileSync(file, 'utf8'));
    go();
    await run.ended;
    return { url, file, holder };
  }
  let taken: ReturnType<typeof lockOfRun> | undefined;

  /** The same as a process of some kind left it behind. */
  async function left(change: object) {
    taken ??= lockOfRun();
    const { url, file, holder } = await taken;
    writeFileSync(file, typeof change === 'string' ? change : JSON.stringify({ ...holder, ...change }));
    return { url, file };
  }

  it('is held by one of many that want it at once, which says who holds it, and is gone afterwards', async () => {
    const { url } = await deployed();
    const all = await Promise.all(Array.from({ length: 6 }, () => verify(url)));
    const refused = all.filter(({ code }) => code === 2);
    expect(all.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    for (const { err } of refused) {
      expect(err).toMatch(new RegExp(`process ${process.pid} on ${hostname()}, since \\d{4}-.*Z \\(`));
      expect(err).toContain('[TARGET_LOCKED]');
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(locksOf(url)).toEqual([]);
  });

  it.each<[what: string, change: object | string, code: 0 | 2]>([
    ['a process that has ended', { pid: 2 ** 22 - 1 }, 0],
    ['a process before this one, with its number', { token: 'of another' }, 0],
    ['a process that still runs', {}, 2],
    ['one that wrote half of it', '{"token":"half', 2],
    ['a process on another machine', { host: 'elsewhere', pid: 1 }, 2],
  ])('left by %s: the next run ends with the right code', async (_, change, code) => {
    const { url, file } = await left(change as object);
    const { code: exit, err } = await verify(url);
    expect([exit, err.includes('[TARGET_LOCKED]'), err.includes(`remove ${file}`)]).toEqual([
      code,
      code === 2,
      code === 2,
    ]);
    rmSync(file, { force: true });
  });

  it('that was left is taken over by one of many that find it at once', async () => {
    const io = testIo({ env: { XDG_STATE_HOME: folder } });
    const [target, dead] = ['http://127.0.0.1:1', 2 ** 22 - 1];
    await (await lockTarget(target, 'a run', io)).release();
    const file = join(journals, `${fileNameFor(target)}.lock`);
    for (let times = 0; times < 50; times++) {
      writeFileSync(file, JSON.stringify({ token: 'left', pid: dead, host: hostname() }));
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => lockTarget(target, 'a run', io)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    rmSync(file);
  });

  it('that cannot be written is told, and so is a state folder', async () => {
    const { url, file } = await left({});
    rmSync(file);
    mkdirSync(file);
    expect(await verify(url)).toMatchObject({ code: 2, err: expect.stringContaining('[LOCK_NOT_WRITABLE]') });
    put({ 'no-folder': '' });
    const env = { XDG_STATE_HOME: join(folder, 'no-folder') };
    const refused = await line('verify {url} --only token/issued', { names: { url }, env });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('[STATE_NOT_WRITABLE]') });
  });

  it('is of an address, however it is written', async () => {
    const { deployment, reached, go } = await held({ until: created, alone: true });
    const { port } = new URL(deployment.url);
    const run = begun('verify {url} --only groups/created-is-listed', { names: { url: deployment.url } });
    await reached;
    for (const same of [
      `http://127.0.0.1:${port}/`,
      `HTTP://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}/./x/..`,
    ])
      expect([same, (await verify(same)).err]).toEqual([same, expect.stringContaining('[TARGET_LOCKED]')]);
    expect((await verify(`http://localhost:${port}`)).err).not.toContain('[TARGET_LOCKED]');
    go();
    expect((await run.ended).code).toBe(0);
  });
});
