/** Files that one command writes and another reads, in two dialects in which ids, lists, answers and refusals are others; the default one is in the file of each command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from './dialects.ts';
import { begun, line, put } from './line.ts';
import { type Service, serviceOf } from './roadtest.ts';
import { demo, folder } from './verifying.ts';

const few = '--only token/issued,groups/created-is-listed,limits/stops-at-limit/sms --seed 7';

describe.each(Object.keys(dialects).filter((name) => name !== 'default'))('in the dialect %s', (name) => {
  const speaking = `--profile ${name}.json`;
  const services: Service[] = [];
  const served = async (words: string) => {
    const service = await serviceOf(begun(`serve --port 0 --json ${words}`));
    services.push(service);
    return service;
  };
  const roadtest = (text: string, { baseUrl } = service) =>
    line(text, { names: { url: baseUrl, name }, env: demo });
  let service: Service;
  beforeAll(async () => {
    put({ [`${name}.json`]: dialects[name] });
    service = await served(`--frozen ${speaking}`);
  });
  afterAll(() => Promise.all(services.map((one) => one.stop())));

  /** The facts of a world that a beginning decides. */
  const stateOf = ({ control }: Service) =>
    Promise.all(
      ['devices', 'groups', 'users'].map(async (list) => (await control<object>('GET', `/${list}`)).body),
    );

  it('a recording of verify is judged, with the same report', async () => {
    const asRun = await roadtest(`verify {url} ${few} ${speaking} --record {name}.run.json --reporter json`);
    const again = await roadtest('judge {name}.run.json --reporter json');
    expect([again.code, again.err, again.out]).toEqual([asRun.code, '', asRun.out]);
    expect(asRun.code, asRun.err).toBe(0);
  });

  it('failures that are written as a baseline are accepted by it', async () => {
    const broken = await served(`--frozen ${speaking} --deviate token/unknown-user`);
    const judged = `verify {url} ${speaking} --only token/unknown-user --seed 7`;
    expect((await roadtest(`${judged} --write-baseline {name}.known.yaml`, broken)).code).toBe(1);
    expect((await roadtest(`${judged} --baseline {name}.known.yaml`, broken)).code).toBe(0);
  });

  it('a profile that was learned is what the deployment is verified and served by', async () => {
    const learned = await roadtest('learn {url} --write -o {name}.learned.yaml');
    expect([learned.code, learned.err]).toEqual([0, expect.not.stringContaining('Left behind')]);
    const run = await roadtest(`verify {url} ${few} --profile {name}.learned.yaml`);
    expect([run.code, run.err]).toEqual([0, expect.not.stringMatching(/PROFILE/)]);
    const again = await served(`--frozen --profile ${name}.learned.yaml`);
    expect((await again.control('GET', '/devices')).status).toBe(200);
  });

  it('a description that was exported is learned from, and served by', async () => {
    const exported = await roadtest(`export openapi ${speaking}`);
    put({ [`${name}.openapi.json`]: exported.out });
    const learned = await roadtest('learn --openapi {name}.openapi.json -o {name}.described.yaml');
    expect([exported.code, exported.err, learned.code]).toEqual([0, '', 0]);
    const again = await served(`--frozen --profile ${name}.described.yaml`);
    const run = await roadtest('verify {url} --only token/issued,groups/created-is-listed --seed 7', again);
    expect(run.code, run.out).toBe(0);
  });

  it('a world that is given out as a snapshot or a fixture begins another', async () => {
    const first = await served(`--frozen ${speaking}`);
    const fixture = await first.control<object>('GET', '/fixture');
    const beginning = await stateOf(first);
    await first.control('POST', '/devices', { name: 'one more' });
    const before = await stateOf(first);
    const snapshot = await first.control<object>('GET', '/snapshot');
    await first.control('POST', '/devices', { name: 'and another' });
    expect((await first.control('PUT', '/snapshot', snapshot.body)).status).toBe(200);
    expect(await stateOf(first)).toEqual(before);
    await first.stop();
    put({ [`${name}.fixture.json`]: fixture.body, [`${name}.world.json`]: snapshot.body });
    expect(await stateOf(await served(`--import ${name}.world.json ${speaking}`))).toEqual(before);
    expect(await stateOf(await served(`--frozen ${speaking} --fixture ${name}.fixture.json`))).toEqual(
      beginning,
    );
  });

  it('a history that explore saved is replayed, with the same failure', async () => {
    const faulty = await served(`--frozen ${speaking} --deviate groups/replaced`);
    const bounds = '--seed 1 --only groups/ --requests 300 --shrink-time 0.3s --save {name}.history.json';
    const explored = await roadtest(`explore {url} ${speaking} ${bounds} --reporter json`, faulty);
    const [failure] = JSON.parse(explored.out).explored.failures;
    expect([explored.code, failure?.broken[0]], explored.err + explored.out.slice(0, 3_000)).toEqual([
      1,
      ['groups/replaced'],
    ]);
    const replayed = await roadtest(
      `explore {url} ${speaking} --replay {name}.history.json --reporter json`,
      faulty,
    );
    expect([replayed.code, JSON.parse(replayed.out).explored.failures[0].broken[0]]).toEqual([
      1,
      ['groups/replaced'],
    ]);
  });

  it('a load that was exported from a story names its devices and moments in this dialect', async () => {
    const story =
      'title: T\nclock: { start: 2026-03-02 08:00, for: 5m, seed: 4 }\nfleet: { van: { start: depot, report: { parked: 1m } } }\ntimeline:\n  - { at: 08:02, do: { createGroup: Late, devices: van } }\n';
    put({ 'vans.yaml': story });
    const { code } = await roadtest(`export load vans.yaml -o {name}-load ${speaking}`);
    expect(code).toBe(0);
    const { requests, tokenPath } = JSON.parse(
      readFileSync(join(folder, `${name}-load`, 'requests.json'), 'utf8'),
    );
    const base = dialects[name]?.basePath ?? '';
    expect(tokenPath).toBe(`${base}/api/Auth/Token`);
    const made = requests.filter(
      ({ method, path }: { method: string; path: string }) =>
        `${method} ${path}` === `POST ${base}/api/groups`,
    );
    expect(made.length).toBeGreaterThan(0);
    expect(requests.length).toBeGreaterThan(3);
  });
});
