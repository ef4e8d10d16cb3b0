/** Commands as Node runs them: few variables, bounded output and time, and nothing of them stays behind. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandRunner } from '../../../contracts/hosts/command.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';

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
const given = { timeoutMs: 60_000, signal: new AbortController().signal, environment: [] };

it('a host has no permission to run commands by itself', () => {
  expect(Object.keys(nodeHost())).not.toContain('run');
});

describe('a command', () => {
  it('gets its arguments as they are, and its exit code and its output are reported', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1))); console.error("no"); process.exit(3)';
    const result = await run([node, '-e', script, '$(x)', 'a b', '"'], given);
    expect(result).toEqual({ exitCode: 3, stdout: '["$(x)","a b","\\""]\n', stderr: 'no\n' });
  });

  it('gets PATH, HOME, LANG, TMPDIR and SystemRoot, and what is named; nothing else', async () => {
    const script = 'console.log(JSON.stringify(process.env))';
    const of = async (environment: string[]) => {
      const { stdout } = await run([node, '-e', script], { ...given, environment });
      const { __CF_USER_TEXT_ENCODING: _, ...found } = JSON.parse(stdout) as { [name: string]: string };
      return found;
    };
    const { PATH, HOME, LANG, FLEETCTL_TOKEN } = environment;
    expect(await of([])).toEqual({ PATH, HOME, LANG });
    expect(await of(['FLEETCTL_TOKEN', 'UNSET', '__proto__', 'constructor'])).toEqual({
      PATH,
      HOME,
      LANG,
      FLEETCTL_TOKEN,
    });
  });

  it('does not put a variable that it was trusted with into what it complains of', async () => {
    const script = 'console.error("wrong token " + process.env.FLEETCTL_TOKEN)';
    const { stderr } = await run([node, '-e', script], { ...given, environment: ['FLEETCTL_TOKEN'] });
    expect(stderr).toBe('wrong token $FLEETCTL_TOKEN\n');
  });

  it.each([
    ['there is none of that name', ['no-such-command-anywhere'], 'there is no command'],
    ['it may not be run', ['/'], /may not run|EACCES|ENOENT/],
    [
      'it prints without end',
      [node, '-e', 'setInterval(() => process.stdout.write("x".repeat(65536)))'],
      'printed more than',
    ],
    [
      'it complains without end',
      [node, '-e', 'setInterval(() => process.stderr.write("x".repeat(65536)))'],
      'printed more than',
    ],
    ['it ends itself', [node, '-e', 'process.kill(process.pid, "SIGTERM")'], 'ended by a signal'],
    ['an argument holds a NUL', [node, '-e', 'a\0b'], /null bytes/],
    ['it is empty', [], /./],
  ])('fails when %s', async (_, command, message) => {
    await expect(run(command, given)).rejects.toThrow(message);
  });

  it('fails when it takes longer than it may', async () => {
    const forever = [node, '-e', 'setInterval(() => {}, 1000)'];
    await expect(run(forever, { ...given, timeoutMs: 50 })).rejects.toThrow('took longer than 0.05 s');
  });

  it('is not started for a run that was interrupted before', async () => {
    const reason = new Error('interrupted');
    const signal = AbortSignal.abort(reason);
    await expect(run(['no-such-command-anywhere'], { ...given, signal })).rejects.toBe(reason);
  });
});

describe('what a command has started', () => {
  let server: Server;
  let port = 0;
  const connected: ((socket: Socket) => void)[] = [];
  beforeAll(async () => {
    server = createServer((socket) => connected.shift()?.(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  /** A command that starts a child of its own, which holds a connection as long as it lives. */
  const family = () => {
    const child = `require('net').connect(${port}, '127.0.0.1'); setInterval(() => {}, 1000)`;
    const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`;
    const arrived = new Promise<Socket>((resolve) => connected.push(resolve));
    return { command: [node, '-e', `${start}; setInterval(() => {}, 1000)`], arrived };
  };
  /** Settles when the connection is closed; asked for before anything is ended. */
  const closed = (socket: Socket) => new Promise((resolve) => socket.resume().on('close', resolve));

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
    // The listener of its own: the platform adds others, at times later.
    const onExit = process.listeners('exit').find(({ name }) => name === 'endAll');
    onExit?.(0);
    await expect(running).rejects.toThrow('ended by a signal');
    await gone;
    expect(onExit).toBeDefined();
    expect(process.listeners('exit')).not.toContain(onExit);
  });
});
