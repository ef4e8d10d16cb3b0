/** Moments to go back to, with all that is in a world. */
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../contracts/kit/durations.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';

function worldWithAll(): Simulator {
  const simulator = createSimulator({ devices: 40, historyPerDevice: 5, seed: 3 });
  const { fleet } = simulator;
  fleet.groups.create({ name: '\u00000', description: 'x'.repeat(5_000) });
  fleet.limits.set(2, { dailySms: 3, expirationDate: '2026-01-06', expires: true });
  fleet.alerts.raise(2, { type: 'sos', severity: 'critical' });
  return simulator;
}

async function drive(simulator: Simulator, turns: number): Promise<void> {
  const { clock, fleet } = simulator;
  for (let turn = 0; turn < turns; turn++) {
    await clock.advance(clock.now() + 7 * MINUTE);
    for (let device = 1; device <= 40; device += 1 + (turn % 3)) {
      const attributes = device % 10 === 0 ? { turn } : null;
      const place = { latitude: 52 + turn / 100, longitude: -13 - device / 100, speed: 50, attributes };
      fleet.locations.record(device, { deviceTime: clock.now() - 1_000 * turn, ...place });
    }
  }
}

describe('a checkpoint', () => {
  it('has the whole world again, as a snapshot of that moment has it', async () => {
    const simulator = worldWithAll();
    await drive(simulator, 3);
    const first = simulator.checkpoint();
    const [atFirst, keyAtFirst] = [simulator.snapshot(), simulator.fleet.account.apiKey];
    await drive(simulator, 4);
    const second = simulator.checkpoint(first);
    const atSecond = simulator.snapshot();
    simulator.fleet.account.setApiKey('another-key');
    await drive(simulator, 9);
    for (const [checkpoint, snapshot] of [
      [first, atFirst],
      [second, atSecond],
      [first, atFirst],
      [second, atSecond],
    ] as const) {
      simulator.goTo(checkpoint);
      expect(simulator.snapshot()).toEqual(snapshot);
      expect(simulator.clock.now()).toBe(checkpoint.at);
      expect(simulator.fleet.account.apiKey).toBe(keyAtFirst);
    }
  });

  it('goes on as the world went on the first time', async () => {
    const simulator = worldWithAll();
    await drive(simulator, 5);
    const checkpoint = simulator.checkpoint();
    await drive(simulator, 6);
    const expected = simulator.snapshot();
    simulator.goTo(checkpoint);
    await drive(simulator, 6);
    expect(simulator.snapshot()).toEqual(expected);
  });

  it('stands alone where the one that it is to share with is later', async () => {
    const simulator = worldWithAll();
    await drive(simulator, 2);
    const early = simulator.checkpoint();
    await drive(simulator, 4);
    const late = simulator.checkpoint(early);
    simulator.goTo(early);
    await drive(simulator, 1);
    const expected = simulator.snapshot();
    const between = simulator.checkpoint(late);
    await drive(simulator, 3);
    simulator.goTo(between);
    expect(simulator.snapshot()).toEqual(expected);
  });

  it('takes little where little has changed since the one before', async () => {
    const simulator = createSimulator({ devices: 2_000 });
    const { clock, fleet } = simulator;
    for (let device = 1; device <= 2_000; device++)
      fleet.locations.record(device, { deviceTime: clock.now(), latitude: 1, longitude: device / 100 });
    const first = simulator.checkpoint();
    await clock.advance(clock.now() + HOUR);
    fleet.locations.record(7, { deviceTime: clock.now(), latitude: 1, longitude: 2 });
    const second = simulator.checkpoint(first);
    expect(second.bytes).toBeLessThan(first.bytes * 0.7);
    expect(second.stretch.bytes).toBeLessThan(first.stretch.bytes * 0.7);
  });
});
