/**
 * `kill -9` of a run at a moment of its own, and then a sweep. The moment is a request, counted by the server that
 * outlives the run: killed before the request has an effect, or after it and before its answer. Afterwards nothing
 * that can be deleted is left, every setting is as before, and everything else is listed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import type { Area } from '../area.ts';

const command = fileURLToPath(new URL('../../../dist/bin/roadtest.js', import.meta.url));
const DEVICES = 5;

interface Scene {
  name: string;
  /** Requests that a whole run sends, about: the moment is one of them. */
  requests: number;
  args(url: string, folder: string): string[];
  /** Not recognised as a simulator: the controls are those of a profile, and all devices are borrowed. */
  disguised?: boolean;
}

const scenes: readonly Scene[] = [
  { name: 'verify', requests: 390, args: (url) => ['verify', url] },
  {
    name: 'verify with known devices only',
    requests: 350,
    disguised: true,
    args: (url, folder) => ['verify', url, '--profile', join(folder, 'profile.json'), '--patience', '1'],
  },
];

export const crash: Area = {
  name: 'crash',
  async run({ count = 100, seed, onProgress }) {
    const chance = chanceFrom(seed);
    const lost: string[] = [];
    for (let done = 0; done < count; done++) {
      const scene = scenes[done % scenes.length] ?? scenes[0];
      if (!scene) break;
      const moment = { at: 1 + Math.floor(chance() * scene.requests), afterEffect: chance() < 0.5 };
      const faults = await crashAt(scene, moment);
      const words = `${scene.name}, killed ${moment.afterEffect ? 'after' : 'before'} request ${moment.at}`;
      if (faults.length > 0) lost.push(`${words}: ${faults.join('; ')}`);
      onProgress?.(done + 1, count);
    }
    return { tried: count, survived: count - lost.length, lost };
  },
};

/** The faults after the sweep. */
async function crashAt(scene: Scene, moment: { at: number; afterEffect: boolean }): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-crash-'));
  const simulator = createSimulator({ devices: DEVICES, groups: 2, users: 3 });
  for (let id = 1; id <= DEVICES; id++)
    simulator.fleet.limits.set(id, { dailyEmail: 40 + id, dailySms: 50 + id });
  let kill: (() => void) | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let count = 0;
  const server = await serve({
    bodyLimit: simulator.bodyLimit,
    handle: async (call) => {
      if (scene.disguised && call.target === '/_control/clock') return { status: 404, headers: {}, body: '' };
      const dies = ++count === moment.at && kill !== undefined;
      if (dies && !moment.afterEffect) {
        kill?.();
        await ended;
      }
      // A request that a process sent before it ended arrives all the same.
      const reply = await simulator.handle(call);
      if (dies && moment.afterEffect) {
        kill?.();
        await ended;
      }
      return reply;
    },
  });
  try {
    if (scene.disguised)
      writeFileSync(join(folder, 'profile.json'), JSON.stringify(profileAt(server.url, simulator)));
    const before = stateOf(simulator);
    const run = launch(scene.args(server.url, folder), folder);
    kill = () => run.child.kill('SIGKILL');
    ended = run.ended;
    await run.ended;
    kill = undefined;
    if (run.child.signalCode !== 'SIGKILL')
      return [`the run was not killed: it sent ${count} requests, ${(await run.ended).err.slice(0, 300)}`];
    const journals = journalsIn(folder);
    const swept = await Promise.all(journals.map((journal) => sweepBy(journal, scene, folder)));
    return [
      ...swept.flatMap(({ faults }) => faults),
      ...differences(
        before,
        stateOf(simulator),
        swept.flatMap(({ lasting }) => lasting),
      ),
    ];
  } finally {
    await server.close();
    simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function launch(args: readonly string[], folder: string) {
  const env = {
    PATH: process.env.PATH,
    XDG_STATE_HOME: folder,
    ROADTEST_USER_NAME: 'demo',
    ROADTEST_API_KEY: 'demo-key',
  };
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, out, err })) };
}

function journalsIn(folder: string): string[] {
  const journals = join(folder, 'roadtest/journals');
  try {
    return readdirSync(journals).flatMap((name) => (name.endsWith('.jsonl') ? [join(journals, name)] : []));
  } catch {
    return []; // it had not come so far
  }
}

async function sweepBy(
  journal: string,
  scene: Scene,
  folder: string,
): Promise<{ faults: string[]; lasting: string[] }> {
  const profile = scene.disguised ? ['--profile', join(folder, 'profile.json')] : [];
  const { code, out, err } = await launch(['sweep', journal, '--json', ...profile], folder).ended;
  if (code !== 0) return { faults: [`sweep ended with ${code}: ${out}${err}`], lasting: [] };
  const { lasting } = JSON.parse(out) as { lasting: string[] };
  return { faults: [], lasting };
}

/** Everything that a run might change of what was there. */
function stateOf({ fleet, clock }: Simulator) {
  const { apiEnabled, licences } = fleet.account.view();
  return {
    settings: {
      apiEnabled,
      apiKey: fleet.account.apiKey,
      licences: licences.total,
      groups: fleet.groups
        .list()
        .map(({ id, name, deviceIds }) => ({ id, name, deviceIds: [...deviceIds].sort() })),
      users: fleet.users.list().map(({ id, name }) => ({ id, name })),
      limits: Array.from({ length: DEVICES }, (_, index) => {
        const { expires, expirationDate, dailyEmail, dailySms } = fleet.limits.get(index + 1) ?? {};
        return { expires, expirationDate, dailyEmail, dailySms };
      }),
    },
    devices: fleet.devices.count,
    now: clock.now(),
  };
}

type State = ReturnType<typeof stateOf>;

function differences(before: State, after: State, lasting: readonly string[]): string[] {
  const wrong = Object.entries(before.settings).flatMap(([name, value]) => {
    const now: unknown = new Map<string, unknown>(Object.entries(after.settings)).get(name);
    return JSON.stringify(now) === JSON.stringify(value)
      ? []
      : [`${name} is ${JSON.stringify(now)}, was ${JSON.stringify(value)}`];
  });
  const devices = after.devices - before.devices;
  const listed = lasting.filter((line) => line.startsWith('device ')).length;
  const maybe = lasting.some((line) => line.includes('may have been made'));
  if (devices > listed && !maybe) wrong.push(`${devices} devices were made, ${listed} are listed`);
  if (after.now > before.now && !lasting.some((line) => line.startsWith('the clock')))
    wrong.push('a move of the clock is not listed');
  return wrong;
}

/** The simulator's dialect, with controls at addresses of its own and devices that tests may change. */
function profileAt(url: string, { profile }: Simulator): object {
  const device = `${url}/_control/devices/{deviceId}`;
  const limits = {
    expires: '/expires',
    expirationDate: '/expirationDate',
    dailyEmail: '/dailyEmail',
    dailySms: '/dailySms',
  };
  const usage = { usageEmail: '/usage/email', usageSms: '/usage/sms' };
  return {
    roadtest: 1,
    name: 'borrowed',
    openings: profile.openings,
    known: { device: ['dev-1', 'dev-2', 'dev-3', 'dev-4'] },
    controls: {
      setApiEnabled: {
        by: 'http',
        method: 'PUT',
        url: `${url}/_control/account`,
        body: { apiEnabled: '{enabled}' },
      },
      readLimits: { by: 'http', method: 'GET', url: `${device}/limits`, reads: { ...limits, ...usage } },
      setLimits: {
        by: 'http',
        method: 'PUT',
        url: `${device}/limits`,
        body: {
          expires: '{expires}',
          expirationDate: '{expirationDate}',
          dailyEmail: '{dailyEmail}',
          dailySms: '{dailySms}',
          usage: { email: '{usageEmail}', sms: '{usageSms}' },
        },
      },
      send: {
        by: 'http',
        method: 'POST',
        url: `${device}/send`,
        body: { channel: '{channel}', count: '{count}' },
        reads: { sent: '/sent', withheld: '/withheld' },
      },
      advance: { by: 'http', method: 'POST', url: `${url}/_control/clock/advance`, body: { by: '{by}' } },
    },
  };
}

/** Numbers from 0 to 1 that the seed alone determines. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
