/** Secrets are the user's, and stopping is too: neither a key nor a token is reported, and Ctrl+C ends in good order. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { minute, start } from '../../scenarios/player/stories.ts';
import { deployed, folder } from '../verifying.ts';
import { officeStory, repeated } from './playing.ts';

const apiKey = 'k3y/with "quotes" & ümlaut+plus';
const controlToken = 'control-token-that-nobody-may-see';
const env = { ROADTEST_USER_NAME: 'fleet', ROADTEST_API_KEY: apiKey, ROADTEST_CONTROL_TOKEN: controlToken };
const jwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

describe('a deployment that repeats every secret in its refusals', () => {
  let reported = '';
  beforeAll(async () => {
    const { url } = await deployed({
      devices: 3,
      userName: 'fleet',
      apiKey,
      controlToken,
      onReply: (reply, call) => {
        if (!call.target.includes('/api/devices/')) return reply;
        const detail = `wrong: ${call.headers.authorization} ${apiKey} ${controlToken}`;
        return { ...reply, status: 400, body: JSON.stringify({ detail }) };
      },
    });
    for (const watched of [true, false]) {
      const { report, summary, err } = await repeated(
        officeStory(),
        { target: url },
        { io: { env, watched } },
      );
      expect(report.unexpected).toBeGreaterThan(80);
      reported += JSON.stringify(report) + summary + err;
    }
    for (const file of filesIn(folder)) reported += readFileSync(file, 'utf8');
  });

  it('has them printed nowhere', () => {
    expect(reported).toContain('wrong: ');
    for (const secret of [
      apiKey,
      JSON.stringify(apiKey).slice(1, -1),
      encodeURIComponent(apiKey),
      controlToken,
    ]) {
      expect(reported.includes(secret), secret).toBe(false);
    }
    expect(jwt.exec(reported)?.[0]).toBeUndefined();
  });

  it('gets one line for many refusals that are alike', () => {
    expect(reported.match(/\d+ × postLocations: status 400/g)?.length).toBe(2);
  });
});

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

describe('Ctrl+C', () => {
  it('ends between two deeds: what was made is removed, limits are put back, and the report says so', async () => {
    const stopping = new AbortController();
    let reports = 0;
    const { url, simulator } = await deployed({
      devices: 3,
      groups: 0,
      users: 1,
      onCall: ({ target }) => {
        if (target.endsWith('/locations') && ++reports === 70) stopping.abort();
      },
    });
    const { report, err } = await repeated(officeStory(), { target: url }, { io: { stop: stopping.signal } });
    expect(report).toMatchObject({ ended: 'interrupted', unexpected: 0, leftBehind: [] });
    expect(report.until).toBe(new Date(start + 24 * minute).toISOString());
    expect(err).toContain('Stopping');
    expect(simulator.fleet.groups.list()).toEqual([]);
    expect(simulator.fleet.users.list()).toHaveLength(1);
    expect(simulator.fleet.limits.get(3).dailyEmail).toBeNull();
    expect(reports).toBeLessThan(75);
  });
});
