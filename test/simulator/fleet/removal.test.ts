/** A device that is removed: it is served no more, uses no licence, and leaves the rest of the world whole. */
import { describe, expect, it } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../../simulator/index.ts';

async function world(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ devices: 3, licences: 4, ...options });
  const control = async (method: string, path: string, body?: object) => {
    const reply = await simulator.handle({
      method,
      target: `/_control${path}`,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: reply.status, json: JSON.parse(reply.body) };
  };
  const { token } = (await (async () => {
    const { userName, apiKey } = simulator.fleet.account;
    const reply = await simulator.handle({
      method: 'POST',
      target: '/api/Auth/Token',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, apiKey }),
    });
    return JSON.parse(reply.body);
  })()) as { token: string };
  const api = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await simulator.handle({ method: 'GET', target: `/api${path}`, headers, body: undefined });
    return { status: reply.status, text: reply.body };
  };
  return { simulator, control, api };
}

describe('DELETE /_control/devices/{id}', () => {
  it('takes a device out of every list, its group and its licence, and gives its number to no other', async () => {
    const { simulator, control, api } = await world();
    const { fleet } = simulator;
    const group = fleet.devices.get(2)?.groupId ?? 0;
    expect(await control('DELETE', '/devices/dev-2')).toEqual({
      status: 200,
      json: { id: 'dev-2', status: 'deleted' },
    });
    expect(fleet.devices.list().map(({ id }) => id)).toEqual([1, 3]);
    expect([fleet.devices.count, fleet.devices.total(), fleet.account.licencesUsed]).toEqual([2, 2, 2]);
    expect(fleet.groups.peek(group)?.deviceIds).not.toContain(2);
    expect((await api('/devices/dev-2')).status).toBe(404);
    expect((await api('/devices')).text).not.toContain('dev-2');
    expect((await control('GET', '/devices/dev-2')).json.code).toBe('UNKNOWN_DEVICE');
    expect((await control('DELETE', '/devices/dev-2')).json.code).toBe('UNKNOWN_DEVICE');
    expect((await control('POST', '/devices', { id: 'dev-2' })).json.code).toBe('ID_TAKEN');
    expect(
      (await control('POST', '/devices', { count: 2 })).json.devices.map(({ id }: { id: string }) => id),
    ).toEqual(['dev-4', 'dev-5']);
    expect(simulator.journal).toBeDefined();
  });

  it('ends what was awaited of it: no expiry and no report come', async () => {
    const { simulator, control } = await world();
    const { fleet, clock } = simulator;
    fleet.limits.set(2, { expires: true, expirationDate: '2026-01-06' });
    fleet.locations.plan(2, [{ deviceTime: clock.now() + 1_000, latitude: 1, longitude: 2 }]);
    fleet.limits.send(2, 'sms', 3);
    await control('DELETE', '/devices/dev-2');
    await clock.advance(clock.now() + 3 * 24 * 3_600_000);
    expect(fleet.account.licencesUsed).toBe(2);
    expect(fleet.log.since(0, 100).filter(({ kind }) => kind === 'device-expired')).toEqual([]);
    expect(simulator.outbox.list().every(({ deviceId }) => deviceId === 2)).toBe(true);
  });

  it('is kept by a snapshot and a fork, and the world as a fixture can be read', async () => {
    const { simulator, control } = await world();
    simulator.fleet.alerts.raise(2, { type: 'sos' });
    simulator.fleet.alerts.raise(3, { type: 'sos' });
    await control('DELETE', '/devices/dev-2');
    const again = createSimulator({ snapshot: simulator.snapshot() });
    expect(again.fleet.devices.list().map(({ id }) => id)).toEqual([1, 3]);
    expect(again.snapshot()).toEqual(simulator.snapshot());
    const { json: fixture } = await control('GET', '/fixture');
    const beginning = createSimulator({ fixture });
    expect([beginning.fleet.devices.count, beginning.fleet.alerts.recent(9).length]).toEqual([2, 1]);
    again.fleet.devices.create({});
    expect(again.fleet.devices.list().map(({ id }) => id)).toEqual([1, 3, 4]);
  });
});
