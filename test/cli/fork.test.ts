/** Runs on a server of Roadtest judge a fork of the world: what is there stays as it was. Needs a build. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve as onSocket } from '../../simulator/hosts/node.ts';
import type { Call } from '../../simulator/http/call.ts';
import { createWorlds, type WorldsOptions } from '../../simulator/index.ts';
import { launch, launchHere, type Service, serve } from '../command/roadtest.ts';
import { endWithFile } from '../command/started.ts';
import { cli, folder } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const surroundings = { env: { XDG_STATE_HOME: folder }, cwd: folder };
/** These rules move clock, licences, limits and API access, and make devices, groups and users. */
const touching = [
  '--only',
  'limits/next-day,licences/expiry-releases-one,expiry/reached,token/api-disabled,users/created',
];

const served = (...words: string[]): Promise<Service> => serve(['--frozen', ...words], surroundings);

/** All that a run could change, byte for byte; and the worlds that there are. */
async function stateOf({ controlUrl }: Pick<Service, 'controlUrl'>, world = '') {
  const at = world === '' ? controlUrl : controlUrl.replace('/_control', `${world}/_control`);
  const texts = ['/fixture?apiKey=include', '/clock', '/account', '/outbox'].map(async (path) =>
    (await fetch(at + path)).text(),
  );
  const { worlds } = await (await fetch(`${controlUrl}/worlds`)).json();
  return [...(await Promise.all(texts)), worlds.length];
}

describe('on roadtest serve', () => {
  let service: Service;
  beforeAll(async () => {
    service = await served();
  });
  afterAll(() => service.stop());

  it.runIf(inTurn())(
    'verify leaves clock, devices, licences, limits, groups and users as before',
    async () => {
      const before = await stateOf(service);
      const { code, out, err } = await launch(
        ['verify', service.baseUrl, '--seed', '1', ...touching],
        surroundings,
      ).ended;
      expect([code, err]).toEqual([0, expect.stringContaining('A fork of the world is judged')]);
      expect(out).toContain(service.baseUrl);
      expect(out).not.toContain('inconclusive');
      expect(await stateOf(service)).toEqual(before);
    },
  );

  it.runIf(inTurn())('explore does, too', async () => {
    const before = await stateOf(service);
    const words = ['explore', service.baseUrl, '--seed', '2', '--requests', '150'];
    const { code, err } = await launchHere(words, surroundings).ended;
    expect([code, err]).toEqual([0, expect.stringContaining('A fork of the world is judged')]);
    expect(await stateOf(service)).toEqual(before);
  });

  it.runIf(inTurn())('with --in-place the world itself is judged', async () => {
    await fetch(`${service.controlUrl}/worlds`, { method: 'POST', body: JSON.stringify({ name: 'mine' }) });
    const [, before] = await stateOf(service, '/w/mine');
    const words = ['verify', `${service.baseUrl}/w/mine`, '--in-place', '--only', 'limits/next-day'];
    const { code, err } = await launchHere(words, surroundings).ended;
    expect([code, err]).toEqual([0, expect.not.stringContaining('fork')]);
    expect((await stateOf(service, '/w/mine'))[1]).not.toBe(before);
  });

  it.runIf(inTurn())('a world of a name is judged by a fork of its own', async () => {
    await fetch(`${service.controlUrl}/worlds`, {
      method: 'POST',
      body: JSON.stringify({ name: 'named', devices: 2 }),
    });
    const before = await stateOf(service, '/w/named');
    const words = ['verify', `${service.baseUrl}/w/named`, '--json', ...touching];
    const { code, out } = await launchHere(words, surroundings).ended;
    const { target, exchanges } = JSON.parse(out);
    expect([code, target]).toEqual([0, `${service.baseUrl}/w/named`]);
    // Requests that a person can repeat name the world, and not the fork that is gone.
    const urls: string[] = exchanges.map(({ request }: { request: { url: string } }) => request.url);
    expect(urls.filter((url) => !url.startsWith(`${service.baseUrl}/w/named/`))).toEqual([]);
    expect(await stateOf(service, '/w/named')).toEqual(before);
  });

  it('the fork is gone after an interruption', async () => {
    const before = await stateOf(service);
    const run = launchHere(['verify', service.baseUrl], surroundings);
    await expect.poll(() => run.err).toContain('A fork of the world is judged');
    await expect.poll(async () => (await stateOf(service)).at(-1)).toBe(Number(before.at(-1)) + 1);
    expect((await run.stop()).code).not.toBe(0);
    expect(await stateOf(service)).toEqual(before);
  });
});

it.runIf(inTurn())(
  'the fork speaks the dialect of the server, and breaks the rule that it breaks',
  async () => {
    writeFileSync(
      join(folder, 'paged.yaml'),
      [
        'roadtest: 1\nname: paged\nbasePath: /fleet\nopenings:',
        '  operations.envelope: { lists: { groups: { form: array, at: /items, next: /next } } }\n',
      ].join('\n'),
    );
    const service = await served('--profile', 'paged.yaml', '--deviate', 'licences/expiry-releases-one');
    const before = await stateOf(service);
    const words = [
      'verify',
      service.baseUrl,
      '--only',
      'licences/expiry-releases-one,groups/created',
      '--json',
    ];
    const { code, out } = await launchHere(words, surroundings).ended;
    const { outcomes, profile } = JSON.parse(out);
    const broken = outcomes.filter(({ verdict }: { verdict: string }) => verdict !== 'pass');
    expect([code, profile, broken.length, broken[0].id]).toEqual([
      1,
      'paged',
      1,
      'licences/expiry-releases-one',
    ]);
    expect(await stateOf(service)).toEqual(before);
    await service.stop();
  },
);

describe('where no fork can be made', () => {
  async function worldsWith(options: WorldsOptions, seen: (call: Call) => Call = (call) => call) {
    const worlds = createWorlds({ devices: 2, ...options });
    const server = await onSocket({ ...worlds, handle: (call) => worlds.handle(seen(call)) });
    endWithFile(async () => {
      await server.close();
      worlds.stop();
    });
    return { worlds, url: server.url };
  }

  it.each<[why: string, WorldsOptions, seen?: (call: Call) => Call]>([
    ['There are 0 worlds already, the most that this server holds', { bounds: { mostWorlds: 0 } }],
    [
      'the server does not take the header that names a world',
      {},
      ({ headers: { 'x-roadtest-world': _, ...headers }, ...call }) => ({ ...call, headers }),
    ],
    ['its control API requires the control token', { controlToken: 'secret-of-the-server' }],
  ])('it is said, and the world itself is judged: %s', async (why, options, seen) => {
    const { worlds, url } = await worldsWith(options, seen);
    const { out, err } = await cli(['verify', url, '--only', 'groups/created-can-be-read', '--json']);
    const said = `The world itself is judged, since no fork of it can be made: ${why}.`;
    expect(err).toContain(said);
    expect(JSON.parse(out)).toMatchObject({ warnings: [said] });
    expect(worlds.names()).toEqual([]);
  });

  it.runIf(inTurn())('a control token opens the way to a fork', async () => {
    const { worlds, url } = await worldsWith({ controlToken: 'secret-of-the-server' });
    const before = worlds.simulator.snapshot();
    const env = { ROADTEST_CONTROL_TOKEN: 'secret-of-the-server' };
    const { code, err } = await cli(['verify', url, ...touching], { env });
    expect([code, err]).toEqual([0, expect.stringContaining('A fork of the world is judged')]);
    expect(worlds.simulator.snapshot()).toEqual(before);
    expect(worlds.names()).toEqual([]);
  });
});
