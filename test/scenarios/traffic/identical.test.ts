import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../scenarios/conditions/condition.ts';
import type { DeviceFaults } from '../../../scenarios/device-faults/index.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import type { Route, Site } from '../../../scenarios/language/terms.ts';
import { turns, WHOLE } from '../../sample.ts';
import {
  at,
  driving,
  hour,
  minute,
  type Played,
  part,
  play,
  roaming,
  second,
  start,
  story,
} from './stories.ts';

const inTurn = turns(2);

const round: Route = { name: 'round', kind: 'roads', stops: [at('depot'), at('harbour'), at('museum')] };
const line: Route = { name: 'line', kind: 'waypoints', points: [at('depot'), at('quarry')], speedLimit: 90 };
const sites: Site[] = [
  { name: 'centre', at: at('market-square'), area: { centre: at('market-square'), radius: 600 } },
];
const watched: Condition[] = [
  { kind: 'enters', devices: { first: 1, count: 40 }, site: 0 },
  { kind: 'speed-above', devices: { first: 1, count: 40 }, speed: 45, site: null },
  { kind: 'stands-still', devices: { first: 1, count: 40 }, for: 4 * minute },
];

const parts = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      vehicle: fc.constantFrom('car' as const, 'truck' as const, 'bike' as const),
      drives: fc.option(
        fc.record({
          route: fc.integer({ min: 0, max: 2 }),
          repeat: fc.constantFrom('once' as const, 'loop' as const, 'back-and-forth' as const),
          above: fc.constantFrom(0, 12),
          dwell: fc.constantFrom(0, 90 * second, 5 * minute),
        }),
      ),
      moving: fc.constantFrom(7 * second, 30 * second),
      turns: fc.boolean(),
      sensors: fc.constantFrom({}, { temperature: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => {
    let first = 1;
    return list.map(({ moving, turns, ...facts }) => {
      const made = part({ ...facts, first, report: { moving, parked: 2 * minute, turns } });
      first += facts.count;
      return made;
    });
  });

/** Orders to vehicles, each after so many ms of a span. */
const orders = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 30 * minute }),
    device: fc.integer({ min: 1, max: 40 }),
    order: fc.constantFrom('stop', 'park', 'drive', 'lose', 'regain', 'sensor', 'fuel', 'fault', 'sound'),
  }),
  { maxLength: 12 },
);
type Order = { after: number; device: number; order: string };

const reported = (seed: number, fleet: ReturnType<typeof part>[]): Story =>
  story({
    fleet,
    routes: [round, roaming, line],
    sites,
    clock: { start, end: start + hour, timeZone: 'UTC', seed },
  });

const faults: DeviceFaults[] = [
  { clock: 400 * 24 * hour, copies: 2 },
  { jumps: { upTo: 3_000, oneIn: 2 }, uploadOrder: 'shuffled' },
  { position: 'frozen', sensors: { temperature: 'stuck', fuel: 5_000 } },
];

function give({ traffic, simulator }: Played, { device: any, order }: Order): void {
  const device = 1 + (any % simulator.fleet.devices.count);
  if (order === 'stop') traffic.stop(device, 3 * minute);
  else if (order === 'park') traffic.stop(device, null);
  else if (order === 'drive') traffic.drive(device, driving({ route: any % 3, repeat: 'once' }));
  else if (order === 'lose') traffic.loseSignal(device, 4 * minute, true);
  else if (order === 'regain') traffic.regainSignal(device);
  else if (order === 'fault') traffic.setFaults(device, faults[any % faults.length] ?? {}, 5 * minute);
  else if (order === 'sound') traffic.endFaults(device);
  else if (order === 'sensor') traffic.setSensor(device, 'load', any);
  else traffic.setLevel(device, 'fuel', any);
}

/** Plays half an hour with orders given at their moments, stopping at further ones on the way. */
async function through(
  played: Played,
  given: readonly Order[],
  stops: readonly number[],
  peek = false,
): Promise<void> {
  const begin = played.simulator.clock.now();
  const moments = [...new Set([...given.map(({ after }) => after), ...stops, 30 * minute])].sort(
    (a, b) => a - b,
  );
  for (const moment of moments) {
    await played.simulator.clock.advance(begin + moment);
    for (const order of given) if (order.after === moment) give(played, order);
    if (peek)
      for (let device = 1; device <= 3; device++)
        played.traffic.at(1 + (device % played.simulator.fleet.devices.count));
  }
}

const trace = ({ simulator, fired }: Played) => [
  simulator.fleet.log.digest(),
  simulator.fleet.log.counts,
  fired,
];

describe('the same story at the same seed is the same traffic', () => {
  it.runIf(inTurn())(
    'however time is sliced, and however often a caller asks where a vehicle is',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          parts,
          orders,
          fc.array(fc.integer({ min: 1, max: 30 * minute }), { maxLength: 40 }),
          fc.integer({ min: 1, max: 1_000 }),
          async (fleet, given, stops, seed) => {
            const [once, sliced] = [
              play(reported(seed, fleet), { watched }),
              play(reported(seed, fleet), { watched }),
            ];
            await through(once, given, []);
            await through(sliced, given, stops, true);
            expect(trace(sliced)).toEqual(trace(once));
            expect(JSON.stringify(sliced.simulator.snapshot())).toBe(
              JSON.stringify(once.simulator.snapshot()),
            );
          },
        ),
        { numRuns: WHOLE ? 40 : 2 },
      );
    },
  );

  it.runIf(inTurn())('also when it goes on from a snapshot in another world', async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        orders,
        orders,
        fc.integer({ min: 1, max: 1_000 }),
        async (fleet, before, after, seed) => {
          const [first, second] = [
            play(reported(seed, fleet), { watched }),
            play(reported(seed, fleet), { watched }),
          ];
          await through(first, before, []);
          const snapshot = JSON.parse(JSON.stringify(first.simulator.snapshot()));
          first.fired.length = 0;
          second.simulator.restore(snapshot);
          expect(JSON.stringify(second.simulator.snapshot())).toBe(JSON.stringify(snapshot));
          await through(first, after, []);
          await through(second, after, []);
          expect(trace(second)).toEqual(trace(first));
          expect(JSON.stringify(second.simulator.snapshot())).toBe(
            JSON.stringify(first.simulator.snapshot()),
          );
        },
      ),
      { numRuns: WHOLE ? 40 : 2 },
    );
  });

  it('and other traffic at another seed', async () => {
    const digests = await Promise.all(
      [1, 2].map(async (seed) => {
        const played = play(reported(seed, [part({ count: 5, drives: driving({ route: 1 }) })]));
        await played.pass(10 * minute);
        return played.simulator.fleet.log.digest();
      }),
    );
    expect(digests[0]).not.toBe(digests[1]);
  });
});

describe('whatever a story does with its vehicles', () => {
  it('none is ever faster than the limits and its driver allow, and no odometer goes back', async () => {
    await fc.assert(
      fc.asyncProperty(parts, orders, fc.integer({ min: 1, max: 1_000 }), async (fleet, given, seed) => {
        const played = play(reported(seed, fleet), { watched });
        await through(played, given, []);
        for (let device = 1; device <= played.simulator.fleet.devices.count; device++) {
          const reports = played.simulator.fleet.locations.between(device, start, start + hour);
          let odometer = 0;
          for (const report of reports) {
            expect(report.speed).toBeLessThanOrEqual(90 + 12 + 0.1);
            expect(report.odometer).toBeGreaterThanOrEqual(odometer);
            odometer = report.odometer ?? 0;
          }
        }
      }),
      { numRuns: WHOLE ? 40 : 2 },
    );
  });

  it('none is anywhere that it cannot have driven to since it was last heard of', async () => {
    await fc.assert(
      fc.asyncProperty(parts, orders, fc.integer({ min: 1, max: 1_000 }), async (fleet, given, seed) => {
        const played = play(reported(seed, fleet));
        const devices = played.simulator.fleet.devices.count;
        const was = Array.from({ length: devices }, (_, i) => played.traffic.at(i + 1));
        const begin = played.simulator.clock.now();
        for (let step = 1; step <= 60; step++) {
          await played.simulator.clock.advance(begin + step * 5 * second);
          for (const order of given) if (order.after % 60 === step) give(played, order);
          for (let device = 1; device <= devices; device++) {
            const [before, now] = [was[device - 1] as (typeof was)[0], played.traffic.at(device)];
            const north = (now.latitude - before.latitude) * 111_195;
            const east = (now.longitude - before.longitude) * 75_500;
            expect(Math.hypot(north, east)).toBeLessThanOrEqual(((90 + 12) / 3.6) * 5 + 1);
            was[device - 1] = now;
          }
        }
      }),
      { numRuns: WHOLE ? 25 : 2 },
    );
  });
});

it('a state of another form is refused', () => {
  const played = play(reported(1, [part({ count: 2 })]), { watched });
  expect(() => played.traffic.restore({ version: 7 })).toThrow();
  expect(() => played.traffic.restore(null)).toThrow();
  const state = played.traffic.save() as { waves: object[] };
  const [wave, ...others] = state.waves;
  const damaged = [{ ...wave, intervals: null }, ...others];
  expect(() => played.traffic.restore({ ...state, waves: damaged })).toThrow(
    '/waves/0/intervals must be object',
  );
});
