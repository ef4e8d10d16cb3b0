/** A simulator of ours brings its controls itself. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, RawRequest } from '../../../contracts/deployment/answer.ts';
import { connectControls } from '../../../contracts/deployment/controls/index.ts';
import type { Controls as Offered } from '../../../contracts/profile/profile.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';
import { answerOf } from './bench.ts';

const running: Simulator[] = [];
afterEach(() => {
  for (const simulator of running.splice(0)) simulator.stop();
});

async function connect(
  options: SimulatorOptions = {},
  { controls: offered, ...given }: { controls?: Offered; controlToken?: string; target?: string } = {},
) {
  const simulator = createSimulator(options);
  running.push(simulator);
  const sent: RawRequest[] = [];
  const target = given.target ?? 'http://127.0.0.1:4010/fleet';
  const send = async (request: RawRequest): Promise<Answer> => {
    sent.push(request);
    const { url, method, headers = {}, body } = request;
    const response = await simulator.fetch(
      new Request(url.startsWith('/') ? target + url : url, {
        method,
        headers,
        ...(body !== undefined && { body }),
      }),
    );
    const json: unknown = await response.json();
    const { status } = response;
    return answerOf(status, json, sent.length - 1);
  };
  const sender = { send, signal: new AbortController().signal };
  const shared = await connectControls({
    ...sender,
    profile: { roadtest: 1, name: 'test', openings: {}, ...(offered && { controls: offered }) },
    target,
    now: () => simulator.clock.now(),
    host: {},
    chargeMessages: () => undefined,
    ...given,
  });
  return { simulator, sent, controls: shared.using(sender), other: shared.using(sender) };
}

describe('recognition', () => {
  it('is by the clock of the control API, at the origin whatever the base address', async () => {
    const { controls, sent } = await connect();
    expect(controls.simulator).toBe(true);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://127.0.0.1:4010/_control/clock',
    ]);
  });

  it('needs the control token where one is asked for', async () => {
    expect((await connect({ controlToken: 's3cret' })).controls.simulator).toBe(false);
    const { controls } = await connect({ controlToken: 's3cret' }, { controlToken: 's3cret' });
    expect(controls.simulator).toBe(true);
    expect(await controls.readLicences()).toMatchObject({ total: 10 });
  });

  it('is not fooled by something else at that address', async () => {
    const sender = {
      send: async () => ({ status: 200, json: { now: 'noon' }, headers: {} }) as never,
      signal: new AbortController().signal,
    };
    const shared = await connectControls({
      ...sender,
      profile: { roadtest: 1, name: 'test', openings: {} },
      target: 'https://fleet.example',
      now: () => 0,
      host: {},
      chargeMessages: () => undefined,
    });
    expect(shared.using(sender).simulator).toBe(false);
  });

  it("leaves a profile's own controls alone: they are about the real deployment", async () => {
    const offered: Offered = {
      advance: { by: 'http', method: 'POST', url: 'https://production.example/clock' },
    };
    const { controls, sent, simulator } = await connect({}, { controls: offered });
    const before = simulator.clock.now();
    await controls.advance({ by: 3_600_000 });
    expect(simulator.clock.now()).toBe(before + 3_600_000);
    expect(sent.some(({ url }) => url.includes('production'))).toBe(false);
  });
});

describe('its controls', () => {
  it('do what a tester would do in the user interface', async () => {
    const { controls, simulator } = await connect();
    await controls.setLimits('dev-1', { dailyEmail: 2, expires: true, expirationDate: '2026-06-01' });
    expect(await controls.send('dev-1', 'email', 3)).toMatchObject({ sent: 2, withheld: 1 });
    expect(await controls.readLimits('dev-1')).toMatchObject({
      dailyEmail: 2,
      dailySms: null,
      usageEmail: 2,
      expires: true,
      expirationDate: '2026-06-01',
    });
    await controls.setApiEnabled(false);
    expect(simulator.fleet.account.apiEnabled).toBe(false);
    expect((await controls.setLimits('dev-1', { usageEmail: 0 })).outcome).toBe('refused');
    expect((await controls.activate('dev-1')).activated).toBe(false);
  });

  it('make devices that count, giving the account the licences that takes and some for the devices to come', async () => {
    const { controls, simulator } = await connect({ devices: 2, licences: 2 });
    const made = await Promise.all([
      controls.createDevice(),
      controls.createDevice(),
      controls.createDevice(),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    expect(simulator.fleet.account.view().licences).toEqual({ total: 15, used: 5, available: 10 });
    await controls.createDevice();
    expect(simulator.fleet.account.view().licences).toEqual({ total: 15, used: 6, available: 9 });
  });

  it('use up the licences that are free before', async () => {
    const { controls, simulator } = await connect({ devices: 2, licences: 10 });
    await controls.createDevice();
    expect(simulator.fleet.account.view().licences).toEqual({ total: 10, used: 3, available: 7 });
  });

  it('remember for all cases what was sent, of devices that the run made and of no others', async () => {
    const { controls, other } = await connect();
    const { id } = await controls.createDevice();
    await controls.send(id, 'sms', 2);
    await controls.send('dev-1', 'sms', 1);
    expect(other.sentByRun(id, 'sms')).toBe(2);
    expect(other.sentByRun(id, 'email')).toBe(0);
    expect(other.sentByRun('dev-1', 'sms')).toBeUndefined();
  });

  it('know that time which has passed by itself need not be brought forward', async () => {
    const { controls } = await connect({ frozen: false, speed: 1_000_000 });
    await expect(controls.advance({ by: 1 })).resolves.toBeDefined();
  });
});
