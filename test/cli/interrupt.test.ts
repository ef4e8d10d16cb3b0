/** Ctrl+C in a run behind a proxy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/run.ts';
import { proxyTo } from '../command/proxy.ts';
import { launchHere } from '../command/roadtest.ts';
import { created, records, slow } from '../command/slow.ts';
import { folder } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const inTurn = turns(1);

const surroundings = (env: { [name: string]: string } = {}) => ({
  env: { XDG_STATE_HOME: folder, ...env },
  cwd: folder,
});
const runIn = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Run;

describe('Ctrl+C', () => {
  it.runIf(inTurn())('ends a run behind a proxy: it cleans up through the proxy', async () => {
    const { deployment, reached } = await slow({ hostNames: ['fleet.example.test'], until: created });
    const before = records(deployment);
    const proxy = await proxyTo(deployment.url);
    const words = ['--reporter', 'json', '--output', 'proxied', '--max-rps', '200'];
    const run = launchHere(
      ['verify', 'http://fleet.example.test', ...words],
      surroundings({ HTTP_PROXY: proxy.url, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' }),
    );
    await reached;
    expect(await run.stop()).toMatchObject({ code: 3, err: expect.stringContaining('Stopping') });
    expect(runIn('proxied/run.json')).toMatchObject({ interrupted: true, leftBehind: [] });
    expect(records(deployment)).toEqual(before);
    expect(proxy.seen.some((line) => /^(DELETE|CONNECT) /.test(line))).toBe(true);
  });
});
