/** Each option of each command that the command lists, with what it visibly does. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { handOn, listening } from '../proxy.ts';
import { launchHere, type Running, root, type Service, serve } from '../roadtest.ts';
import { demo, deployed } from '../verifying.ts';
import { folderWith } from './installed.ts';
import { allMatched, unmatched } from './listed.ts';
import { files as known, type Line, lines, type Place, places } from './options.ts';
import { servings } from './serving.ts';

let server: Service;
beforeAll(async () => {
  server = await serve(['--frozen']);
});

/** Options that another one stands for: of `exec` those that it shares with `serve`, and the help itself. */
const common = new Set(servings.flatMap(({ shows }) => Object.keys(shows)));
const shownBy = (command: string) => {
  const own = lines
    .filter(({ line }) => line.startsWith(`${command} `))
    .flatMap(({ shows }) => Object.keys(shows));
  return new Set(['help', ...own, ...(command === 'serve' ? common : [])]);
};
const optionsOf = async (command: string) => {
  const { out } = await launchHere([command, '--help']).ended;
  return [...out.matchAll(/^ {2,6}(?:-\w, )?--([a-z][a-z-]*) /gm)].map(([, name = '']) => name);
};

test('each option of every command has a row', async () => {
  const { out } = await launchHere(['--help']).ended;
  const commands = [...out.matchAll(/^ {2}roadtest ([a-z]+) {2}/gm)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    const listed = await optionsOf(command);
    if (command === 'exec') expect(unmatched(listed, await optionsOf('serve')).missing, command).toEqual([]);
    else expect.soft(unmatched(listed, [...shownBy(command)]), command).toEqual(allMatched);
  }
});

describe('roadtest', () => {
  test.each(lines)('$line', async (row) => {
    const text = await seenOf(row);
    for (const [option, sign] of Object.entries(row.shows))
      expect.soft(text, option).toMatch(new RegExp(sign));
  });
});

/** How a line ended, what it printed and wrote, and what the deployment saw. */
async function seenOf({ line, before, files = [], at = '', until, writes = [] }: Line): Promise<string> {
  const place: Place = Object.assign({}, ...at.split(' ').map((word) => places[word]));
  const { late, hidden, env = {}, onReply, ...given } = place;
  const calls: { line: string; time: number }[] = [];
  let [open, most] = [0, 0];
  const { url } = await deployed({
    ...(given.fixture ? {} : { devices: 3 }),
    ...given,
    onCall: ({ method, target }) => calls.push({ line: `${method} ${target}`, time: performance.now() }),
    around: (handle) => async (call) => {
      open++;
      most = Math.max(most, open);
      await sleep(1); // so that others come meanwhile
      return Promise.resolve(handle(call)).finally(() => open--);
    },
    onReply: (reply, call) =>
      hidden && call.target.startsWith('/_control')
        ? { ...reply, status: 404, body: '{}' }
        : (onReply?.(reply, call) ?? reply),
  });
  const address = late ? await lateBefore(url) : url;
  const world = line.includes('{served}') ? await newWorld() : undefined;
  const filled = (text: string) =>
    text
      .replaceAll('{url}', address)
      .replaceAll('{served}', world?.baseUrl ?? '')
      .replaceAll('{enveloped}', join(root, 'contracts/profile/examples/enveloped.yaml'))
      .replaceAll('{package}', join(root, 'dist'));
  const texts = files.map((name) => [name, filled(known[name])]);
  const cwd = folderWith(Object.fromEntries(texts));
  const around = { cwd, env: { ...demo, XDG_STATE_HOME: join(cwd, '.state'), ...env } };
  if (before) await launchHere(filled(before).split(' '), around).ended;
  const running = launchHere(filled(line).split(' '), around);
  if (until) await reached(running, new RegExp(until));
  const { code, out, err } = await running.ended;
  const contents = writes.map((name) => `${name}: ${readFileSync(join(cwd, name), 'utf8')}`);
  const names = (readdirSync(cwd, { recursive: true }) as string[]).filter(
    (name) => !/^\.state/.test(name) && !files.includes(name as keyof typeof known),
  );
  const requests = world ? await (await fetch(`${world.controlUrl}/requests`)).text() : '';
  const inASecond = calls.map(
    ({ time }) => calls.filter((one) => one.time >= time && one.time < time + 1_000).length,
  );
  return [
    ...[`ends with ${code}`, out, err, ...contents, `files: ${names.sort().join(' ')}`],
    `requests of the world: ${requests}`,
    ...calls.map((call) => call.line),
    `${calls.length} requests, ${most} at once, ${Math.max(0, ...inASecond)} in a second`,
  ].join('\n');
}

/** Waits until a command has printed that; then it is stopped. */
async function reached(running: Running, sign: RegExp): Promise<void> {
  let ended = false;
  void running.ended.then(() => {
    ended = true;
  });
  while (!ended && !sign.test(running.out + running.err)) await sleep(10);
  await running.stop();
}

/** An address at which a deployment comes up a moment later. */
async function lateBefore(url: string): Promise<string> {
  const proxy = createServer((request, response) => handOn(request, response, new URL(url)));
  const at = await listening(proxy);
  await new Promise((closed) => proxy.close(closed));
  setTimeout(() => proxy.listen(Number(new URL(at).port), '127.0.0.1'), 500);
  return at;
}

interface World {
  baseUrl: string;
  controlUrl: string;
}

async function newWorld(): Promise<World> {
  return (await server.control<World>('POST', '/worlds', { devices: 3 })).body;
}

describe('roadtest serve', () => {
  test.each(servings)('$line', async ({ line, files = {}, see, shows }) => {
    const cwd = folderWith(files);
    const service = await serve(line.split(' '), { cwd });
    const seen = see ? await see(service) : '';
    const { code, out, err } = await service.stop();
    expect(code, err).toBe(0);
    const text = [seen, out, err].join('\n');
    for (const [option, sign] of Object.entries(shows)) expect.soft(text, option).toMatch(sign);
  });
});

test('roadtest exec serves by the same options, and ends as its command does', async () => {
  const cwd = folderWith({ 'fleet.yaml': 'devices: [{ id: dev-7 }]\n' });
  const asks = 'curl -s "$ROADTEST_CONTROL_URL/devices" "$ROADTEST_CONTROL_URL/clock" > seen.txt; exit 7';
  const words = [
    'exec',
    '--fixture',
    'fleet.yaml',
    '--at',
    '2027-01-01T08:00:00Z',
    '--frozen',
    '--',
    'sh',
    '-c',
    asks,
  ];
  const { code } = await launchHere(words, { cwd }).ended;
  const seen = readFileSync(join(cwd, 'seen.txt'), 'utf8');
  expect({ code, seen }).toEqual({
    code: 7,
    seen: expect.stringMatching(/"dev-7"[\s\S]*2027-01-01T08[\s\S]*"frozen":true/),
  });
});
