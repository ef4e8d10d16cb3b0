import { expect, it, onTestFinished } from 'vitest';
import { createStage } from '../../../scenarios/player/stage/stage.ts';
import { travelsView } from '../../../scenarios/player/stage/travels.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { ManualPace } from '../../manual-pace.ts';

const second = 1_000;
const minute = 60 * second;
const start = Date.UTC(2026, 2, 2, 8);
/** Degrees of latitude that a car goes in a second. */
const step = 15 / 111_195;

/** A car stands ten minutes in the depot, drives five minutes to the north, and stands there. */
async function served() {
  const pace = new ManualPace(start);
  const stage = createStage({
    plain: (added) => createSimulator({ devices: 3, pace, at: start, historyPerDevice: 5_000, ...added }),
  });
  onTestFinished(() => stage.stop());
  const { simulator } = stage;
  const fixes = Array.from({ length: 151 }, (_, index) => {
    const after = index * 10;
    const driven = Math.min(300, Math.max(0, after - 600));
    return { deviceTime: start + after * second, latitude: 48 + driven * step, longitude: 11 };
  });
  simulator.fleet.locations.plan(1, fixes);
  await simulator.clock.advance(start + 30 * minute);
  const get = async (path: string) => {
    const reply = await stage.handle({
      method: 'GET',
      target: `/_control${path}`,
      headers: {},
      body: undefined,
    });
    return { status: reply.status, json: JSON.parse(reply.body) };
  };
  return { simulator, get };
}

it('lists the trips and the stops of a vehicle', async () => {
  const { get } = await served();
  const { json } = await get('/devices/dev-1/trips');
  expect(json).toMatchObject({
    since: '2026-03-02T08:00:00.000Z',
    stops: [{ start: '2026-03-02T08:00:00.000Z' }, { end: '2026-03-02T08:25:00.000Z' }],
  });
  expect(json.trips).toHaveLength(1);
  expect(json.trips[0].distance).toBeGreaterThan(4_300);
  expect(json.trips[0].distance).toBeLessThan(4_600);
  expect(Date.parse(json.trips[0].start)).toBeCloseTo(start + 10 * minute, -5);
  expect((await get('/devices/dev-2/trips')).json).toEqual({ since: null, trips: [], stops: [] });
  expect(await get('/devices/nowhere/trips')).toMatchObject({ json: { code: 'UNKNOWN_DEVICE' } });
});

it('says how long it was within the area of a place', async () => {
  const { simulator } = await served();
  const depot = { centre: [48, 11] as const, radius: 1_500 };
  const { stops, trips } = travelsView(simulator.fleet, 1, [
    { name: 'depot', at: [48, 11], area: depot },
    { name: 'nowhere', at: [50, 11] },
  ]);
  const [name, first] = [stops[0]?.areas[0]?.name, stops[0]?.areas[0]?.seconds ?? 0];
  expect([name, Math.round(first / 60)]).toEqual(['depot', 10]);
  expect(stops[1]?.areas).toEqual([]);
  // 1.5 km of 4.5 in five minutes.
  expect(trips[0]?.areas[0]?.seconds).toBeGreaterThan(80);
  expect(trips[0]?.areas[0]?.seconds).toBeLessThan(120);
});

it('sums up a day of the fleet', async () => {
  const { get } = await served();
  const { json } = await get('/trips');
  expect(json).toMatchObject({ day: '2026-03-02', devices: 3, of: 3, trips: 1, stops: 2 });
  expect(json.driving + json.standing).toBe(25 * 60);
  expect((await get('/trips?day=2026-03-01')).json).toMatchObject({ trips: 0, stops: 0, since: null });
  expect(await get('/trips?day=yesterday')).toMatchObject({
    status: 422,
    json: { code: 'BODY_INVALID', field: 'day' },
  });
});
