/** `reset` goes back to the world's own beginning, whatever that was. */
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../contracts/kit/durations.ts';
import {
  ControlError,
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/index.ts';

const made: Simulator[] = [];
afterEach(() => {
  for (const simulator of made.splice(0)) simulator.stop();
});

function simulatorOf(options: SimulatorOptions = {}): Simulator {
  const simulator = createSimulator({ seed: 3, devices: 4, ...options });
  made.push(simulator);
  return simulator;
}
const later = (simulator: Simulator, ms: number) => simulator.clock.advance(simulator.clock.now() + ms);
const control = async (simulator: Simulator, method: string, path: string, body?: object) => {
  const call = { method, target: `/_control${path}`, headers: {}, body: body && JSON.stringify(body) };
  return JSON.parse((await simulator.handle(call)).body);
};

/** A world in which an hour has passed and something was done. */
async function saved(): Promise<object> {
  const simulator = simulatorOf();
  simulator.fleet.limits.set(2, { dailySms: 7 });
  simulator.fleet.groups.create({ name: 'Night shift', deviceIds: [] });
  await later(simulator, HOUR);
  return JSON.parse(JSON.stringify(simulator.snapshot()));
}
const facts = ({ fleet, clock }: Simulator) => ({
  now: clock.now(),
  sms: fleet.limits.get(2).dailySms,
  groups: fleet.groups.list().length,
  digest: fleet.log.digest(),
});

describe('reset', () => {
  it('goes back to a snapshot that was restored, again and again', async () => {
    const snapshot = await saved();
    const simulator = simulatorOf();
    simulator.restore(snapshot);
    const beginning = facts(simulator);
    for (const _ of [1, 2]) {
      simulator.fleet.limits.set(2, { dailySms: 1 });
      await later(simulator, 3 * HOUR);
      expect(facts(simulator)).not.toEqual(beginning);
      simulator.reset();
      expect(facts(simulator)).toEqual(beginning);
    }
  });

  it('goes back to a snapshot that came by the control API', async () => {
    const simulator = simulatorOf();
    await control(simulator, 'PUT', '/snapshot', await saved());
    const beginning = facts(simulator);
    await later(simulator, MINUTE);
    await control(simulator, 'POST', '/reset', {});
    expect(facts(simulator)).toEqual(beginning);
  });

  it('goes back to what was made with toStart, and so does the next reset', async () => {
    const simulator = simulatorOf();
    const start = facts(simulator);
    simulator.restore(await saved());
    simulator.reset({ toStart: true });
    expect(facts(simulator)).toEqual(start);
    await later(simulator, HOUR);
    simulator.reset();
    expect(facts(simulator)).toEqual(start);
  });

  it('is not changed by going to a checkpoint', async () => {
    const simulator = simulatorOf();
    const start = facts(simulator);
    await later(simulator, HOUR);
    const checkpoint = simulator.checkpoint();
    await later(simulator, HOUR);
    simulator.goTo(checkpoint);
    simulator.reset();
    expect(facts(simulator)).toEqual(start);
  });

  it('gives back the API key that held at the beginning', async () => {
    const simulator = simulatorOf({ apiKey: 'first-key' });
    simulator.restore(await saved()); // without a key
    simulator.fleet.account.setApiKey('second-key');
    simulator.reset();
    expect(simulator.fleet.account.apiKey).toBe('first-key');
  });

  it('leaves the clock frozen or running as it began', async () => {
    const simulator = simulatorOf({ frozen: false, speed: 60 });
    await simulator.clock.set({ frozen: true, speed: 'max' });
    simulator.reset();
    expect(simulator.clock.view()).toMatchObject({ frozen: false, speed: 60 });
    simulator.resetsTo({ frozen: true, speed: 5 });
    simulator.reset();
    expect(simulator.clock.view()).toMatchObject({ frozen: true, speed: 5 });
    simulator.restore(await saved());
    simulator.resetsTo({ speed: 9 });
    simulator.reset();
    expect(simulator.clock.view()).toMatchObject({ frozen: true, speed: 9 });
  });
});

describe('a simulator that is made from a snapshot', () => {
  it('begins as the world that was saved, goes on identically, and resets to it', async () => {
    const snapshot = await saved();
    const other = simulatorOf();
    other.restore(snapshot);
    const simulator = createSimulator({ snapshot });
    made.push(simulator);
    expect(simulator.seed).toBe(3);
    const beginning = facts(simulator);
    expect(beginning).toEqual(facts(other));
    await Promise.all([later(simulator, 20 * HOUR), later(other, 20 * HOUR)]);
    expect(facts(simulator)).toEqual(facts(other));
    simulator.reset();
    expect(facts(simulator)).toEqual(beginning);
  });

  it('is prepared anew at each reset', async () => {
    const prepared: number[] = [];
    const simulator = simulatorOf({ snapshot: await saved(), prepare: (_, now) => prepared.push(now) });
    simulator.reset();
    expect(prepared).toEqual([simulator.clock.now(), simulator.clock.now()]);
  });

  it('takes the place of another world with restart', async () => {
    const snapshot = await saved();
    const simulator = simulatorOf();
    simulator.restart({ snapshot });
    expect(simulator.fleet.limits.get(2).dailySms).toBe(7);
  });

  it.each([{}, { format: 'roadtest-snapshot', version: 99 }, null])('is refused for %j', (snapshot) => {
    expect(() => simulatorOf({ snapshot })).toThrow(ControlError);
  });
});
