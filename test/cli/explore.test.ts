/** `roadtest explore`: over a real socket, of a simulator in this process, and the files that it reads and writes. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { explore } from '../../cli/commands/explore.ts';
import { verify } from '../../cli/commands/verify.ts';
import { run } from '../../cli/run.ts';
import { deviationFrom } from '../../cli/serving/deviation.ts';
import { savedHistory } from '../../contracts/explore/saved.ts';
import { DAY } from '../../contracts/kit/durations.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { testIo } from '../command/world.ts';
import { sequenceFaults } from '../faults/sequences.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const folder = mkdtempSync(join(tmpdir(), 'roadtest-explore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function cli(...words: string[]) {
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
  const code = await run({ explore: async () => explore }, ['explore', ...words], io);
  return { code, ...io.written() };
}

it('finds a fault over a socket, tells it step by step, keeps it, and finds the relapse from the corpus first', async () => {
  const simulator = deviantSimulator(deviationFrom('groups/replaced'), { devices: 3 });
  const server = await serve(simulator);
  try {
    const found = await cli(
      server.url,
      '--seed',
      '1',
      '--requests',
      '1500',
      '--save',
      'f.json',
      '--corpus',
      'kept',
    );
    expect(found.code).toBe(1);
    expect(found.out).toContain('groups/replaced');
    expect(found.out).toMatch(/1 {2}create group \d → /);
    expect(found.out).toContain(`roadtest explore ${server.url} --replay f.json`);
    expect(readdirSync(join(folder, 'kept'))).toEqual([expect.stringMatching(/^groups-replaced-\w+\.json$/)]);
    const again = await cli(server.url, '--replay', 'f.json', '--json');
    expect(again.code).toBe(1);
    expect(JSON.parse(again.out).failures[0].broken[0]).toEqual(['groups/replaced']);
    const reports = ['--replay', 'f.json', '--reporter', 'junit,html', '--output', 'out'];
    expect((await cli(server.url, ...reports)).code).toBe(1);
    expect(readFileSync(join(folder, 'out', 'junit.xml'), 'utf8')).toContain('groups/replaced');
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['junit.xml', 'report.html']);
    const relapse = JSON.parse((await cli(server.url, '--corpus', 'kept', '--json')).out);
    expect(relapse.failures[0].verdict).toBe('fail');
    expect(relapse.histories).toBeLessThan(5);
    expect(simulator.fleet.groups.list().filter(({ name }) => name.startsWith('roadtest'))).toEqual([]);
  } finally {
    await server.close();
    simulator.stop();
  }
});

it.runIf(inTurn())('is part of a run of rules with --explore', async () => {
  const simulator = createSimulator({ devices: 3 });
  const server = await serve(simulator);
  try {
    const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
    const words = ['verify', server.url, '--only', 'token/issued', '--explore', '0.5s', '--json'];
    expect(await run({ verify: async () => verify }, words, io)).toBe(0);
    const { explored, outcomes, exchanges } = JSON.parse(io.written().out);
    expect(explored.histories).toBeGreaterThan(0);
    expect(outcomes).toHaveLength(1);
    // Only what was sent for a rule or a failure is in the record.
    expect(exchanges.length).toBeLessThan(40);
  } finally {
    await server.close();
    simulator.stop();
  }
});

it.runIf(inTurn())(
  'causes no more messages in rules and histories together than --max-messages allows',
  async () => {
    const simulator = createSimulator({ devices: 3 });
    const server = await serve(simulator);
    try {
      const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
      const asked = [
        '--only',
        'limits/sends-below-limit',
        '--explore',
        '1s',
        '--max-messages',
        '5',
        '--seed',
        '1',
      ];
      await run({ verify: async () => verify }, ['verify', server.url, ...asked, '--json'], io);
      const { messages, explored } = JSON.parse(io.written().out);
      expect([messages > 0, explored.histories > 0]).toEqual([true, true]);
      expect(simulator.fleet.outbox.list().length).toBeLessThanOrEqual(5);
    } finally {
      await server.close();
      simulator.stop();
    }
  },
);

it('moves time by at most --max-advance in all, by saved and drawn histories, and says so before it starts', async () => {
  const simulator = createSimulator({ devices: 3, licences: 30 });
  const server = await serve(simulator);
  try {
    const [began] = [simulator.clock.now()];
    const movedDays = () => (simulator.clock.now() - began) / DAY;
    const wait = { do: 'wait', hours: 1_500 };
    const steps = [{ do: 'device', device: 1 }, ...Array.from({ length: 12 }, () => wait)];
    const history = { format: 'roadtest-history', version: 1, broken: [], steps };
    writeFileSync(join(folder, 'far.json'), JSON.stringify(history));
    const replayed = await cli(server.url, '--in-place', '--replay', 'far.json');
    expect(replayed.err).toContain('by at most 400 days in all (--max-advance)');
    expect(movedDays()).toBeGreaterThan(300);
    expect(movedDays()).toBeLessThanOrEqual(400.1);
    const asked = ['--in-place', '--only', 'expiry/,licences/', '--requests', '400', '--max-advance', '9'];
    const before = movedDays();
    const drawn = await cli(server.url, ...asked);
    expect(drawn.code).toBe(0);
    expect(drawn.err).toContain('by at most 9 days in all (--max-advance)');
    expect(movedDays() - before).toBeLessThanOrEqual(9.1);
  } finally {
    await server.close();
    simulator.stop();
  }
});

it('keeps a third of the days that it may move time by for playing a failure again', async () => {
  const rules = sequenceFaults['second-date-after-activation']?.rules?.() ?? {};
  const simulator = deviantSimulator({ rules }, { devices: 3 });
  const server = await serve(simulator);
  try {
    const asked = ['--in-place', '--only', 'expiry/,licences/', '--seed', '2', '--json'];
    const [failure] = JSON.parse((await cli(server.url, ...asked)).out).failures;
    expect([failure.verdict, failure.failed, failure.played]).toEqual(['fail', 3, 3]);
    expect(failure.unshrunk).toContain('--max-advance');
    const short = await cli(server.url, ...asked, '--requests', '300', '--max-advance', '9');
    expect(JSON.parse(short.out).warnings.join()).toContain('by two thirds of the days');
  } finally {
    await server.close();
    simulator.stop();
  }
});

it.runIf(inTurn())('holds the model against the simulator where no address is given', async () => {
  const { code, out } = await cli('--seed', '2', '--requests', '150');
  expect(out).toContain('Each is explained by some reading of the document.');
  expect(code).toBe(0);
});

it.runIf(inTurn())('creates and changes nothing in a run that is read-only', async () => {
  const simulator = deviantSimulator({}, { devices: 3 });
  const written: string[] = [];
  const handle = simulator.handle;
  const watched = (call: Parameters<typeof handle>[0]) => {
    if (call.method !== 'GET' && !call.target.endsWith('/Auth/Token'))
      written.push(`${call.method} ${call.target}`);
    return handle(call);
  };
  const server = await serve({ ...simulator, handle: watched });
  try {
    const { code } = await cli(server.url, '--read-only', '--seed', '1', '--requests', '80');
    expect(code).toBe(0);
    // The first contact looks at the answer to an unknown path.
    expect(written.filter((line) => !line.includes('undocumented'))).toEqual([]);
  } finally {
    await server.close();
    simulator.stop();
  }
});

it('is served something to find by serve --deviate history/NAME', () => {
  expect(deviationFrom('history/fourth-patch')).toMatchObject({
    does: 'ignores the fourth PATCH of a record',
  });
  expect(() => deviationFrom('history/forth-patch')).toThrow('Unknown deviation');
});

it.runIf(inTurn())('draws the same histories for the same seed', async () => {
  const coverage = async () =>
    JSON.parse((await cli('--seed', '3', '--requests', '120', '--json')).out).coverage;
  expect(await coverage()).toEqual(await coverage());
});

it.each([
  ['no history', 'hello', 'it is not JSON'],
  [
    'a step that is none',
    '{"format":"roadtest-history","version":1,"broken":[],"steps":[{"do":"rm -rf"}]}',
    '/steps/0',
  ],
  ['no step', '{"format":"roadtest-history","version":1,"broken":[],"steps":[]}', '/steps'],
])('refuses %s before anything is sent', async (_, text, why) => {
  writeFileSync(join(folder, 'bad.json'), text);
  const { code, err } = await cli('http://127.0.0.1:9', '--replay', 'bad.json');
  expect(code).toBe(2);
  expect(err).toContain('HISTORY_INVALID');
  expect(err).toContain(why);
});

it.each(['0s', '5 fortnights', '-1', '1000h'])('refuses --time %s', async (time) => {
  const { code, err } = await cli('--time', time);
  expect(code).toBe(2);
  expect(err).toContain('--time takes a span of time');
});

it('goes past the failures of a baseline, and of rules that were not asked for', async () => {
  const simulator = deviantSimulator(deviationFrom('groups/replaced'), { devices: 3 });
  const server = await serve(simulator);
  try {
    writeFileSync(join(folder, 'known.yaml'), '- id: groups/replaced\n');
    const accepted = await cli(server.url, '--replay', 'f.json', '--baseline', 'known.yaml');
    expect(accepted.out).toMatch(/○ accepted {2}groups\/replaced, by \d steps: create group \d; /);
    expect(accepted.code).toBe(0);
    const left = await cli(server.url, '--replay', 'f.json', '--skip', 'groups/replaced');
    expect(left.out).toContain('– not asked for  groups/replaced');
    expect(left.code).toBe(0);
  } finally {
    await server.close();
    simulator.stop();
  }
});

it.each([
  [['--only', 'limit/'], /No judged id begins with "limit\/"\. \[UNKNOWN_ID\]/],
  [['--only', 'groups/', '--skip', 'groups/'], /NOTHING_SELECTED/],
  [['--baseline', 'none.yaml'], /FILE_NOT_READABLE/],
  [['--baseline', 'wrong.yaml'], /BASELINE_INVALID/],
])('refuses %s before anything is sent', async (words, why) => {
  writeFileSync(join(folder, 'wrong.yaml'), '- id: groups/replacd\n');
  const { code, err } = await cli('http://127.0.0.1:9', ...words);
  expect(err).toMatch(why);
  expect(code).toBe(2);
});

it('writes nothing of a secret', () => {
  const kept = readFileSync(join(folder, 'f.json'), 'utf8');
  expect(kept).not.toContain('demo-key');
});

it.runIf(inTurn())('says which histories of a large corpus it does not play', async () => {
  const kept = join(folder, 'large');
  mkdirSync(kept);
  const history = JSON.stringify(savedHistory([], [{ do: 'create', family: 'group', record: 1 }]));
  for (let number = 0; number < 1_002; number++)
    writeFileSync(join(kept, `${String(number).padStart(4, '0')}.json`), history);
  const words = ['--corpus', 'large', '--requests', '1'];
  const warning = expect.stringMatching(
    /^Not played: 2 histories in large, from 1000\.json on\. A corpus is read up to 1,000 histories: take out /,
  );
  expect(JSON.parse((await cli(...words, '--json')).out).warnings).toEqual([warning]);
  expect((await cli(...words)).out).toContain('! Not played: 2 histories in large');
  rmSync(join(kept, '1000.json'));
  rmSync(join(kept, '1001.json'));
  expect(JSON.parse((await cli(...words, '--json')).out).warnings).toEqual([]);
});

it('writes its own text into the folder of reports', async () => {
  const { out } = await cli('--requests', '1', '--reporter', 'text', '--output', 'texts');
  expect(out).toContain('The simulator in this process');
  expect(readFileSync(join(folder, 'texts', 'report.txt'), 'utf8')).toBe(out);
});
