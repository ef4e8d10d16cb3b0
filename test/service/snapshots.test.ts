/** Going back: snapshots, resets, saved moments, and what is no snapshot. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ControlError, createSimulator, type Simulator } from '../../simulator/index.ts';
import { type Client, open } from './client.ts';

const HOUR = 3_600_000;
const four = { devices: 4, seed: 9 };
const later = ({ clock }: Simulator, ms: number) => clock.advance(clock.now() + ms);

/** A little of everything, so that a snapshot has something to hold. */
async function live({ api, control }: Client<Simulator>): Promise<void> {
  await api('POST /api/groups', { name: 'Night shift', deviceIds: ['dev-1', 'dev-2'] });
  await api('POST /api/devices/dev-1/locations', { latitude: 48.1, longitude: 11.5, speed: 33.3 });
  await control('PUT /devices/dev-1/limits', { dailyEmail: 1, expires: true, expirationDate: '2026-01-07' });
  await api('POST /api/devices/dev-1/alerts', { type: 'sos', text: 'Help' });
  await control('PUT /faults', { rules: [{ operation: 'listUsers', refusal: 'failed', probability: 0.5 }] });
  await control('POST /clock/advance', { by: 'PT5H' });
}

/** The future of a world, as one text. */
async function future({ api, control }: Client<Simulator>): Promise<string> {
  const seen: string[] = [];
  for (const path of ['devices', 'groups', 'users', 'users', 'users', 'devices/dev-1/lastLocation'])
    seen.push((await api(`GET /api/${path}`)).body);
  seen.push((await api('POST /api/devices/dev-1/alerts', { type: 'sos' })).body);
  seen.push((await api('POST /api/users', { name: 'New' })).body);
  seen.push((await control('POST /clock/advance', { by: 'P3D' })).body);
  for (const path of ['outbox', 'devices']) seen.push((await control(`GET /${path}`)).body);
  return seen.join('\n');
}

describe('a snapshot', () => {
  it('goes on in another world exactly as in its own, and can be taken back there', async () => {
    const [first, second] = [open(four), open(four)];
    await live(first);
    const snapshot = (await first.control('GET /snapshot')).body;
    const once = await future(first);
    for (const at of [second, first]) {
      expect((await at.control('PUT /snapshot', snapshot)).status).toBe(200);
      expect(await future(at)).toBe(once);
    }
  });

  it('of a program stays as it is while its world goes on', async () => {
    const openings = {
      'rate-limit': { requests: 50, per: 'PT1H', retryAfter: true },
      consistency: { readableAfter: 'PT10S' },
    };
    const at = open({ ...four, profile: { roadtest: 1, name: 'Slow', openings } });
    await live(at);
    await at.token(); // counts in the window of the rate limit that the snapshot is taken in
    const snapshot = at.served.snapshot();
    const taken = JSON.stringify(snapshot);
    for (let round = 0; round < 2; round++) {
      await live(at);
      expect(JSON.stringify(snapshot)).toBe(taken);
      at.served.restore(snapshot);
      expect(JSON.stringify(at.served.snapshot())).toBe(taken);
    }
  });

  it('has the API key where that was asked for alone, and leaves the key that holds where it has none', async () => {
    const [first, second] = [
      open({ ...four, apiKey: 'key-of-first' }),
      open({ ...four, apiKey: 'key-of-second' }),
    ];
    const without = (await first.control('GET /snapshot')).body;
    expect(without + JSON.stringify(first.served.snapshot())).not.toContain('key-of-first');
    await second.control('PUT /snapshot', without);
    expect(second.served.fleet.account.apiKey).toBe('key-of-second');
    await second.control('PUT /snapshot', (await first.control('GET /snapshot?apiKey=include')).body);
    expect(second.served.fleet.account.apiKey).toBe('key-of-first');
  });

  it('that is damaged, edited, or of another version, profile or seed is refused, and changes nothing', async () => {
    const at = open(four);
    await live(at);
    const good = await at.shown('/snapshot?apiKey=include');
    const { clock, timeline, fleet } = good;
    const bad: [object, string][] = [
      [{}, 'SNAPSHOT_INVALID'],
      [{ ...good, format: 'other' }, 'SNAPSHOT_INVALID'],
      [{ ...good, version: 2 }, 'SNAPSHOT_VERSION'],
      [{ ...good, profile: 'Another' }, 'SNAPSHOT_PROFILE'],
      [{ ...good, seed: 10 }, 'SNAPSHOT_INVALID'],
      [{ ...good, clock: { ...clock, speed: -1 } }, 'SNAPSHOT_INVALID'],
      [{ ...good, timeline: { ...timeline, nextSequence: 1 } }, 'SNAPSHOT_INVALID'],
      [{ ...good, timeline: undefined }, 'SNAPSHOT_INVALID'],
      [{ ...good, fleet: { ...fleet, devices: {} } }, 'SNAPSHOT_INVALID'],
      [{ ...good, faults: null }, 'SNAPSHOT_INVALID'],
      [{ ...good, tokensIssued: good.tokensIssued + 1 }, 'SNAPSHOT_INVALID'],
      [{ ...good, fleet: { ...fleet, account: { ...fleet.account, licenceTotal: 99 } } }, 'SNAPSHOT_INVALID'],
      [{ ...good, more: true }, 'SNAPSHOT_INVALID'],
    ];
    for (const [snapshot, code] of bad) {
      const refused = await at.control('PUT /snapshot', snapshot);
      expect({ status: refused.status, code: refused.json.code }, code).toEqual({ status: 422, code });
      expect(await at.shown('/snapshot?apiKey=include')).toEqual(good);
    }
    for (const snapshot of [{}, { format: 'roadtest-snapshot', version: 99 }, null])
      expect(() => createSimulator({ snapshot })).toThrow(ControlError);
    const { apiKey: _, ...account } = fleet.account;
    const shared = { ...good, fleet: { ...fleet, account } };
    expect((await at.control('PUT /snapshot', shared)).status).toBe(200);
  });

  it('is the beginning of a simulator, which goes on as the world that was saved', async () => {
    const at = open(four);
    await live(at);
    const snapshot = JSON.parse(JSON.stringify(at.served.snapshot({ apiKey: 'include' })));
    const made = open({ snapshot });
    expect(made.served.seed).toBe(9);
    expect(await future(made)).toBe(await future(at));
    made.served.reset();
    expect(made.served.snapshot({ apiKey: 'include' })).toEqual(snapshot);
  });
});

describe('a reset', () => {
  it('leads back to the beginning: what was made, or the snapshot that was restored; with toStart the former', async () => {
    const at = open({ ...four, apiKey: 'first-key' });
    const { served } = at;
    const start = served.snapshot();
    await live(at);
    const saved = served.snapshot();
    await at.control('POST /reset');
    expect(served.snapshot()).toEqual(start);
    expect(await at.shown('/requests')).toMatchObject({ requests: [] });
    served.restore(saved);
    for (const _round of [1, 2]) {
      served.fleet.account.setApiKey('second-key');
      await later(served, 3 * HOUR);
      served.reset();
      expect(served.snapshot()).toEqual(saved);
      expect(served.fleet.account.apiKey).toBe('first-key');
    }
    served.reset({ toStart: true });
    expect(served.snapshot()).toEqual(start);
  });

  it('in the middle of an advance leaves the clock as it was at the start', async () => {
    const { served, control } = open(four);
    served.events.onEvent(() => {
      for (const end = performance.now() + 2; performance.now() < end; );
    });
    const setting = control('PUT /clock', { now: '2030-03-01T00:00:00Z', frozen: false, speed: 100 });
    await control('POST /reset');
    const start = { now: '2026-01-05T08:00:00.000Z', frozen: true, speed: 1 };
    expect((await setting).json).toMatchObject(start);
    expect((await control('GET /clock')).json).toMatchObject(start);
  });
});

it('a restart begins another world in place of this one, with options over those it was made with', () => {
  const { served } = open(four);
  served.restart({ devices: 7 });
  expect([served.fleet.devices.count, served.seed]).toEqual([7, 9]);
  expect(() => served.restart({ device: 3 } as object)).toThrow('Unknown option device');
  expect(served.fleet.devices.count).toBe(7);
});

it('what is saved has the whole world again, as a snapshot of that moment has it, and a reset goes where it went', async () => {
  const step = fc.tuple(
    fc.constantFrom('send', 'limit', 'expire', 'place', 'group', 'wait', 'mark', 'back'),
    fc.nat(3),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const { served } = open({ devices: 4, historyPerDevice: 3, seed: 3 });
      const start = served.snapshot();
      const { clock } = served;
      let marked = { world: served.save(), snapshot: served.snapshot() };
      for (const [what, n] of steps) {
        const { fleet } = served;
        if (what === 'send') fleet.limits.send(n + 1, 'sms', n);
        if (what === 'limit') fleet.limits.set(n + 1, { dailySms: n });
        if (what === 'expire')
          fleet.limits.set(n + 1, { expires: true, expirationDate: `2026-01-0${n + 6}` });
        if (what === 'place' && fleet.devices.get(n + 1)?.licence === 'used')
          fleet.locations.record(n + 1, {
            deviceTime: clock.now() - n,
            latitude: n,
            longitude: 1,
            attributes: { n },
          });
        if (what === 'group') fleet.groups.create({ name: `${n}`, deviceIds: [n + 1] });
        if (what === 'wait') await later(served, n * 7 * HOUR);
        if (what === 'mark') marked = { world: served.save(), snapshot: served.snapshot() };
        if (what === 'back') {
          served.load(marked.world);
          expect(served.snapshot()).toEqual(marked.snapshot);
        }
      }
      served.load(marked.world);
      expect(served.snapshot()).toEqual(marked.snapshot);
      served.reset();
      expect(served.snapshot()).toEqual(start);
    }),
    { numRuns: 12 },
  );
});
