/** A story on deployments of other dialects, and on one of another make: what cannot be done there is reported. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { envelopedProfile } from '../../../contracts/profile/examples/enveloped.generated.ts';
import { compileLens, parseProfile } from '../../../contracts/profile/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { start as startDepot } from '../../foreign/server.ts';
import { turns } from '../../sample.ts';
import { at, end, minute, start, storyOf, user } from '../../scenarios/player/stories.ts';
import { deployed, serving } from '../verifying.ts';
import { officeStory, repeated, ticking } from './playing.ts';

const inTurn = turns(4);

const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

describe('the enveloped dialect', () => {
  it('is used without an option: a simulator serves its profile', async () => {
    const { url, simulator, calls } = await deployed({ devices: 3, profile: envelopedProfile });
    const { report } = await repeated(officeStory(), { target: url });
    expect(report).toMatchObject({ unexpected: 0, profile: 'enveloped', leftBehind: [], ended: 'finished' });
    expect(report.expectations.judged.every(({ met }) => met)).toBe(true);
    const performance = perform(officeStory(), { traffic: ticking });
    await play(performance);
    const there = performance.simulator.fleet;
    for (const device of [1, 2, 3]) {
      const facts = (fleet: typeof there) =>
        fleet.locations.between(device, ...always).map(({ deviceTime, latitude, speed }) => ({
          deviceTime,
          latitude,
          speed: Math.round(speed ?? 0),
        }));
      expect(facts(simulator.fleet)).toEqual(facts(there));
      expect(facts(there)).toHaveLength(30);
    }
    expect(calls.find(({ target }) => target.endsWith('/locations'))?.body).toContain(
      '"protocol":"tracker/2"',
    );
  });

  it.runIf(inTurn())('takes a refusal for one that comes with status 200', async () => {
    const { url, simulator } = await deployed({ devices: 3, profile: envelopedProfile });
    simulator.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    const { report } = await repeated(officeStory(), { target: url });
    expect(report.refusals[0]).toMatchObject({ operation: 'postLocations', status: 200, expected: false });
    expect(report.unexpected).toBeGreaterThan(25);
  });
});

describe('a deployment of another make', () => {
  const file = fileURLToPath(new URL('../../foreign/profile.yaml', import.meta.url));
  const profile = parseProfile(readFileSync(file, 'utf8'), file);
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };

  it.runIf(inTurn())('sees what its API offers, and what its controls do; the rest is reported', async () => {
    const depot = await startDepot();
    try {
      const story = storyOf(
        [
          {
            when: at(1),
            actions: [
              {
                kind: 'create-group',
                facts: { name: 'Night', description: 'late', devices: { first: 1, count: 2 } },
              },
            ],
          },
          {
            when: at(2),
            actions: [
              {
                kind: 'alert',
                devices: { first: 1, count: 1 },
                type: 'tow',
                severity: 'warning',
                text: 'Gone',
                times: 1,
                apart: 0,
              },
            ],
          },
          {
            when: at(3),
            actions: [{ kind: 'patch-group', name: 'Night', change: { description: 'later' } }],
          },
          {
            when: at(4),
            actions: [{ kind: 'set-limits', devices: { first: 2, count: 1 }, change: { dailySms: 2 } }],
          },
          {
            when: at(5),
            actions: [{ kind: 'send', devices: { first: 2, count: 1 }, channel: 'sms', count: 3 }],
          },
          { when: end, expectations: [{ kind: 'group', name: 'Night', exists: true, devices: { is: 2 } }] },
        ],
        {
          clock: { start, end: start + 6 * minute, timeZone: 'UTC', seed: 3 },
          // The depot knows few countries.
          users: [user({ country: 'CA', timeZone: 'America/St_Johns' })],
        },
      );
      const seen: string[] = [];
      const proxied = await through(depot.url, seen);
      const { report } = await repeated(
        story,
        { target: `${proxied}/tracking`, profile: file },
        { io: { env } },
      );
      expect(report.refusals).toEqual([]);
      expect(report).toMatchObject({ unexpected: 0, ended: 'finished', leftBehind: [] });
      expect(report.notDone).toEqual([
        { what: 'locations', because: expect.stringContaining('asks for a range'), count: 18 },
      ]);
      expect(report.expectations.judged).toMatchObject([{ met: true }]);
      const lens = compileLens(profile.openings, { ids: 'opaque' });
      const alert = lens.posting('alerts').write([{ type: 'tow', severity: 'warning', text: 'Gone' }]);
      expect(seen).toContain(`POST /tracking/api/devices/V0001/alerts ${JSON.stringify(alert)}`);
      expect(seen.some((line) => /^POST \/backstage\/units\/V0002\/messages .*"count":3/.test(line))).toBe(
        true,
      );
      // With the group of the turn.
      expect(seen.filter((line) => line.startsWith('DELETE'))).toHaveLength(4);
    } finally {
      await depot.close();
    }
  });

  it('is not played on without a word on how it writes', async () => {
    const depot = await startDepot();
    try {
      const playing = repeated(officeStory(), { target: `${depot.url}/tracking` }, { io: { env } });
      await expect(playing).rejects.toMatchObject({ code: 'PROFILE_MISSING' });
    } finally {
      await depot.close();
    }
  });
});

/** The same deployment through a server that notes what goes by. */
function through(target: string, seen: string[]): Promise<string> {
  return serving(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.method} ${request.url} ${body}`);
    const {
      host: _,
      connection: __,
      'content-length': ___,
      ...headers
    } = request.headers as { [name: string]: string };
    const reply = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(body !== '' && { body }),
    });
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      date: reply.headers.get('date') ?? '',
    });
    response.end(await reply.text());
  });
}
