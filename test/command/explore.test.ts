/** `roadtest explore`: faults that show only after certain calls are found, told step by step, kept and found again; nothing is found where nothing is wrong. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { line, put } from './line.ts';
import type { Ended } from './roadtest.ts';
import { type Deployment, deployed, folder } from './verifying.ts';

const DAY = 86_400_000;
const dayOf = ({ simulator }: Deployment) => simulator.clock.now() / DAY;
const told = ({ out }: Ended) => JSON.parse(out);

describe('a deployment whose third write of a group is wrong', () => {
  let deployment: Deployment;
  let found: Ended;
  let names: { url: string };
  beforeAll(async () => {
    deployment = await deployed({ deviate: 'groups/replaced', devices: 3 });
    names = { url: deployment.url };
    found = await line(
      'explore {url} --seed 1 --only groups/ --requests 600 --shrink-time 1s --save f.json',
      { names },
    );
  });

  it('is found out: the rule, each step with what came, the line that plays it again, exit code 1', () => {
    expect(found.code).toBe(1);
    expect(found.out).toContain('groups/replaced');
    expect(found.out).toMatch(/1\. create group \d → /);
    expect(found.err).toMatch(new RegExp(`roadtest explore ${deployment.url} .*--replay f\\.json`));
    expect(
      deployment.simulator.fleet.groups.list().filter(({ name }) => name.startsWith('roadtest')),
    ).toEqual([]);
  });

  it('has its failure in a file, which names it by what it breaks, and is played again', async () => {
    expect(JSON.parse(readFileSync(join(folder, 'f.json'), 'utf8')).broken[0]).toEqual(['groups/replaced']);
    const again = await line('explore {url} --replay f.json --reporter json', { names });
    expect([again.code, told(again).explored.failures[0].broken[0]]).toEqual([1, ['groups/replaced']]);
    const reports = await line('explore {url} --replay f.json --reporter junit,html --output out', { names });
    expect([reports.code, readdirSync(join(folder, 'out')).sort()]).toEqual([
      1,
      ['junit.xml', 'report.html'],
    ]);
    expect(readFileSync(join(folder, 'out/junit.xml'), 'utf8')).toContain('groups/replaced');
  });

  it('is gone past with a baseline of what is known', async () => {
    const only = 'explore {url} --seed 1 --only groups/ --requests 120 --shrink-time 0.2s';
    expect((await line(`${only} --write-baseline known.yaml`, { names })).code).toBe(1);
    const past = await line(`${only} --baseline known.yaml --reporter json`, { names });
    expect([past.code, told(past).explored.failures.filter((one: { past?: string }) => !one.past)]).toEqual([
      0,
      [],
    ]);
    const mended = { names: { url: (await deployed({ devices: 3 })).url } };
    expect((await line('explore {url} --replay f.json', mended)).code).toBe(0);
  });
});

it('finds what serve --deviate history/fourth-patch hides from single histories', async () => {
  const { url } = await deployed({ deviate: 'history/fourth-patch', devices: 3 });
  const { code, out } = await line(
    'explore {url} --seed 1 --only groups/ --requests 900 --shrink-time 0.3s --reporter json',
    { names: { url } },
  );
  expect([code, JSON.parse(out).explored.failures.length > 0]).toEqual([1, true]);
});

it('moves time by at most --max-advance in all, by saved and by drawn histories, and says so before it starts', async () => {
  const deployment = await deployed({ devices: 3, licences: 30 });
  const names = { url: deployment.url };
  const wait = { do: 'wait', hours: 1_500 };
  const steps = [{ do: 'device', device: 1 }, ...Array.from({ length: 12 }, () => wait)];
  put({ 'far.json': { format: 'roadtest-history', version: 1, broken: [], steps } });
  const began = dayOf(deployment);
  const replayed = await line('explore {url} --in-place --replay far.json', { names });
  expect(replayed.err).toContain('by at most 400 days in all (--max-advance)');
  const moved = dayOf(deployment) - began;
  expect([moved > 300, moved <= 400.1]).toEqual([true, true]);
  const drawn = await line(
    'explore {url} --in-place --only expiry/,licences/ --requests 150 --max-advance 9',
    { names },
  );
  expect([drawn.code, drawn.err]).toEqual([
    0,
    expect.stringContaining('by at most 9 days in all (--max-advance)'),
  ]);
  expect(dayOf(deployment) - began - moved).toBeLessThanOrEqual(9.1);
});

it('without an address holds the model against the simulator of this process', async () => {
  const { code, out } = await line('explore --seed 2 --requests 120');
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('each history is explained by some reading of the document'),
  ]);
});

it('creates and changes nothing in a run that only reads', async () => {
  const { url, calls } = await deployed({ devices: 3 });
  expect((await line('explore {url} --read-only --seed 1 --requests 60', { names: { url } })).code).toBe(0);
  const written = calls.filter(
    ({ method, target }) => method !== 'GET' && !/Auth\/Token|undocumented/.test(target),
  );
  expect(written).toEqual([]);
});

it.each<[what: string, history: unknown]>([
  ['a list', []],
  ['of another format', { format: 'roadtest-run', version: 1 }],
  ['of a later version', { format: 'roadtest-history', version: 2, broken: [], steps: [] }],
  [
    'with a step that there is not',
    { format: 'roadtest-history', version: 1, broken: [], steps: [{ do: 'rm' }] },
  ],
  [
    'with an address',
    {
      format: 'roadtest-history',
      version: 1,
      broken: [],
      steps: [{ do: 'wait', hours: 1, url: 'http://x' }],
    },
  ],
  [
    'with 201 steps',
    { format: 'roadtest-history', version: 1, broken: [], steps: Array(201).fill({ do: 'wait', hours: 1 }) },
  ],
  [
    'nested deeply',
    `{"format":"roadtest-history","version":1,"broken":[],"steps":${'['.repeat(50)}${']'.repeat(50)}}`,
  ],
])('a history that is %s is refused before anything is sent', async (_, history) => {
  put({ 'bad.json': history });
  const { code, out, err } = await line('explore --replay bad.json');
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('[HISTORY_INVALID]')]);
});
