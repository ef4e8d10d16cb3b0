/** One measurement in a process of its own: `measured.mjs BUNDLE WHAT DEVICES [SECONDS]` prints what it found as JSON. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { pathOf } from '../measure.mjs';

const [bundle, what, count, seconds] = process.argv.slice(2);
const { rush, hour, minute, second } = await import(pathToFileURL(bundle).href);
const devices = Number(count);
const REPORTS = 3_000_000;

const kinds = {
  /** The cost of a report once all history is full: compiled, and every row written over another. */
  async rate() {
    const world = rush(devices);
    await world.pass(51 * minute);
    const before = recorded(world);
    const span = Math.round((REPORTS / devices) * 30) * second;
    return timed(
      () => world.pass(span),
      () => recorded(world) - before,
    );
  },
  /** A while from the beginning, with all that it takes to begin. */
  async span() {
    return timed(
      async () => {
        const world = rush(devices);
        await world.pass(Number(seconds) * second);
        return recorded(world);
      },
      (reports) => reports,
    );
  },
  async day() {
    const found = await timed(
      async () => {
        const world = rush(devices);
        await world.pass(24 * hour);
        return recorded(world);
      },
      (reports) => reports,
    );
    return { ...found, resident: process.resourceUsage().maxRSS * 1024 };
  },
  /** The least that any such loop does: moves every vehicle, and writes 32 bytes for it. */
  async bare() {
    const position = new Float64Array(2 * devices).fill(47);
    const speed = new Float64Array(2 * devices).fill(1e-5);
    const rows = new Int32Array(devices * 100 * 8);
    const run = (rounds) => {
      for (let round = 0; round < rounds; round++) {
        for (let v = 0; v < devices; v++) {
          position[2 * v] += speed[2 * v];
          position[2 * v + 1] += speed[2 * v + 1];
          const row = ((round % 100) * devices + v) * 8;
          rows[row] = position[2 * v] * 1e7;
          rows[row + 1] = position[2 * v + 1] * 1e7;
          for (let word = 2; word < 8; word++) rows[row + word] = round + word;
        }
      }
    };
    run(200);
    const rounds = (10 * REPORTS) / devices;
    return timed(
      async () => run(rounds),
      () => rounds * devices,
    );
  },
  /** Requests one after another from another process, while the clock runs as fast as it can. */
  async answers() {
    const { serve } = await import(pathOf('dist/bin/node.js'));
    const world = rush(devices);
    await world.pass(minute);
    const server = await serve(world.simulator);
    const { spawn } = await import('node:child_process');
    const { once } = await import('node:events');
    const asking = spawn(process.execPath, [pathOf('test/bench/traffic/asking.mjs'), server.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    asking.stdout.on('data', (part) => {
      said += part;
    });
    const gone = once(asking, 'exit');
    const before = recorded(world);
    const began = performance.now();
    await world.simulator.clock.set({
      speed: 'max',
      until: world.simulator.clock.now() + 24 * 365 * hour,
      frozen: false,
    });
    await gone;
    const seconds = (performance.now() - began) / 1000;
    await world.simulator.clock.set({ frozen: true });
    await server.close();
    return { ...JSON.parse(said), reports: recorded(world) - before, seconds };
  },
};

function recorded({ simulator }) {
  return simulator.fleet.log.counts['location-recorded'];
}

/** Seconds of the processor and by the wall, in which so many reports were made. */
async function timed(run, reportsOf) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const result = await run();
  const { user, system } = process.cpuUsage(used);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000, reports: reportsOf(result) };
}

process.stdout.write(JSON.stringify(await kinds[what]()));
process.exit();
