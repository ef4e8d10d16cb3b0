/**
 * The built command as a process of its own: colours, pipes, signals, locks, certificates. Each start is in this file: what
 * is neither of signals nor of the process runs in the process of its test. Needs a build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { constants, hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { line, put } from './line.ts';
import { answering, drip, handOn, listening, proxyTo } from './proxy.ts';
import { launch, roadtest, serviceOf } from './roadtest.ts';
import { created, held, records } from './slow.ts';
import { type Deployment, demo, deployed, folder } from './verifying.ts';

const here = (env: { [name: string]: string } = {}) => ({
  cwd: folder,
  env: { XDG_STATE_HOME: folder, ...env },
});
const tls = (name: string) => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));

describe('its output', () => {
  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ NO_COLOR: '1' }, false],
  ])('with %j where no terminal reads it has colours: %s', async (env, coloured) => {
    const { code, out, err } = await roadtest(['rules', 'token/issued'], { env });
    expect([code, err, out.includes('\u001b['), out.includes('token/issued')]).toEqual([
      0,
      '',
      coloured,
      true,
    ]);
  });

  it('may end before it is read to its end', async () => {
    const { child, ended } = launch(['rules', '--json']);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it.skipIf(process.platform !== 'linux')(
    'on a full disk is told, and ends a server in good order',
    async () => {
      const { code, err } = await launch(['serve', '--port', '0', '--json'], { out: '/dev/full' }).ended;
      const line = /^error Standard output cannot be written: the disk is full\. \[OUTPUT_NOT_WRITABLE\]$/m;
      expect([code, err]).toEqual([2, expect.stringMatching(line)]);
    },
  );

  it('of an error that nobody caught has no secret in it, and nothing that acts on a terminal', async () => {
    const thrown = "throw new Error('\\u001b[31mwrong key: ' + process.env.ROADTEST_API_KEY)";
    const preload = `data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${thrown} })`)}`;
    const env = { ROADTEST_API_KEY: 'demo-key-7Fq2', NODE_OPTIONS: `--import ${preload}` };
    const served = launch(['serve', '--port', '0', '--json'], { env });
    await served.firstLine();
    served.child.kill('SIGUSR2');
    const { code, err } = await served.ended;
    expect([code, err]).toEqual([5, expect.stringContaining('roadtest itself failed [INTERNAL]')]);
    expect(err).toContain('wrong key: ');
    expect(err).not.toContain('demo-key-7Fq2');
    expect(err).not.toContain('\u001b');
  });
});

describe('a server', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends well by %s', async (signal) => {
    const service = await serviceOf(launch(['serve', '--port', '0', '--json', '--frozen'], here()));
    service.process.child.kill(signal);
    expect(await service.process.ended).toMatchObject({ code: 0, err: '' });
  });

  it('ends at once on a second signal, even while a caller hangs on', async () => {
    const service = await serviceOf(launch(['serve', '--port', '0', '--json']));
    const slow = { operation: 'issueToken', latency: 60_000 };
    expect((await service.control('PUT', '/faults', { rules: [slow] })).status).toBe(200);
    const asked = fetch(`${service.baseUrl}/api/Auth/Token`, { method: 'POST', body: '{}' });
    const hanging = asked.catch(() => 'cut');
    await expect.poll(async () => (await service.control<object>('GET', '/requests')).status).toBe(200);
    service.process.child.kill('SIGINT');
    await new Promise((after) => setTimeout(after, 400)); // sooner it counts as the same one
    service.process.child.kill('SIGINT');
    expect((await service.process.ended).code).toBe(130);
    expect(await hanging).toBe('cut');
  });

  it('of the demo ends at once, also while it is just beginning', async () => {
    const shown = launch(['demo', '--port', '0']);
    await shown.firstLine();
    expect(await shown.stop()).toMatchObject({ code: 0, err: '' });
  });
});

describe('a command that is run beside it', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is handed %s, and the exit code is that of a shell',
    async (signal) => {
      const sleeper = launch(['exec', '--frozen', '--', 'sh', '-c', 'echo up; exec sleep 60']);
      await sleeper.firstLine();
      sleeper.child.kill(signal);
      expect((await sleeper.ended).code).toBe(128 + constants.signals[signal]);
    },
  );

  it('of prove is ended in time, with all that it started, though it is deaf to signals', async () => {
    const deaf = "trap '' INT TERM; echo $$ >> pids; while :; do sleep 0.2; done";
    const tests = `if [ "$ROADTEST_PROVE" = fault/no-answer ]; then sh -c "$0" & ${deaf}; fi; curl -s "$ROADTEST_BASE_URL/api/devices"`;
    const words = ['prove', '--only', 'fault/no-answer', '--', 'sh', '-c', tests, deaf];
    const proving = launch(words, here({ PATH: process.env.PATH ?? '' }));
    const pids = () =>
      existsSync(join(folder, 'pids')) ? readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n') : [];
    await expect.poll(() => pids().length).toBe(2);
    proving.child.kill('SIGINT');
    expect((await proving.ended).code).toBe(3);
    await expect.poll(() => pids().filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });
});

describe('a run that is under way', () => {
  const journalsOf = ({ url }: Deployment): string[] => {
    const place = join(folder, 'roadtest/journals');
    const own = (name: string) => name.includes(new URL(url).port) && name.endsWith('.jsonl');
    return readdirSync(place)
      .filter(own)
      .map((name) => join(place, name));
  };
  const only = '--only groups/created-is-listed';

  it('keeps a second one off its deployment, but no other; interrupted twice it ends at once, and sweep puts back', async () => {
    const { deployment, reached, go } = await held({ until: created, alone: true });
    const before = records(deployment);
    const names = { url: deployment.url, other: (await deployed()).url };
    const run = launch(['verify', deployment.url, ...only.split(' ')], here());
    await reached;
    const second = await line('verify {url}/', { names });
    expect(second).toMatchObject({ code: 2, out: '', err: expect.stringContaining('[TARGET_LOCKED]') });
    expect(second.err).toContain(`process ${run.child.pid} on ${hostname()}`);
    expect(second.err).toContain(`roadtest verify ${deployment.url}`);
    const [journal = ''] = journalsOf(deployment);
    expect((await line('sweep {journal}', { names: { journal } })).err).toContain('[TARGET_LOCKED]');
    expect((await line('verify {url} --plan', { names })).code).toBe(0);
    expect((await line('verify {other} --only token/issued', { names })).code).toBe(0);

    run.child.kill('SIGINT');
    await expect.poll(() => run.err).toMatch(/Stopping: removing .*\. Ctrl\+C again ends at once/);
    await new Promise((after) => setTimeout(after, 400)); // nearer to the first it counts as the same one
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    go();
    expect(records(deployment)).not.toEqual(before);
    const swept = await line('sweep {journal}', { names: { journal } });
    expect(swept).toMatchObject({ code: 0, out: expect.stringMatching(/^removed {3}group /) });
    expect(records(deployment)).toEqual(before);
    expect(journalsOf(deployment)).toEqual([]);
  });

  it('and is killed keeps no run off; sweep removes also what was created and never reported', async () => {
    const { deployment, reached, go } = await held({ until: created, alone: true });
    const before = records(deployment);
    const names = { url: deployment.url };
    const run = launch(['verify', deployment.url, ...only.split(' ')], here());
    await reached;
    run.child.kill('SIGKILL'); // the record is made, and the answer is still on its way
    await run.ended;
    go();
    expect(records(deployment)).not.toEqual(before);
    expect((await line('verify {url} --only token/issued', { names })).code).toBe(0);
    const [journal = ''] = journalsOf(deployment);
    const swept = await line('sweep {journal} --json', { names: { journal } });
    expect([swept.code, JSON.parse(swept.out).removed.length > 0]).toEqual([0, true]);
    expect(records(deployment)).toEqual(before);
    expect(journalsOf(deployment)).toEqual([]);
  });

  it('takes its profile from a pipe, and ends by itself though the deployment drips', async () => {
    const url = await answering(drip);
    put({ 'ours.yaml': 'roadtest: 1\nname: ours\nopenings: {}\n' });
    const words = ['verify', url, '--patience', '1', '--profile', '/dev/stdin'];
    const { code, err } = await launch(words, { ...here(demo), from: `cat '${folder}/ours.yaml'` }).ended;
    expect([code, err]).toEqual([2, expect.stringContaining('[UNREACHABLE]')]);
  });
});

describe('a private certificate authority', () => {
  /** The same deployment by https, with a certificate of an authority that is unknown. */
  async function secured(): Promise<string> {
    const { url } = await deployed();
    const keys = { key: readFileSync(tls('server-key.pem')), cert: readFileSync(tls('server.pem')) };
    const server = createSecureServer(keys, (request, response) => handOn(request, response, new URL(url)));
    return (await listening(server)).replace('http:', 'https:').replace('127.0.0.1', 'localhost');
  }

  it('is known by NODE_EXTRA_CA_CERTS, also behind a proxy', async () => {
    const url = await secured();
    const proxy = await proxyTo(url);
    const env = { NODE_EXTRA_CA_CERTS: tls('ca.pem'), HTTPS_PROXY: proxy.url };
    expect(await roadtest(['verify', url, '--only', 'token/issued'], here(env))).toMatchObject({ code: 0 });
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.filter((line) => !line.startsWith('CONNECT localhost:'))).toEqual([]);
  });

  it('that is not known is reported, and where to name it', async () => {
    const { code, err } = await roadtest(['verify', await secured(), '--only', 'token/issued'], here(demo));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/UNABLE_TO_VERIFY[\s\S]*UNREACHABLE[\s\S]*NODE_EXTRA_CA_CERTS/),
    ]);
  });
});
