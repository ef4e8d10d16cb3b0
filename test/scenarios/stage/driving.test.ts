/** The plain fleet that drives about the town by itself. */
import { afterEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../contracts/kit/durations.ts';
import { drivingDevices, drivingFleet } from '../../../scenarios/player/stage/driving.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { signed } from '../../client.ts';

const made: { stop(): void }[] = [];
afterEach(() => {
  for (const each of made.splice(0)) each.stop();
});

function driving({ devices = 10, seed = 1, at = '2026-01-05T08:00:00Z' } = {}): Simulator {
  const simulator = createSimulator({ devices, seed, at, companion: drivingFleet(devices, seed) });
  made.push(simulator);
  return simulator;
}

const ids = (simulator: Simulator) => simulator.fleet.devices.list().map(({ id }) => id);
const lastOf = (simulator: Simulator) => ids(simulator).map((id) => simulator.fleet.locations.last(id));
const wait = (simulator: Simulator, ms: number) => simulator.clock.advance(simulator.clock.now() + ms);

describe('a fleet that drives', () => {
  test('has a location of every device within the first second', async () => {
    const simulator = driving({ devices: 25 });
    await wait(simulator, SECOND);
    expect(lastOf(simulator)).not.toContain(undefined);
  });

  test('moves within half a minute, and stops on the way', async () => {
    const simulator = driving();
    await wait(simulator, 30 * SECOND);
    const speeds = lastOf(simulator).map((last) => last?.speed ?? 0);
    expect(speeds.filter((speed) => speed > 5).length).toBeGreaterThan(4);
    await wait(simulator, HOUR);
    const stopped = lastOf(simulator).filter((last) => last?.speed === 0);
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.length).toBeLessThan(10);
  });

  test('goes on day and night, with a few alerts an hour whose messages are sent', async () => {
    const simulator = driving({ seed: 3, at: '2026-01-05T20:00:00Z' });
    await wait(simulator, 6 * HOUR);
    const since = simulator.clock.now() - 30 * MINUTE;
    const track = ids(simulator).map(
      (id) => simulator.fleet.locations.between(id, since, since + HOUR).length,
    );
    expect(Math.min(...track)).toBeGreaterThan(10);
    const { 'alert-raised': alerts, 'message-sent': messages } = simulator.fleet.log.counts;
    expect(alerts).toBeGreaterThan(6);
    expect(alerts).toBeLessThan(6 * 12);
    expect(messages).toBeGreaterThan(6);
    const types = new Set(simulator.fleet.alerts.recent(500).map(({ type }) => type));
    expect([...types].sort()).toEqual(['geofence-enter', 'geofence-exit', 'idling', 'speeding']);
  });

  test('goes the same way from the same seed, and another from another', async () => {
    const digest = async (seed: number) => {
      const simulator = driving({ seed });
      await wait(simulator, 10 * MINUTE);
      return simulator.fleet.log.digest();
    };
    expect(await digest(7)).toBe(await digest(7));
    expect(await digest(8)).not.toBe(await digest(7));
  });

  test('begins anew with a reset', async () => {
    const simulator = driving();
    await wait(simulator, 10 * MINUTE);
    const before = simulator.fleet.log.digest();
    simulator.reset();
    await wait(simulator, 10 * MINUTE);
    expect(simulator.fleet.log.digest()).toBe(before);
  });

  test('goes on from a snapshot as it would have without', async () => {
    const simulator = driving();
    await wait(simulator, 10 * MINUTE);
    const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()));
    expect(drivingDevices(snapshot.companion)).toBe(10);
    await wait(simulator, 20 * MINUTE);
    const other = driving();
    other.restore(snapshot);
    await wait(other, 20 * MINUTE);
    expect(other.fleet.log.digest()).toBe(simulator.fleet.log.digest());
  });

  test('refuses the snapshot of a fleet of another size, and one of another form', () => {
    const snapshot = JSON.parse(JSON.stringify(driving({ devices: 4 }).snapshot()));
    expect(() => driving().restore(snapshot)).toThrow(/\/companion\/devices must be 10/);
    const { companion } = snapshot;
    for (const wrong of [
      null,
      { ...companion, quietUntil: ['soon'] },
      { ...companion, quietUntil: [] },
      { ...companion, traffic: {} },
      { ...companion, driving: 2 },
    ]) {
      expect(() => driving({ devices: 4 }).restore(signed({ ...snapshot, companion: wrong }))).toThrow(
        /\/companion/,
      );
    }
    expect(drivingDevices(null)).toBeUndefined();
  });

  test('raises no alert of an expired device, and drives on', async () => {
    const [valid, expired] = [driving({ devices: 1 }), driving({ devices: 1 })];
    expired.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-04' });
    await Promise.all([wait(valid, 10 * MINUTE), wait(expired, 10 * MINUTE)]);
    expect(valid.fleet.log.counts['alert-raised']).toBe(1);
    expect(expired.fleet.log.counts['alert-raised']).toBe(0);
    expect(expired.clock.now()).toBe(valid.clock.now());
  });

  test('may be empty', async () => {
    const simulator = driving({ devices: 0 });
    await wait(simulator, HOUR);
    expect(simulator.fleet.log.counts['location-recorded']).toBe(0);
  });

  test('of 2,000 devices reports no more often than a machine can take', async () => {
    const simulator = driving({ devices: 2_000 });
    await wait(simulator, SECOND);
    const before = simulator.fleet.log.counts['location-recorded'];
    await wait(simulator, 20 * SECOND);
    expect(simulator.fleet.log.counts['location-recorded'] - before).toBeLessThan(20 * 450);
  });
});

describe('on the stage', () => {
  function staged(): Stage {
    const stage = createStage({
      plain: (added) => createSimulator({ devices: 3, ...added }),
      driving: drivingFleet(3, 1),
    });
    made.push(stage);
    return stage;
  }
  const ask = async (stage: Stage, method: string, path: string, body?: object) => {
    const target = `/_control${path}`;
    const reply = await stage.handle({ method, target, headers: {}, body: body && JSON.stringify(body) });
    return JSON.parse(reply.body);
  };

  test('a page can draw the roads of its town', async () => {
    const { story, roads } = await ask(staged(), 'GET', '/story');
    expect(story).toBe(null);
    expect(roads.features.length).toBeGreaterThan(100);
  });

  test('is there again when a story is taken off', async () => {
    const stage = staged();
    await ask(stage, 'PUT', '/story', { name: 'tunnel' });
    await ask(stage, 'PUT', '/story', { name: null });
    await ask(stage, 'POST', '/clock/advance', { by: 'PT1S' });
    expect(lastOf(stage.simulator)).not.toContain(undefined);
  });

  test('a stolen vehicle is driven off, and its signal is jammed', async () => {
    const stage = staged();
    const { did } = await ask(stage, 'POST', '/inject', { device: 'dev-3', kind: 'theft' });
    expect(did).toContain('towed away');
    await ask(stage, 'POST', '/clock/advance', { by: 'PT15M' });
    const last = stage.simulator.fleet.locations.last(3);
    expect(stage.simulator.clock.now() - (last?.receivedAt ?? 0)).toBeGreaterThan(11 * MINUTE);
  });
});
