/** `roadtest verify --schedule`: a line for each run, and the code of the last one at the end. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { turns } from '../sample.ts';
import { launch } from './roadtest.ts';
import { cli, deployed, folder, nowhere } from './verifying.ts';

const inTurn = turns(4);

const everySecond = ['--only', 'token/', '--schedule', '* * * * * *'];
/** How many ids the rules of tokens have: all are judged on a simulator. */
const judged = rules.flatMap(expand).filter(({ id }) => id.startsWith('token/')).length;

describe.skipIf(process.platform === 'win32')('credentials that a pipe says', () => {
  const words = (url: string) => [
    'verify',
    url,
    '--only',
    'token/issued',
    '--schedule',
    '* * * * * *',
    '--runs',
    '2',
  ];
  const launched = (url: string, command: string) =>
    launch([...words(url), '--credentials', '/dev/stdin', '--json'], {
      cwd: folder,
      env: { XDG_STATE_HOME: folder },
      from: command,
    });

  it('are read once, and serve every run of the built command', async () => {
    const { url } = await deployed();
    const { code, out } = await launched(url, 'printf "userName=demo\\napiKey=demo-key\\n"').ended;
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines]).toEqual([
      0,
      [expect.objectContaining({ exitCode: 0 }), expect.objectContaining({ exitCode: 0 })],
    ]);
    const wrong = await launched(url, 'printf "userName=demo\\napiKey=other\\n"').ended;
    expect(wrong.code).not.toBe(0);
  });

  it('are refused before the first run where they are incomplete', async () => {
    const { url } = await deployed();
    const { code, out, err } = await launched(url, 'echo userName=demo').ended;
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('[CREDENTIALS_INCOMPLETE]')]);
  });
});

describe.concurrent('roadtest verify --schedule', () => {
  it.runIf(inTurn())(
    'runs at its times, reports a line for each, and ends after --runs with the code of the last',
    async () => {
      const { url } = await deployed();
      const words = ['verify', url, ...everySecond, '--time-zone', 'Europe/Berlin', '--runs', '2'];
      const { code, out, err } = await cli([...words, '--reporter', 'json', '--output', 'watched']);
      expect(code).toBe(0);
      const lines = out.trimEnd().split('\n');
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}exit 0 {2}/);
      for (const line of lines) expect(line).toContain(` ${judged} pass `);
      expect(err).toMatch(/^Next run: \d{4}-/);
      expect(JSON.parse(readFileSync(join(folder, 'watched/run.json'), 'utf8'))).toMatchObject({
        exitCode: 0,
      });
    },
  );

  it.runIf(inTurn())('reports what broke, and goes on when the deployment was away', async () => {
    const { url } = await deployed({ deviate: 'token/is-jwt' });
    const broken = await cli(['verify', url, ...everySecond, '--runs', '1']);
    expect(broken).toMatchObject({ code: 1, out: expect.stringMatching(/exit 1 .*: token\/is-jwt$/m) });
    const away = await cli(['verify', await nowhere(), ...everySecond, '--runs', '2']);
    expect(away.code).toBe(2);
    expect(away.out.match(/exit 2 .*\[UNREACHABLE\]/g)).toHaveLength(2);
  });

  it.runIf(inTurn())('gives programs a JSON value a line', async () => {
    const { url } = await deployed();
    const { out } = await cli(['verify', url, ...everySecond, '--runs', '1', '--json']);
    expect(JSON.parse(out)).toMatchObject({ target: url, exitCode: 0, counts: { pass: judged, fail: 0 } });
  });

  it.runIf(inTurn())(
    'ends when it is asked to: with the code of the last run, and never with 0 when there was none',
    async () => {
      const { url } = await deployed();
      const stop = new AbortController();
      const none = cli(['verify', url, '--schedule', '0 0 1 1 *'], { stop: stop.signal });
      setTimeout(() => stop.abort(), 100);
      expect(await none).toMatchObject({ code: 3, out: '' });

      const later = new AbortController();
      const { url: broken } = await deployed({ deviate: 'token/is-jwt' });
      const ended = await cli(['verify', broken, '--only', 'token/is-jwt', '--schedule', '* * * * * *'], {
        stop: later.signal,
        // When the line of the first run is written.
        out: () => later.abort(),
      });
      expect(ended.code).toBe(1);
    },
  );

  it.runIf(inTurn())('never begins a run while another goes on', async () => {
    let runs = 0;
    const { url } = await deployed({
      onReply: async (reply, { target }) => {
        // Each run goes on beyond the next second.
        if (target !== '/_control/profile') return reply;
        runs++;
        await new Promise((after) => setTimeout(after, 1_500));
        return reply;
      },
    });
    const begun = performance.now();
    const { code, err } = await cli([
      'verify',
      url,
      '--schedule',
      '* * * * * *',
      '--only',
      'token/',
      '--runs',
      '2',
    ]);
    expect(code).toBe(0);
    expect(runs).toBe(2);
    expect(err).toContain('A run was skipped');
    expect(performance.now() - begun).toBeGreaterThan(2000);
  });
});
