import { describe, expect, it } from 'vitest';
import type { Route } from '../../../scenarios/language/terms.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import { at, driving, hour, minute, type Played, part, play, second, start, story } from './stories.ts';

const route: Route = {
  name: 'round',
  kind: 'roads',
  stops: [at('depot'), at('brewery'), at('market-square')],
};
const often = { moving: 10 * second, parked: minute, turns: false };
const world = (facts: Parameters<typeof part>[0] = {}, more: Parameters<typeof play>[1] = {}) =>
  play(
    story({
      fleet: [part({ report: often, drives: driving({ dwell: minute }), ...facts })],
      routes: [route],
    }),
    more,
  );
const locations = ({ simulator }: Played, device = 1): Location[] =>
  simulator.fleet.locations.between(device, start, start + 100 * hour);
const late = (printed: readonly Location[]) =>
  printed.filter(({ deviceTime, receivedAt }) => receivedAt > deviceTime);

describe('while nothing gets through', () => {
  it('nothing arrives, and the vehicle drives on', async () => {
    const played = world();
    await played.pass(5 * minute);
    played.traffic.loseSignal(1, 5 * minute, true);
    const before = locations(played).length;
    const there = played.traffic.at(1);
    await played.pass(5 * minute - second);
    expect(locations(played)).toHaveLength(before);
    expect(played.traffic.at(1)).not.toEqual(there);
  });

  it('what was not buffered never comes', async () => {
    const played = world();
    await played.pass(5 * minute);
    played.traffic.loseSignal(1, 5 * minute, false);
    await played.pass(hour);
    const printed = locations(played);
    expect(late(printed)).toEqual([]);
    const during = printed.filter(
      ({ deviceTime }) => deviceTime > start + 5 * minute && deviceTime < start + 10 * minute,
    );
    expect(during).toEqual([]);
  });

  it('it lasts until it is ended, where no time was given', async () => {
    const played = world();
    await played.pass(minute);
    played.traffic.loseSignal(1, null, true);
    const before = locations(played).length;
    await played.pass(hour);
    expect(locations(played)).toHaveLength(before);
    played.traffic.regainSignal(1);
    await played.pass(5 * minute);
    expect(late(locations(played)).length).toBeGreaterThan(60);
  });

  it('a device keeps only so much, and what is oldest gives way', async () => {
    const played = world({ report: { ...often, parked: 10 * second } });
    await played.pass(minute);
    played.traffic.loseSignal(1, 5 * hour, true);
    await played.pass(6 * hour);
    const came = late(locations(played));
    const times = new Set(came.map(({ deviceTime }) => deviceTime));
    expect(times.size).toBe(1_000);
    expect(Math.min(...times)).toBeGreaterThan(start + 2 * hour);
  });
});

describe('afterwards', () => {
  const afterDropout = async () => {
    const played = world({ count: 20, report: { ...often, parked: 10 * second } });
    await played.pass(5 * minute);
    for (let device = 1; device <= 20; device++) played.traffic.loseSignal(device, 10 * minute, true);
    await played.pass(20 * minute);
    return played;
  };

  it('what was buffered comes late: with the times of then, received over some seconds to minutes', async () => {
    const played = await afterDropout();
    const came = late(locations(played));
    expect(came.length).toBeGreaterThan(50);
    const received = came.map(({ receivedAt }) => receivedAt - start);
    expect(Math.min(...received)).toBeGreaterThan(15 * minute);
    expect(Math.max(...received)).toBeLessThan(18 * minute);
    expect(new Set(received).size).toBeGreaterThan(20);
  });

  it('partly out of order, and now and then twice', async () => {
    const played = await afterDropout();
    let backwards = 0;
    let twice = 0;
    for (let device = 1; device <= 20; device++) {
      const came = late(locations(played, device)).sort((a, b) => a.receivedAt - b.receivedAt);
      backwards += came.filter(({ deviceTime }, i) => deviceTime < (came[i - 1]?.deviceTime ?? 0)).length;
      twice += came.length - new Set(came.map(({ deviceTime }) => deviceTime)).size;
    }
    expect(backwards).toBeGreaterThan(50);
    expect(twice).toBeGreaterThan(20);
  });

  it('and the last location never goes back in time', async () => {
    const played = world();
    await played.pass(5 * minute);
    played.traffic.loseSignal(1, 5 * minute, true);
    let last = 0;
    for (let step = 0; step < 600; step++) {
      await played.pass(second);
      const now = played.simulator.fleet.locations.last(1)?.deviceTime ?? 0;
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it('attributes are those of then', async () => {
    const played = world({ sensors: { temperature: 4 }, report: { ...often, parked: 10 * second } });
    await played.pass(minute);
    played.traffic.loseSignal(1, 3 * minute, true);
    await played.pass(2 * minute);
    played.traffic.setSensor(1, 'temperature', 9);
    await played.pass(5 * minute);
    const came = late(locations(played));
    expect(new Set(came.map(({ attributes }) => attributes?.temperature))).toEqual(new Set([4, 9]));
  });

  it('lost again while it is still sending, it sends the rest later', async () => {
    const played = world({ report: { ...often, parked: 10 * second } });
    await played.pass(minute);
    played.traffic.loseSignal(1, 10 * minute, true);
    await played.pass(10 * minute + 12 * second);
    const some = new Set(late(locations(played)).map(({ deviceTime }) => deviceTime)).size;
    played.traffic.loseSignal(1, 10 * minute, true);
    await played.pass(20 * minute);
    const all = new Set(late(locations(played)).map(({ deviceTime }) => deviceTime)).size;
    expect(some).toBeGreaterThan(2);
    expect(all).toBeGreaterThan(100);
  });
});

it('a replay of the traffic elsewhere gets every report that reached the service', async () => {
  let printed = 0;
  const played = world(
    { sensors: { temperature: 4 } },
    {
      hooks: {
        reported: (device, words, _offset, attributes) => {
          expect([device, words.length, attributes]).toEqual([1, 8, { temperature: 4 }]);
          printed++;
        },
      },
    },
  );
  await played.pass(2 * minute);
  played.traffic.loseSignal(1, 3 * minute, true);
  await played.pass(10 * minute);
  expect(printed).toBe(locations(played).length);
});
