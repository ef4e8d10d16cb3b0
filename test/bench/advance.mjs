/** A simulated day of an idle fleet, and how requests fare while a long advance is under way. */
import { atMost, median, pathOf } from './measure.mjs';

const DAY = 86_400_000;

export async function advanceRows() {
  const { createSimulator } = await import(pathOf('dist/lib/index.js'));
  return [await idleDay(createSimulator), await meanwhile(createSimulator)];
}

async function idleDay(createSimulator) {
  const simulator = createSimulator({ devices: 10_000 });
  const times = [];
  for (let day = 0; day < 5; day++) {
    const began = performance.now();
    await simulator.clock.advance(simulator.clock.now() + DAY);
    times.push(performance.now() - began);
  }
  return atMost('a day with 10,000 idle devices', median(times), 'ms', 1_000, 'POST /_control/clock/advance');
}

/** 400 devices report every second for an hour and a half: some two million reports on the way. */
async function meanwhile(createSimulator) {
  const simulator = createSimulator({ devices: 400 });
  const start = simulator.clock.now();
  for (let id = 1; id <= 400; id++) {
    const fixes = Array.from({ length: 2_500 }, (_, i) => ({
      deviceTime: start + i * 1_000,
      latitude: 48,
      longitude: 11,
    }));
    simulator.fleet.locations.plan(id, fixes);
  }
  const read = () =>
    simulator.handle({ method: 'GET', target: '/_control/clock', headers: {}, body: undefined });
  await read(); // the control API is loaded with its first call
  let done = false;
  const advance = simulator.clock.advance(start + DAY).then((result) => {
    done = true;
    return result;
  });
  const waits = [];
  while (!done) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    await read();
    waits.push(performance.now() - began);
  }
  const { events } = await advance;
  const sorted = waits.sort((a, b) => a - b);
  const worst = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return atMost(
    '99 of 100 answers during an advance',
    worst,
    'ms',
    50,
    `${waits.length} requests, ${events.toLocaleString('en')} events`,
  );
}
