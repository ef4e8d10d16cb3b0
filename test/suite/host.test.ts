/** The parts of Node that a run is handed: commands with few variables, bounded output and time; waits and requests that end when they are to. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandRunner } from '../../contracts/hosts/command.ts';
import { nodeHost, stayingFetch } from '../../contracts/hosts/node.ts';
import { collectGarbage } from '../garbage.ts';

const node = process.execPath;
const environment = {
  PATH: process.env.PATH,
  HOME: '/home/me',
  LANG: 'C',
  ROADTEST_API_KEY: 'the-api-key-of-the-user',
  FLEETCTL_TOKEN: 'the-token-of-the-tool',
  NODE_OPTIONS: '--no-such-option',
};
const run = commandRunner(environment);
const given = { timeoutMs: 60_000, signal: new AbortController().signal, environment: [] as string[] };

describe('a command', () => {
  it('gets its arguments as they are, and the variables that are usual or named; a named value is in no complaint', async () => {
    const { ROADTEST_API_KEY: _, NODE_OPTIONS: __, ...usual } = environment;
    const script =
      'console.log(JSON.stringify([process.argv.slice(1), process.env])); console.error("wrong token " + process.env.FLEETCTL_TOKEN); process.exit(3)';
    const named = ['FLEETCTL_TOKEN', 'UNSET', '__proto__', 'constructor'];
    const result = await run([node, '-e', script, '$(x)', 'a b', '"'], { ...given, environment: named });
    const [words, { __CF_USER_TEXT_ENCODING: ___, ...found }] = JSON.parse(result.stdout);
    expect([words, found]).toEqual([['$(x)', 'a b', '"'], usual]);
    expect(result).toMatchObject({ exitCode: 3, stderr: 'wrong token $FLEETCTL_TOKEN\n' });
  });

  it('gets no variable that is not named', async () => {
    expect((await run([node, '-p', 'process.env.FLEETCTL_TOKEN'], given)).stdout).toBe('undefined\n');
  });

  const printing = (stream: string) => `setInterval(() => process.${stream}.write("x".repeat(65536)))`;
  it.each<[what: string, command: string[], message: string | RegExp]>([
    ['there is none of that name', ['no-such-command-anywhere'], 'there is no command'],
    ['it may not be run', ['/'], /may not run|EACCES|ENOENT/],
    ['it prints without end', [node, '-e', printing('stdout')], 'printed more than'],
    ['it complains without end', [node, '-e', printing('stderr')], 'printed more than'],
    ['it is ended', [node, '-e', 'process.kill(process.pid, "SIGTERM")'], 'ended by a signal'],
    ['it takes longer than it may', [node, '-e', 'setInterval(() => {}, 1000)'], 'took longer than 0.3 s'],
    ['an argument holds a NUL', [node, '-e', 'a\0b'], /null bytes/],
    ['it is empty', [], /./],
  ])('fails when %s', async (what, command, message) => {
    const timeoutMs = what.includes('longer') ? 300 : given.timeoutMs;
    await expect(run(command, { ...given, timeoutMs })).rejects.toThrow(message);
  });

  it('is not started for a run that was interrupted before', async () => {
    const reason = new Error('interrupted');
    const signal = AbortSignal.abort(reason);
    await expect(run(['no-such-command-anywhere'], { ...given, signal })).rejects.toBe(reason);
  });
});

describe('what a command has started', () => {
  let server: Server;
  const connected: ((socket: Socket) => void)[] = [];
  beforeAll(async () => {
    server = createServer((socket) => connected.shift()?.(socket.on('error', () => undefined)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());

  /** A command that starts a child of its own, which holds a connection as long as it lives. */
  const family = () => {
    const { port } = server.address() as AddressInfo;
    const child = `require('net').connect(${port}, '127.0.0.1'); setInterval(() => {}, 1000)`;
    const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`;
    const arrived = new Promise<Socket>((resolve) => connected.push(resolve));
    return { command: [node, '-e', `${start}; setInterval(() => {}, 1000)`], arrived };
  };
  /** Settles when the connection is closed; asked for before anything is ended. */
  const closed = (socket: Socket) => once(socket.resume(), 'close');

  it('ends with it when the run is interrupted', async () => {
    const controller = new AbortController();
    const { command, arrived } = family();
    const running = run(command, { ...given, signal: controller.signal });
    const gone = closed(await arrived);
    controller.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
    await gone;
  });

  it('ends with it when the process ends', async () => {
    const { command, arrived } = family();
    const running = run(command, given);
    const gone = closed(await arrived);
    const onExit = process.listeners('exit').find(({ name }) => name === 'endAll');
    onExit?.(0);
    await expect(running).rejects.toThrow('ended by a signal');
    await gone;
    expect(process.listeners('exit')).not.toContain(onExit);
  });
});

it('a wait that is longer than a timer of Node takes does not end at once', async () => {
  const over = new AbortController();
  const long = nodeHost().sleep(2 ** 40, over.signal);
  const first = await Promise.race([long.then(() => 'the long one'), sleep(50).then(() => 'the short one')]);
  expect(first).toBe('the short one');
  over.abort(new Error('enough'));
  await expect(long).rejects.toThrow('enough');
});

it('a request to a silent server ends when it is aborted, also after memory was collected', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const controller = new AbortController();
  const connected = once(server, 'connection');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answered = stayingFetch(new Request(url, { signal: controller.signal }));
  const [socket] = await connected;
  collectGarbage();
  await sleep(1);
  collectGarbage();
  controller.abort(new Error('enough'));
  await expect(answered).rejects.toThrow('enough');
  socket.destroy();
  server.close();
});
