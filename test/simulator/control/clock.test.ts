import { afterEach, describe, expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { clientOf } from '../client.ts';

const inTurn = turns(2);

let simulator: Simulator;
afterEach(() => simulator.stop());

function world(options = {}) {
  simulator = createSimulator(options);
  return clientOf(simulator);
}

describe('the clock', () => {
  test('is frozen at the start time until it is moved', async () => {
    const { control } = world({ at: '2026-03-01T00:00:00Z' });
    expect((await control('GET', '/clock')).json).toEqual({
      now: '2026-03-01T00:00:00.000Z',
      speed: 1,
      frozen: true,
      until: null,
      advancing: false,
    });
  });

  test('can be set forward but never back, and says so', async () => {
    const { control } = world();
    expect((await control('PUT', '/clock', { now: '2026-01-05T10:00:00Z' })).json.now).toBe(
      '2026-01-05T10:00:00.000Z',
    );
    const refused = await control('PUT', '/clock', { now: '2026-01-05T09:59:59Z' });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'TIME_BACKWARDS', field: 'now', hint: expect.any(String) });
    expect((await control('GET', '/clock')).json.now).toBe('2026-01-05T10:00:00.000Z');
  });

  test('takes a speed and runs; frozen again it stops', async () => {
    const { control } = world();
    expect((await control('PUT', '/clock', { speed: 3600, frozen: false })).json).toMatchObject({
      speed: 3600,
      frozen: false,
    });
    expect((await control('PUT', '/clock', { frozen: true })).json.frozen).toBe(true);
  });

  test('as fast as possible goes to its end and stays there', async () => {
    const { control } = world();
    await control('PUT', '/clock', { speed: 'max', until: '2026-01-08T00:00:00Z', frozen: false });
    await expect
      .poll(async () => (await control('GET', '/clock')).json)
      .toMatchObject({
        now: '2026-01-08T00:00:00.000Z',
        frozen: true,
      });
  });

  test.each([
    [{ speed: 0 }, 'SPEED_INVALID'],
    [{ speed: -1 }, 'SPEED_INVALID'],
    [{ speed: 'fast' }, 'BODY_INVALID'],
    [{ speed: 'max', frozen: false }, 'SPEED_NEEDS_UNTIL'],
    [{ now: 'tomorrow' }, 'TIME_INVALID'],
    [{ now: 5 }, 'BODY_INVALID'],
    [{ frozen: 'yes' }, 'BODY_INVALID'],
    [{ frozzen: true }, 'BODY_INVALID'],
  ])('%j is refused as %s and changes nothing', async (change, code) => {
    const { control } = world();
    const before = (await control('GET', '/clock')).json;
    const refused = await control('PUT', '/clock', change);
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe(code);
    expect((await control('GET', '/clock')).json).toEqual(before);
  });
});

test.runIf(inTurn())(
  'a reset in the middle of setting the time leaves the clock as it was at the start',
  async () => {
    const { control } = world();
    const at = (minute: number) => ({
      deviceTime: Date.UTC(2026, 0, 5, 8, minute),
      latitude: 48,
      longitude: 11,
    });
    simulator.fleet.locations.plan(
      1,
      Array.from({ length: 200_000 }, (_, minute) => at(minute)),
    );
    const setting = control('PUT', '/clock', { now: '2026-05-01T00:00:00Z', frozen: false, speed: 100 });
    await control('POST', '/reset');
    const start = { now: '2026-01-05T08:00:00.000Z', frozen: true, speed: 1 };
    expect((await setting).json).toMatchObject(start);
    expect((await control('GET', '/clock')).json).toMatchObject(start);
  },
);

test('a call that freezes the clock while it is set to run on from a later time is obeyed', async () => {
  const { control } = world();
  const at = (minute: number) => ({
    deviceTime: Date.UTC(2026, 0, 5, 8, minute),
    latitude: 48,
    longitude: 11,
  });
  simulator.fleet.locations.plan(
    1,
    Array.from({ length: 100_000 }, (_, minute) => at(minute)),
  );
  const setting = control('PUT', '/clock', { now: '2026-02-01T00:00:00Z', frozen: false });
  await control('PUT', '/clock', { frozen: true });
  expect((await setting).json).toMatchObject({ now: '2026-02-01T00:00:00.000Z', frozen: true });
});

describe('an advance', () => {
  test('answers when settled, with what happened in order and a digest', async () => {
    const client = world({ devices: 2 });
    await client.token();
    await client.control('PUT', '/devices/dev-1/limits', { expires: true, expirationDate: '2026-01-06' });
    const { json } = await client.control('POST', '/clock/advance', { by: 'PT16H' });
    expect(json).toMatchObject({
      from: '2026-01-05T08:00:00.000Z',
      reached: '2026-01-06T00:00:00.000Z',
      settled: true,
      complete: true,
      digest: expect.stringMatching(/^[0-9a-f]{16,}$/),
    });
    const happened = json.happened.map((each: { at: string; kind: string }) => [each.at, each.kind]);
    expect(happened[0]).toEqual(['2026-01-05T09:00:00.000Z', 'token-expired']);
    expect(
      happened
        .slice(1)
        .map((each: string[]) => each[1])
        .sort(),
    ).toEqual(['day-ended', 'device-expired']);
    expect(json.happened.find((each: { kind: string }) => each.kind === 'device-expired').deviceId).toBe(
      'dev-1',
    );
  });

  test('counts all that happened, recorded locations too, which are not reported one by one', async () => {
    const client = world();
    const start = Date.UTC(2026, 0, 5, 8);
    const fixes = Array.from({ length: 50 }, (_, minute) => ({
      deviceTime: start + (minute + 1) * 60_000,
      latitude: 48,
      longitude: 11,
    }));
    simulator.fleet.locations.plan(1, fixes);
    await client.token();
    const first = (await client.control('POST', '/clock/advance', { by: 'PT30M' })).json;
    expect(first).toMatchObject({ events: 30, happened: [], counts: { 'location-recorded': 30 } });
    const second = (await client.control('POST', '/clock/advance', { by: 'PT30M' })).json;
    expect(second.counts).toEqual({ 'location-recorded': 20, 'token-expired': 1 });
  });

  test('that would go back says from where, and does not blame a field that was not sent', async () => {
    const { control } = world();
    const { json } = await control('POST', '/clock/advance', { to: '2026-01-05T07:59:00Z' });
    expect(json.detail).toBe('The clock is at 2026-01-05T08:00:00.000Z and cannot go back by 60 s.');
    expect(json.field).toBeUndefined();
  });

  test('to a time and by a duration come to the same', async () => {
    const by = await world({}).control('POST', '/clock/advance', { by: 'PT90M' });
    simulator.stop();
    const to = await world({}).control('POST', '/clock/advance', { to: '2026-01-05T09:30:00Z' });
    expect(by.json).toEqual(to.json);
  });

  test('stops after as many events as it may take', async () => {
    const { control } = world();
    const { json } = await control('POST', '/clock/advance', { by: 'P10D', maxEvents: 3 });
    expect(json).toMatchObject({
      settled: false,
      stopped: 'event-limit',
      events: 3,
      reached: '2026-01-08T00:00:00.000Z',
    });
  });

  test.runIf(inTurn())(
    'lets requests be answered meanwhile, can be interrupted, and refuses a second one',
    async () => {
      const { control } = world({ at: '2026-01-01T00:00:00Z' });
      const fixes = Array.from({ length: 400_000 }, (_, i) => ({
        deviceTime: Date.UTC(2026, 0, 1) + i * 1_000,
        latitude: 48,
        longitude: 11,
      }));
      simulator.fleet.locations.plan(1, fixes);
      const advance = control('POST', '/clock/advance', { by: 'P30D' });
      const meanwhile = await control('GET', '/clock');
      expect(meanwhile.json.advancing).toBe(true);
      expect((await control('POST', '/clock/advance', { by: 'PT1S' })).json.code).toBe('ADVANCE_RUNNING');
      expect((await control('DELETE', '/clock/advance')).json.interrupted).toBe(true);
      expect((await advance).json).toMatchObject({ settled: false, stopped: 'interrupted' });
      expect((await control('GET', '/clock')).json.advancing).toBe(false);
    },
  );

  test.each([
    [{}, 'BODY_INVALID'],
    [{ by: 'PT1H', to: '2026-01-06T00:00:00Z' }, 'BODY_INVALID'],
    [{ by: 'an hour' }, 'DURATION_INVALID'],
    [{ by: 'P900Y' }, 'DURATION_INVALID'],
    [{ by: '-PT1H' }, 'TIME_BACKWARDS'],
    [{ to: '2026-01-04T00:00:00Z' }, 'TIME_BACKWARDS'],
    [{ to: '2126-01-04T00:00:00Z' }, 'TIME_OUT_OF_RANGE'],
    [{ by: 'PT1H', maxEvents: 0 }, 'BODY_INVALID'],
    [{ by: 'PT1H', maxEvents: -1 }, 'BODY_INVALID'],
    [{ by: 'PT1H', maxEvents: 1.5 }, 'BODY_INVALID'],
  ])('%j is refused as %s', async (body, code) => {
    const { control } = world();
    expect((await control('POST', '/clock/advance', body)).json.code).toBe(code);
  });
});

test('deadlines report what the clock will bring next: tokens, devices, the end of the day', async () => {
  const client = world();
  await client.token();
  await client.control('PUT', '/devices/dev-2/limits', { expires: true, expirationDate: '2026-01-07' });
  const { now, deadlines } = (await client.control('GET', '/deadlines?limit=10')).json;
  expect(now).toBe('2026-01-05T08:00:00.000Z');
  expect(deadlines.map((each: { at: string; kind: string }) => `${each.at} ${each.kind}`)).toEqual([
    '2026-01-05T09:00:00.000Z token-expiry',
    '2026-01-06T00:00:00.000Z day-end',
    '2026-01-07T00:00:00.000Z device-expiry',
  ]);
  expect(deadlines[2].deviceId).toBe('dev-2');
});
