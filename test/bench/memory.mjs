/** Bytes of a stored location, and what a process with 100,000 idle devices takes. */
import { execFileSync } from 'node:child_process';
import { atMost, pathOf, told } from './measure.mjs';

export function memoryRows() {
  const { perLocation, whole, rows } = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', import.meta.filename, 'locations']),
  );
  const { resident } = JSON.parse(execFileSync(process.execPath, [import.meta.filename, 'idle']));
  const many = `${rows.toLocaleString('en')} locations of 10,000 devices`;
  return [
    atMost('a stored location', perLocation, 'B', 32, many),
    told('  with all that grows beside it', whole, 'B', 'heap and array buffers: directory, last locations'),
    atMost(
      '100,000 idle devices, resident',
      resident / 2 ** 20,
      'MiB',
      200,
      'the whole process after one read',
    ),
  ];
}

const parts = {
  /** The bytes of the whole process, beside those of the same devices without a location. */
  async locations() {
    const { createSimulator } = await import(pathOf('dist/lib/index.js'));
    const devices = 10_000;
    const each = 100;
    const simulator = createSimulator({ devices, historyPerDevice: each });
    const taken = () => {
      globalThis.gc();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = taken();
    for (let report = 0; report < each; report++) {
      for (let id = 1; id <= devices; id++) {
        simulator.fleet.locations.record(id, {
          deviceTime: simulator.clock.now() + report * 30_000,
          latitude: 48 + id / 1e5,
          longitude: 11 + report / 1e4,
          speed: 42.5,
          course: 87.5,
          ignition: true,
        });
      }
    }
    const rows = devices * each;
    return { perLocation: simulator.fleet.locations.bytes / rows, whole: (taken() - before) / rows, rows };
  },
  async idle() {
    const { createSimulator } = await import(pathOf('dist/lib/index.js'));
    const simulator = createSimulator({ devices: 100_000 });
    await simulator.handle({ method: 'GET', target: '/api/devices/dev-99999', headers: {}, body: undefined });
    simulator.fleet.devices.get(99_999);
    return { resident: process.memoryUsage.rss() };
  },
};

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await parts[process.argv[2]]()));
