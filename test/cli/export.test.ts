/** `roadtest export load`: a story as a ready Locust project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exporting } from '../../cli/commands/export.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import type { TrafficLine } from '../../scenarios/target/traffic.ts';
import { testIo } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const story = `
title: Two vans
clock: { start: 2026-03-02 07:00, for: 10m, timeZone: UTC, seed: 4 }
groups: { vans: Vans }
fleet:
  van: { count: 2, label: "Van {n}", group: vans, start: depot, report: { moving: 30s, parked: 1m } }
timeline:
  - at: 07:02
    do: { createGroup: Late, devices: van-1 }
  - at: 07:03
    do: { alert: van-2, type: sos }
  - at: 07:04
    do: { setLicences: 5 }
`;
writeFileSync(join(folder, 'vans.yaml'), story);

async function cli(words: readonly string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo({ cwd: folder, ...given });
  const code = await run({ export: async () => exporting }, ['export', ...words], io);
  return { code, ...io.written() };
}

function linesIn(name: string): TrafficLine[] {
  return readFileSync(join(folder, name, 'traffic.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TrafficLine);
}

describe('an exported load', () => {
  it('has the traffic, the devices, the locustfile and a README with the commands', async () => {
    const { code, out } = await cli(['load', 'vans.yaml', '-o', 'load']);
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'load')).sort()).toEqual([
      'README.md',
      'devices.json',
      'locustfile.py',
      'traffic.jsonl',
    ]);
    const lines = linesIn('load');
    expect(out).toContain(`${lines.length} requests of 2 devices`);
    expect(out).toContain('not in the traffic: 1 × set-licences');
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort((a, b) => a - b));
    expect(lines.filter(({ path }) => path.endsWith('/alerts'))).toMatchObject([{ at: 180, device: 2 }]);
    expect(lines.filter(({ path }) => path === '/api/groups')).toMatchObject([{ at: 0 }, { at: 120 }]);
    expect(lines.filter(({ path }) => path.endsWith('/locations')).length).toBeGreaterThan(10);
    expect(JSON.parse(readFileSync(join(folder, 'load', 'devices.json'), 'utf8'))).toEqual([
      'dev-1',
      'dev-2',
    ]);
    const readme = readFileSync(join(folder, 'load', 'README.md'), 'utf8');
    expect(readme.match(/^locust -f locustfile\.py --(master|worker)/gm)).toHaveLength(3);
  });

  it('is the same every time, and has no secret in it', async () => {
    const env = { ROADTEST_USER_NAME: 'somebody', ROADTEST_API_KEY: 'a-key-that-nobody-may-see' };
    await cli(['load', 'vans.yaml', '-o', 'once'], { env });
    await cli(['load', 'vans.yaml', '-o', 'twice'], { env });
    for (const file of readdirSync(join(folder, 'once'))) {
      const text = readFileSync(join(folder, 'once', file), 'utf8');
      expect(text).toBe(readFileSync(join(folder, 'twice', file), 'utf8'));
      expect(text).not.toContain('a-key-that-nobody-may-see');
      expect(text.toLowerCase()).not.toContain('bearer ey');
    }
  });

  it('has a locustfile that is Python', async (context) => {
    await cli(['load', 'vans.yaml', '-o', 'python']);
    try {
      execFileSync('python3', ['--version'], { stdio: 'ignore' });
    } catch {
      return context.skip('python3 is missing');
    }
    const check = `import ast; ast.parse(open(${JSON.stringify(join(folder, 'python', 'locustfile.py'))}).read())`;
    expect(() => execFileSync('python3', ['-c', check], { stdio: 'pipe' })).not.toThrow();
  });

  it('stops where it should, and moves its times', async () => {
    await cli(['load', 'vans.yaml', '-o', 'short', '--until', '150s', '--at', '2030-01-01T00:00:00Z']);
    const lines = linesIn('short');
    expect(Math.max(...lines.map(({ at }) => at))).toBeLessThanOrEqual(150);
    const reports = lines.filter(({ path }) => path.endsWith('/locations'));
    for (const { body } of reports)
      expect((body as { deviceTime: string }).deviceTime).toMatch(/^2030-01-01T00:0[0-2]/);
  });

  it('has the devices of a fixture by the ids that it chose', async () => {
    writeFileSync(join(folder, 'fleet.yaml'), 'devices: [{ id: dev-4711 }, { id: 9 }]');
    writeFileSync(
      join(folder, 'cast.yaml'),
      'title: Cast\nclock: { start: 2026-03-02 07:00, for: 1m }\nfixture: fleet.yaml\n',
    );
    expect(await cli(['load', 'cast.yaml', '-o', 'cast'])).toMatchObject({ code: 0 });
    const devices = JSON.parse(readFileSync(join(folder, 'cast', 'devices.json'), 'utf8'));
    expect(devices).toEqual(['dev-4711', 'dev-9']);
  });

  it('has the devices that are named', async () => {
    writeFileSync(join(folder, 'ids.json'), '[17, 4, 9]');
    await cli(['load', 'vans.yaml', '-o', 'named', '--devices', 'ids.json']);
    expect(JSON.parse(readFileSync(join(folder, 'named', 'devices.json'), 'utf8'))).toEqual([17, 4]);
  });
});

describe('what cannot be exported', () => {
  it.each([
    [['cars', 'vans.yaml', '-o', 'x'], 'UNKNOWN_ARGUMENT', 'Did you mean roadtest export load vans.yaml?'],
    [['load', 'vans.yaml'], 'MISSING_ARGUMENT', 'roadtest export load STORY -o DIR'],
    [['load', 'nowhere.yaml', '-o', 'x'], 'FILE_NOT_READABLE', 'nowhere.yaml'],
    [['load', 'vans.yaml', '-o', 'x', '--devices', 'dev-1'], 'TOO_FEW_DEVICES', '2 devices, and 1 are known'],
    [['load', 'vans.yaml', '-o', 'x', '--until', '3h'], 'UNTIL_INVALID', 'is outside the story'],
    [['load', 'vans.yaml', '-o', 'vans.yaml'], 'FOLDER_NOT_WRITABLE', 'vans.yaml'],
    [['load', 'vans.yaml', '-x', 'y'], 'UNKNOWN_OPTION', '-x'],
  ])('%j: %s', async (words, wrong, reported) => {
    const { code, err } = await cli(words);
    expect(code).toBe(2);
    expect(err).toContain(wrong);
    expect(err).toContain(reported);
    expect(readdirSync(folder)).not.toContain('x');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a folder that holds something is left alone, and with --force what is not of an export', async () => {
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'notes.txt'), 'keep me');
    writeFileSync(join(folder, 'mine', 'traffic.jsonl'), 'old');
    const { code, err } = await cli(['load', 'vans.yaml', '-o', 'mine']);
    expect([code, err]).toEqual([2, expect.stringContaining('FOLDER_NOT_EMPTY')]);
    expect(readFileSync(join(folder, 'mine', 'traffic.jsonl'), 'utf8')).toBe('old');
    expect((await cli(['load', 'vans.yaml', '-o', 'mine', '--force'])).code).toBe(0);
    expect(readFileSync(join(folder, 'mine', 'notes.txt'), 'utf8')).toBe('keep me');
    expect(linesIn('mine').length).toBeGreaterThan(10);
  });

  it('one that is interrupted leaves nothing', async () => {
    const { code, err } = await cli(['load', 'vans.yaml', '-o', 'never'], { stop: AbortSignal.abort() });
    expect([code, err]).toEqual([3, expect.stringContaining('INTERRUPTED')]);
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});
