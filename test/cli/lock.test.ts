/** One run at a time changes a deployment: the lock, who holds it, and when it is taken over. Needs a build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { type Holder, holderHere } from '../../cli/verifying/holder.ts';
import { LEASE_MS, type Lock, lockTarget, normalAddress } from '../../cli/verifying/lock.ts';
import { launch } from '../command/roadtest.ts';
import { cli, deployed, folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const address = 'http://127.0.0.1:4010';
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A state folder of its own, and the lock in it. */
function place() {
  const state = mkdtempSync(join(folder, 'state-'));
  const io = testIo({ cwd: state, env: { XDG_STATE_HOME: state } });
  const journals = join(state, 'roadtest/journals');
  const locks = () => readdirSync(journals).filter((name) => name.includes('.lock'));
  const take = (more: Partial<Parameters<typeof lockTarget>[0]> = {}) =>
    lockTarget({ address, command: 'roadtest test', journal: undefined, onLost: () => {}, ...more }, io);
  return { state, journals, locks, take };
}

/** A lock that another process left there. */
async function left(at: ReturnType<typeof place>, holder: Partial<Holder>, age = 0): Promise<string> {
  const lock = await at.take();
  await lock.release();
  const text = JSON.stringify({ ...(await holderHere('gone-1', 'roadtest verify there')), ...holder });
  writeFileSync(lock.path, text);
  const then = (Date.now() - age) / 1000;
  utimesSync(lock.path, then, then);
  return lock.path;
}

/** The number of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'close');
  return child.pid ?? 0;
}

/** How many of so many at once get it, and what the others are reported. */
async function race(at: ReturnType<typeof place>, count: number) {
  const tries = await Promise.allSettled(Array.from({ length: count }, () => at.take()));
  const won = tries.flatMap((one): Lock[] => (one.status === 'fulfilled' ? [one.value] : []));
  const codes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code as string] : []));
  return { won, codes: new Set(codes) };
}

describe('the lock of a deployment', () => {
  it('is held by one of many that want it at once, and is gone when that one has released it', async () => {
    const at = place();
    const { won, codes } = await race(at, 40);
    expect(won).toHaveLength(1);
    expect([...codes]).toEqual(['TARGET_LOCKED']);
    await won[0]?.release();
    expect(at.locks()).toEqual([]);
  });

  it('says who holds it: process, machine, since when, and what was typed', async () => {
    const at = place();
    const lock = await at.take({ command: 'roadtest verify http://127.0.0.1:4010' });
    await expect(at.take()).rejects.toThrow(
      new RegExp(`process ${pid} on ${hostname()}, since \\d{4}-.*Z \\(roadtest verify http://127`),
    );
    await lock.release();
  });

  it('is not released by who no longer holds it', async () => {
    const at = place();
    const lock = await at.take();
    const text = JSON.stringify(await holderHere('another', 'roadtest verify'));
    writeFileSync(lock.path, text);
    await lock.release();
    expect(readFileSync(lock.path, 'utf8')).toBe(text);
  });

  it('is beside the journal that is named, where the state folder cannot be written', async () => {
    const state = mkdtempSync(join(folder, 'state-'));
    writeFileSync(join(state, 'file'), '');
    const io = testIo({ cwd: state, env: { XDG_STATE_HOME: join(state, 'file') } });
    const given = { address, command: 'roadtest test', onLost: () => {} };
    const lock = await lockTarget({ ...given, journal: 'run.jsonl' }, io);
    expect(lock.path.startsWith(state)).toBe(true);
    await lock.release();
    await expect(lockTarget({ ...given, journal: undefined }, io)).rejects.toMatchObject({
      code: 'STATE_NOT_WRITABLE',
    });
  });
});

describe('a lock that was left behind', () => {
  it('by a process that has ended is taken over at once, by one of many', async () => {
    const at = place();
    await left(at, { pid: await endedPid() });
    const { won, codes } = await race(at, 40);
    expect(won).toHaveLength(1);
    expect([...codes]).toEqual(['TARGET_LOCKED']);
    await won[0]?.release();
    expect(at.locks()).toEqual([]);
  });

  it('by one whose number another process has now is taken over at once', async () => {
    const at = place();
    await left(at, { start: 'at another time' });
    await (await at.take()).release();
  });

  it('by one that ended while it took a lock over is taken over too, by one of many', async () => {
    const at = place();
    const dead = await endedPid();
    const path = await left(at, { pid: dead });
    const claim = { ...(await holderHere('gone-2', 'roadtest verify')), pid: dead };
    writeFileSync(`${path}.gone-1`, JSON.stringify(claim));
    const { won } = await race(at, 20);
    expect(won).toHaveLength(1);
    await won[0]?.release();
    expect(at.locks()).toEqual([]);
  });

  it('half written is taken over', async () => {
    const at = place();
    const path = await left(at, {});
    writeFileSync(path, '{"token":"half');
    const { won } = await race(at, 10);
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });

  it('on another machine holds for a minute after it was renewed', async () => {
    const at = place();
    await left(at, { machine: 'elsewhere', host: 'elsewhere', pid: 1 }, 55_000);
    await expect(at.take()).rejects.toMatchObject({ code: 'TARGET_LOCKED' });
    await left(place(), {}); // another place is none of its business
    await expect(at.take()).rejects.toThrow('on elsewhere');
  });

  it('on another machine is taken over when it was not renewed for more than a minute', async () => {
    const at = place();
    await left(at, { machine: 'elsewhere', pid: 1 }, 65_000);
    await (await at.take()).release();
  });

  it('by a process that still runs holds however old its lease is', async () => {
    const at = place();
    await left(at, {}, 10 * LEASE_MS);
    await expect(at.take()).rejects.toMatchObject({ code: 'TARGET_LOCKED' });
  });
});

describe('the address', () => {
  it.each([
    ['http://HOST.example:80/', 'http://host.example'],
    ['http://host.example./', 'http://host.example'],
    ['https://host.example:443/fleet/v2/', 'https://host.example/fleet/v2'],
    ['https://host.example/fleet/./x/../v2', 'https://host.example/fleet/v2'],
    ['https://host.example/%7efleet/%c3%a4', 'https://host.example/~fleet/%C3%A4'],
  ])('%s is that of %s', (one, other) => {
    expect(normalAddress(one)).toBe(normalAddress(other));
  });

  it.each([
    ['http://host.example', 'https://host.example'],
    ['http://host.example', 'http://host.example:8080'],
    ['http://host.example/a', 'http://host.example/b'],
    ['http://host.example/a', 'http://host.example/A'],
    ['http://host.example/a%2Fb', 'http://host.example/a/b'],
  ])('%s is not that of %s', (one, other) => {
    expect(normalAddress(one)).not.toBe(normalAddress(other));
  });
});

describe('roadtest verify', () => {
  const surroundings = { env: { XDG_STATE_HOME: folder }, cwd: folder };

  /** A run that is under way: its first change is not answered until `go`. */
  async function underWay() {
    let arrived = () => {};
    let go = () => {};
    const reached = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const deployment = await deployed({
      onReply: async (reply, { method, target }) => {
        if (method === 'POST' && target === '/api/groups') {
          arrived();
          await held;
        }
        return reply;
      },
    });
    const words = ['verify', deployment.url, '--only', 'groups/created-can-be-read'];
    const run = launch(words, surroundings);
    await reached;
    return { deployment, run, go };
  }

  it.runIf(inTurn())('keeps a second run off the deployment, and no other deployment', async () => {
    const { deployment, run, go } = await underWay();
    const second = await cli(['verify', `${deployment.url}/`]);
    expect(second).toMatchObject({ code: 2, out: '' });
    expect(second.err).toContain('TARGET_LOCKED');
    expect(second.err).toContain(`process ${run.child.pid} on ${hostname()}`);
    expect(second.err).toContain(`roadtest verify ${deployment.url}`);

    expect((await cli(['verify', deployment.url, '--read-only', '--only', 'token/'])).code).toBe(0);
    expect((await cli(['verify', deployment.url, '--plan'])).code).toBe(0);
    const another = await deployed();
    expect((await cli(['verify', another.url, '--only', 'token/issued'])).code).toBe(0);
    go();
    expect((await run.ended).code).toBe(0);
    expect((await cli(['verify', deployment.url, '--only', 'token/issued'])).code).toBe(0);
  });

  it.runIf(inTurn())('that was killed keeps no run off', async () => {
    const { deployment, run, go } = await underWay();
    run.child.kill('SIGKILL');
    await run.ended;
    go();
    expect((await cli(['verify', deployment.url, '--only', 'token/issued'])).code).toBe(0);
  });

  it.runIf(inTurn())('keeps roadtest sweep from removing what it is working with', async () => {
    const { deployment, run, go } = await underWay();
    const journals = join(folder, 'roadtest/journals');
    const port = new URL(deployment.url).port;
    const own = (name: string) => name.includes(port) && name.endsWith('.jsonl');
    const [journal = ''] = readdirSync(journals).filter(own);
    const swept = await cli(['sweep', join(journals, journal)]);
    expect(swept).toMatchObject({ code: 2, err: expect.stringContaining('TARGET_LOCKED') });
    go();
    expect((await run.ended).code).toBe(0);
    expect(deployment.simulator.fleet.groups.size).toBeGreaterThan(0);
  });

  it.runIf(inTurn())('says that the lock cannot be written', async () => {
    const state = mkdtempSync(join(folder, 'state-'));
    mkdirSync(join(state, 'roadtest/journals'), { recursive: true });
    const { url } = await deployed();
    const journals = join(state, 'roadtest/journals');
    const { path, release } = await lockTarget(
      { address: url, command: '', journal: undefined, onLost: () => {} },
      testIo({ env: { XDG_STATE_HOME: state } }),
    );
    await release();
    mkdirSync(path);
    expect(readdirSync(journals)).toHaveLength(1);
    const { code, err } = await cli(['verify', url], { env: { XDG_STATE_HOME: state } });
    expect(code).toBe(2);
    expect(err).toContain('LOCK_NOT_WRITABLE');
    rmSync(path, { recursive: true });
  });
});
