import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { launch, launchHere, serve, serviceOf } from '../command/roadtest.ts';
import { typed } from '../command/world.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { gpx, lineString, northwards, pointList } from '../stories/tracks.ts';

const bash = promisify(execFile);
let folder = '';
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadtest-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface ClockView {
  now: string;
  speed: number;
  frozen: boolean;
}
interface Device {
  id: string;
  name: string;
}

/** The line that the welcome offers for pasting. */
const pasted = (out: string) => /^ *(curl .*)$/m.exec(out)?.[1] ?? '';

describe('roadtest serve', () => {
  it('prints addresses, credentials and a curl line that lists the devices', async () => {
    const process = launch(['serve', '--port', '0', '--devices', '3']);
    await expect.poll(() => process.out).toContain('Ctrl+C');
    expect(process.out).toContain('demo-key');
    expect(process.out).toContain('/_control');
    const { stdout } = await bash('bash', ['-c', pasted(process.out)]);
    expect(JSON.parse(stdout)).toHaveLength(3);
    process.child.kill('SIGINT');
    expect((await process.ended).code).toBe(0);
  });

  it('prints one JSON line for programs, and nothing else', async () => {
    const service = await serve(['--devices', '2']);
    // In real time by default.
    const { body: clock } = await service.control<ClockView>('GET', '/clock');
    expect(clock).toMatchObject({ frozen: false, speed: 1 });
    expect(await service.api<Device[]>('GET', '/devices')).toMatchObject({ status: 200, body: [{}, {}] });
    const { code, out, err } = await service.stop();
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out.endsWith('\n')).toBe(true);
    expect(JSON.parse(out)).toEqual({
      baseUrl: service.baseUrl,
      controlUrl: `${service.baseUrl}/_control`,
      userName: 'demo',
      apiKey: 'demo-key',
    });
  });

  it('runs as fast as --speed says', async () => {
    const service = await serve(['--speed', '3600']);
    const first = Date.parse((await service.control<ClockView>('GET', '/clock')).body.now);
    await expect
      .poll(async () => Date.parse((await service.control<ClockView>('GET', '/clock')).body.now) - first)
      .toBeGreaterThan(100_000);
    await service.stop();
  });

  it('makes the same fleet from the same seed, and another from another', async () => {
    const names = async (seed: string) => {
      const service = await serve(['--frozen', '--seed', seed]);
      const { body } = await service.api<Device[]>('GET', '/devices');
      await service.stop();
      return body.map(({ name }) => name);
    };
    const seeded = (seed: number) =>
      createSimulator({ seed })
        .fleet.devices.list()
        .map(({ name }) => name);
    expect(await names('7')).toEqual(seeded(7));
    expect(seeded(8)).not.toEqual(seeded(7));
  });

  it('takes credentials from the environment, and the pasted line quotes them', async () => {
    const env = { ROADTEST_USER_NAME: 'o\'neill "jr"', ROADTEST_API_KEY: '$(touch x) `y`' };
    const process = launchHere(['serve', '--port', '0', '--devices', '1'], { env, cwd: folder });
    await expect.poll(() => process.out).toContain('Ctrl+C');
    const { stdout } = await bash('bash', ['-c', pasted(process.out)], { cwd: folder });
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(await readdir(folder)).not.toContain('x');
    expect((await process.stop()).code).toBe(0);
  });

  it('ends at once on a second signal, even while a caller hangs on', async () => {
    const service = await serviceOf(launch(['serve', '--port', '0', '--json']));
    const slow = { operation: 'issueToken', latency: 60_000 };
    expect((await service.control('PUT', '/faults', { rules: [slow] })).status).toBe(200);
    const hanging = fetch(`${service.baseUrl}/api/Auth/Token`, { method: 'POST', body: '{}' }).catch(
      () => 'cut',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    service.process.child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 400)); // sooner it counts as the same one
    service.process.child.kill('SIGINT');
    expect((await service.process.ended).code).toBe(130);
    expect(await hanging).toBe('cut');
  });
});

describe('--profile', () => {
  it('speaks another dialect, and the pasted line still works', async () => {
    await writeFile(file('enveloped.json'), JSON.stringify(envelopedProfile));
    const process = launchHere([
      'serve',
      '--port',
      '0',
      '--devices',
      '2',
      '--profile',
      file('enveloped.json'),
    ]);
    await expect.poll(() => process.out).toContain('Ctrl+C');
    const prefix = envelopedProfile.basePath ?? '';
    expect(prefix).not.toBe('');
    expect(process.out).toContain(`${prefix}/api/devices`);
    const { stdout } = await bash('bash', ['-c', pasted(process.out)]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true });
    expect((await process.stop()).code).toBe(0);
  });
});

describe('the control token', () => {
  it('is asked for off the loopback address, and printed when it was made up', async () => {
    const service = await serve(['--host', '0.0.0.0']);
    expect(service.controlToken).toMatch(/^[\w-]{20,}$/);
    expect((await service.control('GET', '/clock')).status).toBe(200);
    expect((await fetch(`${service.controlUrl}/clock`)).status).toBe(401);
    await service.stop();
  });

  it('can be given by the environment', async () => {
    const service = await serve([], { env: { ROADTEST_CONTROL_TOKEN: 'open-sesame' } });
    expect(service.controlToken).toBe('open-sesame');
    expect((await fetch(`${service.controlUrl}/clock`)).status).toBe(401);
    expect((await service.control('GET', '/clock')).status).toBe(200);
    await service.stop();
  });
});

describe('--track', () => {
  it('drives the first devices along recorded tracks, in their own rhythm from the simulated now', async () => {
    const drive = northwards(30);
    await Promise.all([
      writeFile(file('a.gpx'), gpx(drive)),
      writeFile(file('b.geojson'), lineString(drive)),
      writeFile(file('c.json'), pointList(drive)),
    ]);
    const service = await serve(['--frozen', '--track', 'a.gpx', 'b.geojson', '--track', 'c.json'], {
      cwd: folder,
    });
    const { body: devices } = await service.api<Device[]>('GET', '/devices');
    await service.control('POST', '/clock/advance', { by: 'PT10S' });
    for (const { id } of devices.slice(0, 3)) {
      const { body } = await service.api<{ latitude: number; speed: number; deviceTime: string }>(
        'GET',
        `/devices/${id}/lastLocation`,
      );
      expect(body.latitude).toBeCloseTo(drive[10]?.latitude ?? 0, 6);
      expect(body.speed).toBeCloseTo(36, 0);
      expect(Date.parse(body.deviceTime)).toBe(Date.parse('2026-01-05T08:00:10Z'));
    }
    expect((await service.api('GET', `/devices/${devices[3]?.id}/lastLocation`)).status).toBe(404);
    await service.stop();
  });

  it('makes room for as many devices as there are tracks, at the time of --at', async () => {
    await writeFile(file('many.gpx'), gpx(northwards(3)));
    const tracks = ['--track', ...Array<string>(12).fill(file('many.gpx'))];
    const service = await serve(['--frozen', '--at', '2030-06-01T12:00:00Z', ...tracks]);
    expect((await service.api<Device[]>('GET', '/devices')).body).toHaveLength(12);
    const { body: clock } = await service.control<ClockView>('GET', '/clock');
    expect(clock).toMatchObject({
      frozen: true,
      now: expect.stringMatching(/^2030-06-01T12:00:00(\.000)?Z$/),
    });
    await service.stop();
  });
});

describe('a file of several vehicles, with points that are no fix', () => {
  const at = (second: number) => new Date(Date.UTC(2024, 2, 1, 8, 0, second)).toISOString();
  const rows = Array.from({ length: 8 }, (_, i) => [
    `A,${at(i)},48.000${i},11,3`,
    `B,${at(i)},${i < 2 ? ',,0' : `48.000${i},11.005,3`}`,
  ]);

  it('drives a device for each, and says what is left out and why, also to programs', async () => {
    const lines = ['vehicle,time,lat,lon,fix', ...rows.flat(), `C,${at(0)},48,12,3`];
    await writeFile(file('fleet.csv'), lines.join('\n'));
    const words = ['serve', '--port', '0', '--json', '--frozen', '--track', 'fleet.csv'];
    const service = await serviceOf(launch(words, { cwd: folder }));
    const { tracks } = JSON.parse(await service.process.firstLine());
    const none = { untimed: 0, noFix: 0, repeated: 0, dates: 0, jumps: 0 };
    expect(tracks).toEqual([
      { deviceId: 'dev-1', name: 'A', fixes: 8, leftOut: none },
      { deviceId: 'dev-2', name: 'B', fixes: 6, leftOut: { ...none, noFix: 2 } },
    ]);
    await service.control('POST', '/clock/advance', { by: 'PT10S' });
    for (const [device, longitude] of [
      ['dev-1', 11],
      ['dev-2', 11.005],
    ])
      expect((await service.api('GET', `/devices/${device}/lastLocation`)).body).toMatchObject({ longitude });
    const { err } = await service.stop();
    expect(err).toContain(
      'warning left out: fleet.csv: vehicle "C": the file has points of a single moment only.',
    );
    expect(err).toContain('more than a tenth of the track "B" is left out: 2 points without a position.');
  });
});

describe('snapshots', () => {
  it('a world that was exported on exit goes on when it is imported', async () => {
    await writeFile(file('drive.gpx'), gpx(northwards(60)));
    const options = ['--frozen', '--seed', '5', '--devices', '4', '--track', file('drive.gpx')];
    const before = await serve([...options, '--export-on-exit', 'world.json'], { cwd: folder });
    await before.control('POST', '/clock/advance', { by: 'PT20S' });
    const { body: devices } = await before.api<Device[]>('GET', '/devices');
    expect((await before.stop()).code).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);

    const after = await serve(['--import', 'world.json'], { cwd: folder });
    const { body: clock } = await after.control<ClockView>('GET', '/clock');
    expect(clock.frozen).toBe(true);
    expect(Date.parse(clock.now)).toBe(Date.parse('2026-01-05T08:00:20Z'));
    expect((await after.api<Device[]>('GET', '/devices')).body).toEqual(devices);
    await after.control('POST', '/clock/advance', { by: 'PT20S' });
    const { body } = await after.api<{ deviceTime: string }>(
      'GET',
      `/devices/${devices[0]?.id}/lastLocation`,
    );
    expect(Date.parse(body.deviceTime)).toBe(Date.parse('2026-01-05T08:00:40Z'));
    await after.stop();
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('is written when %s ends the server', async (signal) => {
    const words = ['serve', '--port', '0', '--json', '--frozen', '--export-on-exit', file(`${signal}.json`)];
    const service = await serviceOf(launch(words));
    service.process.child.kill(signal);
    expect((await service.process.ended).code).toBe(0);
    expect(JSON.parse(await readFile(file(`${signal}.json`), 'utf8'))).toHaveProperty('fleet');
  });

  it('is written without the API key, unless that is asked for', async () => {
    const env = { ROADTEST_API_KEY: 'key-of-ours' };
    for (const [more, expected] of [
      [[], undefined],
      [['--with-api-key'], 'key-of-ours'],
    ] as const) {
      const before = await serve(['--frozen', '--export-on-exit', file('key.json'), ...more], { env });
      await before.stop();
      const { fleet } = JSON.parse(await readFile(file('key.json'), 'utf8'));
      expect(fleet.account.apiKey).toBe(expected);
      if (expected !== undefined) expect((await stat(file('key.json'))).mode & 0o777).toBe(0o600);
      const after = await serve(['--import', file('key.json')]);
      expect(after.apiKey).toBe(expected ?? 'demo-key');
      await after.stop();
    }
  });

  it('of another version is refused', async () => {
    const before = await serve(['--frozen', '--export-on-exit', file('old.json')]);
    await before.stop();
    const snapshot = JSON.parse(await readFile(file('old.json'), 'utf8'));
    await writeFile(file('old.json'), JSON.stringify({ ...snapshot, version: 99 }));
    const { code, err } = await typed(['serve', '--port', '0', '--import', file('old.json')]);
    expect(code).toBe(2);
    expect(err).toContain('SNAPSHOT_VERSION');
  });
});
