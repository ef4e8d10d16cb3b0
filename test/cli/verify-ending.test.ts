/** A run always ends, with the right exit code and a report, whatever the deployment does. Needs a build. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/run.ts';
import { launch, launchHere } from '../command/roadtest.ts';
import { cli, demo, deployed, folder } from '../command/verifying.ts';
import { LONG, oneIn, turns } from '../sample.ts';

const inTurn = turns(2);

const servers: { close(): unknown; closeAllConnections?: () => void }[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections?.();
    server.close();
  }
});

const surroundings = { env: { XDG_STATE_HOME: folder, ...demo }, cwd: folder };
/** Far longer than an answer takes, however busy the machine is; what never answers is given up by then. */
const patient = ['--timeout', '5', '--max-time', '300'];

/** A server that leaves what it is asked to `answer`. */
async function socket(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((one) => {
    sockets.add(one);
    one.on('error', () => one.destroy()).on('close', () => sockets.delete(one));
    answer(one);
  });
  servers.push({
    close() {
      server.close();
      for (const one of sockets) one.destroy();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One byte of a head that has no end, again and again. */
function drip(one: Socket): void {
  one.write('HTTP/1.1 200 OK\r\nX-');
  const timer = setInterval(() => one.write('a'), 50);
  one.on('close', () => clearInterval(timer));
}

/** A simulator behind a server that answers as it wants from a request on. */
async function until(count: number, then: RequestListener): Promise<string> {
  const { url } = await deployed();
  let requests = 0;
  const server = createServer(async (request, response) => {
    if (++requests > count) return then(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const body = Buffer.concat(chunks);
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: headers as { [name: string]: string },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const verdictsOf = ({ outcomes }: Run) => new Set(outcomes.map(({ verdict }) => verdict));

describe('Ctrl+C', () => {
  it.runIf(inTurn()).each([
    ['while the deployment is looked for', () => undefined, launchHere],
    ['while it drips', drip, launch],
  ] as const)('%s ends the run within seconds, and says so at once', async (_what, answer, start) => {
    let asked = false;
    const url = await socket((one) => {
      answer(one);
      one.on('data', () => {
        asked = true;
      });
    });
    const run = start(['verify', url, '--timeout', '600'], {
      ...surroundings,
      env: { XDG_STATE_HOME: folder },
    });
    await expect.poll(() => asked).toBe(true);
    const ended = run.stop();
    await expect.poll(() => run.err).toContain('Stopping');
    expect(await ended).toMatchObject({ code: 3, err: expect.stringContaining('INTERRUPTED') });
  });
});

const mute: [what: string, answer: (socket: Socket) => unknown][] = [
  ['is silent', () => undefined],
  ['drips', drip],
  ['resets every connection', (one) => one.resetAndDestroy()],
  ['sends what is not HTTP', (one) => one.end('\u0000\u0001 hello\r\n\r\n')],
];

describe.concurrent('a deployment that never answered', LONG, () => {
  it.each(oneIn(4, mute))('%s: exit code 2, a cause, and the process ends', async (_what, answer) => {
    const url = await socket(answer);
    const { code, err } = await launch(['verify', url, ...patient], surroundings).ended;
    expect(code).toBe(2);
    expect(err).toContain('UNREACHABLE');
    expect(err).not.toContain('    at ');
  });
});

const lost: [what: string, then: RequestListener][] = [
  ['closes connections', (request) => request.socket.destroy()],
  ['is silent', () => undefined],
  [
    'sends bodies without an end',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
  ],
  ['answers 503', (_request, response) => response.writeHead(503).end('down')],
];

describe.concurrent('a deployment that stops answering', LONG, () => {
  it.each(oneIn(4, lost))(
    '%s after 200 requests: what was judged counts, the rest is suspect, exit code 3',
    async (_what, then) => {
      const url = await until(200, then);
      const run = launch(['verify', url, ...patient, '--json'], surroundings);
      const { code, out, err } = await run.ended;
      expect(err).not.toContain('    at ');
      expect(code).toBe(3);
      const record = JSON.parse(out) as Run;
      expect(verdictsOf(record)).toContain('suspect');
      expect(verdictsOf(record)).not.toContain('fail');
      expect(record.outcomes.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(0);
    },
  );
});

describe.concurrent('--max-time', () => {
  it.runIf(inTurn())('ends a run that takes longer, in good order', async () => {
    let calls = 0;
    // Nothing more is answered until the time of the run is over: what is left of its clean-up is for work alone.
    const released = new Promise((after) => setTimeout(after, 3_500));
    const { url, simulator } = await deployed({
      onReply: async (reply) => {
        if (++calls > 40) await released;
        return reply;
      },
    });
    const names = () =>
      [...simulator.fleet.groups.list(), ...simulator.fleet.users.list()].map(({ name }) => name);
    const before = names();
    const { code, out } = await cli(['verify', url, '--max-time', '3', '--json'], { env: demo });
    expect(code).toBe(3);
    const { warnings } = JSON.parse(out) as Run;
    expect(warnings).toContain('The run took all of its 3 s.');
    // The clean-up has ten seconds: what a busy machine leaves then is undone by the command that the run names.
    const [, journal] = /^roadtest sweep (\S+)/m.exec(warnings.join('\n')) ?? [];
    if (journal !== undefined) await cli(['sweep', journal], { env: demo });
    expect(names().toSorted()).toEqual(before.toSorted());
  });
});

describe.concurrent('a report that cannot be written', () => {
  it.runIf(inTurn())('is named, the others are written, and the verdicts are printed', async () => {
    const { url } = await deployed();
    mkdirSync(join(folder, 'full/junit.xml'), { recursive: true });
    const words = ['verify', url, '--only', 'token/', '--reporter', 'junit,json', '--output', 'full'];
    const { code, out, err } = await cli(words);
    expect(code).toBe(2);
    expect(err).toMatch(/junit\.xml cannot be written/);
    expect(err).toMatch(/Written: .*run\.json/);
    expect(out).toMatch(/✔ \d+ pass/);
    expect(JSON.parse(readFileSync(join(folder, 'full/run.json'), 'utf8'))).toMatchObject({ exitCode: 0 });
  });

  it('does not hide that a rule is broken', async () => {
    const { url } = await deployed({ deviate: 'token/is-jwt' });
    mkdirSync(join(folder, 'again/junit.xml'), { recursive: true });
    const words = ['verify', url, '--only', 'token/', '--reporter', 'junit', '--output', 'again'];
    expect(await cli(words)).toMatchObject({ code: 1, out: expect.stringContaining('token/is-jwt') });
  });
});
