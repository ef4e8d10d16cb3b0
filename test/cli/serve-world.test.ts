/** The world that `roadtest serve` begins with: when, and whether anything moves in it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../cli/serving/settings.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import { HOUR, MINUTE, SECOND } from '../../contracts/kit/durations.ts';
import { verify } from '../../contracts/verify/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { testIo, typed } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const folder = mkdtempSync(join(tmpdir(), 'roadtest-world-'));
afterAll(() => rmSync(folder, { recursive: true }));
const running: Running[] = [];
afterEach(async () => {
  for (const { server, stage } of running.splice(0)) {
    await server.close();
    stage.stop();
  }
});

async function served(settings: Partial<Settings> = {}): Promise<Running> {
  const started = await start({ port: 0, host: '127.0.0.1', frozen: false, ...settings }, testIo());
  running.push(started);
  return started;
}

const DEFAULT_START = Date.UTC(2026, 0, 5, 8);
const advance = ({ simulator }: Running, by: number) => simulator.clock.advance(simulator.clock.now() + by);
const reported = ({ simulator: { fleet } }: Running) =>
  fleet.devices.list().filter(({ id }) => fleet.locations.last(id) !== undefined).length;
const digestOf = async (world: Pick<Running, 'simulator'>) => {
  await advance(world as Running, HOUR);
  return world.simulator.fleet.log.digest();
};

describe('without options', () => {
  it('every device has a last location within the first second', async () => {
    const world = await served();
    expect(world.driving).toBe(10);
    await advance(world, SECOND);
    expect(reported(world)).toBe(10);
  });

  it('the clock runs from now on, so that a token is valid for a client with a clock of its own', async () => {
    const before = Date.now();
    const { simulator, baseUrl } = await served();
    expect(Math.abs(simulator.clock.now() - before)).toBeLessThan(MINUTE);
    const answer = await fetch(`${baseUrl}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
    });
    const { expires } = (await answer.json()) as { expires: string };
    expect(Date.parse(expires)).toBeGreaterThan(before);
  });

  it('the plain fleet drives also when it comes after a story', async () => {
    const world = await served({ scenario: 'tunnel', frozen: false });
    await world.stage.load(null, { frozen: true });
    await advance(world, SECOND);
    expect(reported(world)).toBe(10);
    expect(Math.abs(world.simulator.clock.now() - Date.now())).toBeLessThan(MINUTE);
  });
});

it('a reset puts a story back to its start, with its clock as it began', async () => {
  const world = await served({ scenario: 'tunnel', speed: 60 });
  const { simulator } = world;
  const { start: began, end } = world.stage.performance?.story.clock ?? { start: 0, end: 0 };
  await simulator.clock.set({ frozen: true, speed: 1, until: null });
  await simulator.clock.advance(began + 10 * MINUTE);
  await fetch(`${world.controlUrl}/reset`, { method: 'POST' });
  expect(simulator.clock.view()).toMatchObject({ frozen: false, speed: 60, until: end });
  expect(simulator.clock.now()).toBeLessThan(began + 10 * MINUTE);
});

it.runIf(inTurn())('no rule of limits is found broken while the fleet drives and raises alerts', async () => {
  const { baseUrl } = await served({ speed: 10, at: '2026-01-05T08:00:00Z', alive: true });
  const credentials = { userName: 'demo', apiKey: 'demo-key' };
  const run = await verify({ baseUrl, credentials, only: ['limits/'] });
  expect(run.outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'drift')).toEqual([]);
  expect(run.outcomes.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10);
});

describe('a world that was asked for', () => {
  it.each<[string, Partial<Settings>, number]>([
    ['--frozen', { frozen: true }, DEFAULT_START],
    ['--at', { at: '2030-06-01T12:00:00Z' }, Date.UTC(2030, 5, 1, 12)],
  ])('%s has a fixed date and the digest of a simulator in process', async (_, settings, at) => {
    const world = await served({ ...settings, seed: 4 });
    await world.simulator.clock.set({ frozen: true });
    expect(world.driving).toBe(0);
    const inProcess = createSimulator({ seed: 4, at });
    expect(await digestOf(world)).toBe(await digestOf({ simulator: inProcess } as Running));
    expect(reported(world)).toBe(0);
    inProcess.stop();
  });

  it('--still starts now, and nothing moves', async () => {
    const world = await served({ still: true });
    await advance(world, HOUR);
    expect(world.simulator.clock.now()).toBeGreaterThan(Date.now());
    expect(reported(world)).toBe(0);
  });

  it('--alive drives with a fixed date, the same way each time', async () => {
    const digests = [];
    for (const _ of [1, 2])
      digests.push(await digestOf(await served({ frozen: true, alive: true, seed: 9 })));
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(await digestOf(await served({ frozen: true, seed: 9 })));
  });

  it('--at now with --frozen stands at the present moment', async () => {
    const { simulator } = await served({ at: 'now', frozen: true });
    expect(Math.abs(simulator.clock.now() - Date.now())).toBeLessThan(MINUTE);
    expect(simulator.clock.view().frozen).toBe(true);
  });
});

describe('--fixture', () => {
  const write = (text: string) => {
    const file = join(folder, 'fleet.yaml');
    writeFileSync(file, text);
    return file;
  };

  it('has the devices of the file by their ids, the clock as it says, and nothing that moves', async () => {
    const fixture = write(`
clock: { now: 2026-03-02T08:00:00Z, frozen: true }
account: { userName: ada }
devices: [{ id: dev-4711, position: [48, 11] }]`);
    const world = await served({ fixture });
    const { clock, fleet, lens } = world.simulator;
    expect(clock.view()).toMatchObject({ now: Date.UTC(2026, 2, 2, 8), frozen: true });
    expect(lens.writeId('device', 1)).toBe('dev-4711');
    expect(fleet.account.userName).toBe('ada');
    expect(world.driving).toBe(0);
    fleet.devices.create({});
    world.simulator.reset();
    expect(fleet.devices.count).toBe(1);
    expect(clock.view()).toMatchObject({ now: Date.UTC(2026, 2, 2, 8), frozen: true });
  });

  it('the clock runs from now on where neither the file nor an option says otherwise', async () => {
    const before = Date.now();
    const { simulator } = await served({ fixture: write('devices: [{ name: A }]') });
    expect(simulator.clock.view().frozen).toBe(false);
    expect(Math.abs(simulator.clock.now() - before)).toBeLessThan(MINUTE);
  });

  it('options of the command line count more', async () => {
    const fixture = write('clock: { now: 2026-03-02T08:00:00Z, speed: 60, frozen: true }');
    const { simulator } = await served({ fixture, at: '2026-05-01T00:00:00Z', frozen: true });
    expect(simulator.clock.now()).toBe(Date.UTC(2026, 4, 1));
    expect((await served({ fixture, speed: 5 })).simulator.clock.view()).toMatchObject({
      speed: 5,
      frozen: false,
    });
  });

  it('is who takes part in the story that is played', async () => {
    const fixture = write('clock: { now: 2026-03-02T08:00:00Z }\ndevices: [{ id: dev-4711 }]');
    const scenario = join(folder, 'story.yaml');
    writeFileSync(scenario, 'title: T\nclock: { for: 1h }\nfixture: another.yaml\n');
    const { stage, simulator } = await served({ fixture, scenario });
    expect(stage.performance?.story.fleet).toMatchObject([{ name: 'dev-4711' }]);
    expect(simulator.clock.now()).toBeGreaterThanOrEqual(Date.UTC(2026, 2, 2, 8));
  });

  it('a file that is not valid is refused with line and column before a port is opened', async () => {
    const fixture = write('groups: [{ name: North }]\ndevices:\n  - { group: Nort }\n');
    await expect(served({ fixture })).rejects.toThrow(/fleet\.yaml:3:7 UNKNOWN_GROUP .*did you mean "North"/);
  });
});

describe('--import', () => {
  const file = join(folder, 'world.json');
  const saved = ({ simulator }: Running) => writeFileSync(file, JSON.stringify(simulator.snapshot()));

  it('drives on where the saved fleet drove', async () => {
    const before = await served({ frozen: true, alive: true, devices: 4, seed: 6 });
    await advance(before, 10 * MINUTE);
    saved(before);
    const after = await served({ import: file });
    expect(after.driving).toBe(4);
    expect(await digestOf(after)).toBe(await digestOf(before));
  });

  it('is what a reset goes back to, and the clock runs as it began', async () => {
    const before = await served({ frozen: true, devices: 4, seed: 6 });
    await before.simulator.clock.advance(DEFAULT_START + HOUR);
    saved(before);
    const after = await served({ import: file, speed: 30 });
    await after.simulator.clock.set({ frozen: true });
    await advance(after, HOUR);
    const answer = await fetch(`${after.controlUrl}/reset`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ frozen: false, speed: 30 });
    expect(after.simulator.clock.now() - DEFAULT_START - HOUR).toBeLessThan(HOUR);
    expect(after.simulator.fleet.devices.count).toBe(4);
  });

  it('stands still where it stood still', async () => {
    saved(await served({ still: true }));
    const after = await served({ import: file });
    expect(after.driving).toBe(0);
    await advance(after, HOUR);
    expect(reported(after)).toBe(0);
  });
});

it.each([
  [['--alive', '--still']],
  [['--alive', '--track', 'trip.gpx']],
  [['--still', '--import', 'world.json']],
])('refuses %j', async (args) => {
  const { code, err } = await typed(['serve', '--port', '0', ...args]);
  expect(code).toBe(2);
  expect(err).toContain('WRONG_OPTION');
});

describe('locations', () => {
  const kept = async (settings: Partial<Settings>) => {
    const world = await served({ devices: 50, still: true, frozen: true, ...settings });
    const { locations } = world.simulator.fleet;
    const deviceTime = world.simulator.clock.now();
    for (let report = 0; report < 300; report++)
      locations.record(1, { deviceTime, latitude: 48, longitude: 11 });
    return locations.between(1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).length;
  };

  it.each([
    ['of a small fleet many are kept', {}, 200],
    ['as many are kept as --history says', { history: 7 }, 7],
    ['of a story as well', { history: 7, scenario: 'first-day', devices: undefined }, 7],
  ])('%s', async (_, settings, count) => {
    expect(await kept(settings)).toBe(count);
  });
});
