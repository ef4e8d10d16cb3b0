/**
 * Files that one command writes and another reads: in the default dialect and in two drawn ones, in which ids, lists, answers and
 * refusals are others.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { launchHere, type Service, serve } from '../command/roadtest.ts';
import { allDraws } from '../permutants/array.ts';
import { compose } from '../permutants/compose.ts';
import { SEED } from '../sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-pairs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key', XDG_STATE_HOME: folder };
const here = { cwd: folder, env };
const roadtest = (...words: string[]) => launchHere(words, here).ended;

/** Draws that a profile alone performs. */
const draws = allDraws().filter((draw) => {
  const { gate, options } = compose(draw);
  return gate === undefined && Object.keys(options).length === 0;
});
const places = new Set([SEED % draws.length, (SEED * 7 + 3) % draws.length]);
const drawn = [...places].flatMap((at) => draws[at] ?? []);
const dialects = ['default', ...drawn.map(({ label }) => label)];

/** The words that name a dialect to a command. */
function dialect(label: string): string[] {
  const draw = drawn.find((one) => one.label === label);
  if (!draw) return [];
  const file = `${label.replace(/\W/g, '')}.yaml`;
  writeFileSync(join(folder, file), stringify(compose(draw).profile));
  return ['--profile', file];
}

interface Pair {
  readonly what: string;
  run(service: Service, words: readonly string[], mark: string): Promise<void>;
}

const few = ['--only', 'token/,groups/created,limits/stops-at-limit', '--seed', '7'];

/** The state of a world that a beginning has. */
async function stateOf(service: Service): Promise<object> {
  const [devices, groups, users] = await Promise.all(
    ['devices', 'groups', 'users'].map((name) => service.control<{ id: unknown }[]>('GET', `/${name}`)),
  );
  return { devices, groups, users };
}

const pairs: readonly Pair[] = [
  {
    what: 'a recording of verify is judged, with the same outcomes',
    async run({ baseUrl }, words, mark) {
      const asRun = await roadtest('verify', baseUrl, ...few, ...words, '--record', `${mark}.json`, '--json');
      const again = await roadtest('judge', `${mark}.json`, '--json');
      expect([again.code, again.err]).toEqual([asRun.code, '']);
      expect(again.out).toBe(asRun.out);
    },
  },
  {
    what: 'failures that are written as a baseline are accepted by it',
    async run(_, words, mark) {
      const broken = await serve(['--frozen', ...words, '--deviate', 'token/unknown-user'], here);
      const judged = ['verify', broken.baseUrl, ...words, '--only', 'token/unknown-user', '--seed', '7'];
      const first = await roadtest(...judged, '--write-baseline', `${mark}.baseline.yaml`);
      const again = await roadtest(...judged, '--baseline', `${mark}.baseline.yaml`);
      await broken.stop();
      expect(first.code).toBe(1);
      // A failure comes first: another code says that none is left, and that the profile may not hold.
      expect([0, 3, 4]).toContain(again.code);
    },
  },
  {
    what: 'a learned profile is what the deployment is verified by',
    async run({ baseUrl }, _, mark) {
      const learned = await roadtest('learn', baseUrl, '-o', `${mark}.learned.yaml`);
      expect(learned.code).toBe(0);
      const run = await roadtest('verify', baseUrl, ...few, '--profile', `${mark}.learned.yaml`);
      expect(run.err).not.toMatch(/PROFILE/);
      expect([0, 3]).toContain(run.code);
    },
  },
  {
    what: 'an exported description is learned from',
    async run(_, words, mark) {
      const exported = await roadtest('export', 'openapi', ...words);
      expect(exported.code).toBe(0);
      writeFileSync(join(folder, `${mark}.openapi.json`), exported.out);
      const learned = await roadtest(
        'learn',
        '--openapi',
        `${mark}.openapi.json`,
        '-o',
        `${mark}.described.yaml`,
      );
      expect(learned.code).toBe(0);
      const served = await serve(['--frozen', '--profile', `${mark}.described.yaml`], here);
      await served.stop();
    },
  },
  {
    what: 'a snapshot is restored, and a fixture that was read begins a world',
    async run(service) {
      const before = await stateOf(service);
      const snapshot = await service.control<object>('GET', '/snapshot');
      const fixture = await service.control<object>('GET', '/fixture');
      await service.control('POST', '/devices', { name: 'one more' });
      expect((await service.control('PUT', '/snapshot', snapshot.body)).status).toBe(200);
      expect(await stateOf(service)).toEqual(before);
      expect((await service.control('PUT', '/fixture', fixture.body)).status).toBe(200);
      expect(Object.keys(await stateOf(service))).toEqual(Object.keys(before));
    },
  },
];

describe.each(dialects)('in the dialect %s', (label) => {
  it.each(pairs.map(({ what, run }) => [what, run] as const))('%s', async (_, run) => {
    const words = dialect(label);
    const service = await serve(['--frozen', ...words], here);
    await run(service, words, label.replace(/\W/g, ''));
    await service.stop();
  });

  it('what a server exports on its exit is imported', async () => {
    const file = `${label.replace(/\W/g, '')}.world.json`;
    const words = dialect(label);
    const first = await serve(['--frozen', ...words, '--export-on-exit', file, '--with-api-key'], here);
    await first.control('POST', '/devices', { name: 'one more' });
    const before = await stateOf(first);
    await first.stop();
    const second = await serve(['--import', file, ...words], here);
    expect(await stateOf(second)).toEqual(before);
    await second.stop();
  });

  it('a fixture that a server gives out is one that a server begins with', async () => {
    const words = dialect(label);
    const first = await serve(['--frozen', ...words], here);
    const { body } = await first.control<object>('GET', '/fixture');
    const file = `${label.replace(/\W/g, '')}.fixture.json`;
    writeFileSync(join(folder, file), JSON.stringify(body));
    const second = await serve(['--frozen', ...words, '--fixture', file], here);
    expect(await stateOf(second)).toEqual(await stateOf(first));
    await Promise.all([first.stop(), second.stop()]);
  });

  it('a saved history of explore is replayed, with the same failure', async () => {
    const words = dialect(label);
    const faulty = ['--frozen', ...words, '--deviate', 'groups/replaced'];
    const service = await serve(faulty, here);
    const file = `${label.replace(/\W/g, '')}.history.json`;
    const bounds = ['--seed', '1', '--only', 'groups/', '--requests', '400', '--shrink-time', '2s'];
    const explored = await roadtest(
      'explore',
      service.baseUrl,
      ...words,
      ...bounds,
      '--save',
      file,
      '--json',
    );
    const { failures } = JSON.parse(explored.out) as { failures: { broken: string[][] }[] };
    if (failures.length > 0) {
      const replayed = await roadtest('explore', service.baseUrl, ...words, '--replay', file, '--json');
      expect(replayed.code).toBe(1);
    } else expect(label).not.toBe('default');
    await service.stop();
  });
});
