/** Named checkpoints, and the changes since: with the state before they give the state after. */
import { afterEach, describe, expect, it } from 'vitest';
import { recordsOf } from '../../../simulator/control/checkpoints/records.ts';
import type { RecordChange } from '../../../simulator/control/schemas/index.ts';
import { WorldSecrets } from '../../../simulator/control/secrets.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';
import { SEED, WHOLE } from '../../sample.ts';
import { type Client, clientOf } from '../client.ts';

const made: Simulator[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.stop();
});
function world(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ devices: 3, ...options });
  made.push(simulator);
  const { control, authorised } = clientOf(simulator);
  return { simulator, control, authorised };
}

type State = Map<string, Map<string, unknown>>;
/** The records as they are now, as JSON has them. */
function stateOf({ fleet, lens }: Simulator): State {
  const { redactor } = new WorldSecrets(fleet.account, [], lens);
  const records = Object.entries(recordsOf({ fleet, lens }, redactor));
  return new Map(
    records.map(([resource, byId]) => [
      resource,
      new Map([...byId].map(([id, record]) => [String(id), JSON.parse(JSON.stringify(record))])),
    ]),
  );
}
/** A state with changes made to it. Each has to fit what is there. */
function changed(before: State, changes: readonly RecordChange[]): State {
  const after: State = new Map([...before].map(([resource, byId]) => [resource, new Map(byId)]));
  for (const { resource, id, change, before: was, after: is } of changes) {
    const records = after.get(resource);
    expect(records?.get(String(id)) ?? null).toEqual(was);
    expect(change).toBe(was === null ? 'created' : is === null ? 'removed' : 'changed');
    if (is === null) records?.delete(String(id));
    else records?.set(String(id), is);
  }
  return after;
}

/** Numbers from 0 to below a bound, always the same ones. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Send = (
  client: Pick<Client, 'control' | 'authorised'>,
  draw: (below: number) => number,
) => Promise<unknown>;
const device = (draw: (below: number) => number) => `dev-${1 + draw(5)}`;
const sends: readonly Send[] = [
  ({ authorised }, draw) =>
    authorised('POST', '/api/groups', { name: `G ${draw(99)}`, deviceIds: draw(2) ? [device(draw)] : [] }),
  ({ authorised }, draw) =>
    authorised('PATCH', `/api/groups/grp-${1 + draw(6)}`, { description: `d${draw(9)}` }),
  ({ authorised }, draw) => authorised('PUT', `/api/groups/grp-${1 + draw(6)}`, { name: `P ${draw(99)}` }),
  ({ authorised }, draw) => authorised('DELETE', `/api/groups/grp-${1 + draw(6)}`),
  ({ authorised }, draw) =>
    authorised('POST', '/api/users', { name: `U ${draw(99)}`, password: `secret-${draw(9)}` }),
  ({ authorised }, draw) => authorised('PATCH', `/api/users/usr-${1 + draw(8)}`, { disabled: draw(2) === 1 }),
  ({ authorised }, draw) => authorised('DELETE', `/api/users/usr-${2 + draw(8)}`),
  ({ authorised }, draw) =>
    authorised('POST', `/api/devices/${device(draw)}/locations`, {
      deviceTime: '2026-01-05T08:00:00Z',
      latitude: draw(80),
      longitude: draw(80),
    }),
  ({ authorised }, draw) =>
    authorised('POST', `/api/devices/${device(draw)}/alerts`, { type: 'sos', channels: ['sms', 'email'] }),
  ({ control }, draw) => control('PUT', `/devices/${device(draw)}/limits`, { dailySms: draw(3) }),
  ({ control }, draw) =>
    control('PUT', `/devices/${device(draw)}/limits`, {
      expires: true,
      expirationDate: `2026-01-${10 + draw(9)}`,
    }),
  ({ control }, draw) =>
    control('POST', `/devices/${device(draw)}/send`, { channel: 'sms', count: 1 + draw(3) }),
  ({ control }, draw) => control('POST', `/devices/${device(draw)}/activate`, {}),
  ({ control }, draw) => control('POST', '/devices', draw(2) ? { name: 'New' } : { id: `own-${draw(9)}` }),
  ({ control }, draw) => control('DELETE', `/devices/${device(draw)}`),
  ({ control }, draw) => control('PUT', '/account', { licences: { total: 20 + draw(3) } }),
  ({ control }, draw) => control('POST', '/clock/advance', { by: `PT${1 + draw(20)}H` }),
];

describe('changes', () => {
  it('give, with the state before, the state after; and undoing them gives the state before', async () => {
    const { simulator, control, authorised } = world({ historyPerDevice: 5 });
    const draw = drawing(SEED);
    const seen = new Set<string>();
    for (let round = 0; round < (WHOLE ? 400 : 12); round++) {
      await control('PUT', '/checkpoints/round', {});
      const before = stateOf(simulator);
      for (let call = 0; call < 25; call++) await sends[draw(sends.length)]?.({ control, authorised }, draw);
      const { json } = await control('GET', '/changes?since=round&limit=1000000');
      expect(json.count).toBe(json.changes.length);
      for (const { resource, change } of json.changes) seen.add(`${resource} ${change}`);
      expect(changed(before, json.changes)).toEqual(stateOf(simulator));
      if (draw(3) > 0) continue;
      await control('POST', '/checkpoints/round/undo', {});
      expect(stateOf(simulator)).toEqual(before);
      expect((await control('GET', '/changes?since=round')).json).toMatchObject({ count: 0, changes: [] });
    }
    expect(seen.size).toBeGreaterThan(WHOLE ? 14 : 5);
  }, 600_000);

  it('say what was created, changed and removed, by which event, and when', async () => {
    const { control, authorised } = world();
    await authorised('POST', '/api/groups', { name: 'Old' });
    await control('PUT', '/checkpoints/before');
    await control('POST', '/clock/advance', { by: 'PT1H' });
    await authorised('DELETE', '/api/groups/grp-2');
    const { json: group } = await authorised('POST', '/api/groups', { name: 'New', deviceIds: ['dev-2'] });
    const { json } = await control('GET', '/changes?since=before');
    expect(json).toMatchObject({
      since: { checkpoint: 'before', at: '2026-01-05T08:00:00.000Z' },
      now: { at: '2026-01-05T09:00:00.000Z' },
    });
    const groups = json.changes.filter(({ resource }: RecordChange) => resource === 'group');
    expect(groups).toMatchObject([
      {
        id: 'grp-1',
        change: 'changed',
        before: { deviceIds: ['dev-1', 'dev-2', 'dev-3'] },
        after: { deviceIds: ['dev-1', 'dev-3'] },
      },
      {
        id: 'grp-2',
        change: 'removed',
        before: { name: 'Old' },
        after: null,
        at: '2026-01-05T09:00:00.000Z',
      },
      { id: group.id, change: 'created', before: null, after: { name: 'New' }, sequence: json.now.sequence },
    ]);
    expect((await control('GET', '/changes?since=before&resource=group&id=grp-2')).json.count).toBe(1);
    expect((await control('GET', '/changes?since=before&resource=group&limit=1')).json).toMatchObject({
      count: 3,
      changes: [{ id: 'grp-1' }],
    });
    const bySequence = `/changes?since=${json.since.sequence}`;
    expect((await control('GET', bySequence)).json).toEqual(json);
  });

  it('are since the beginning where no checkpoint is named', async () => {
    const { simulator, control } = world();
    expect((await control('GET', '/changes')).json).toMatchObject({ count: 0, since: { checkpoint: null } });
    await control('PUT', '/devices/dev-1/limits', { dailySms: 1 });
    expect((await control('GET', '/changes?since=0')).json).toMatchObject({
      count: 1,
      changes: [
        {
          resource: 'device',
          id: 'dev-1',
          before: { limits: { dailySms: null } },
          at: '2026-01-05T08:00:00.000Z',
        },
      ],
    });
    await control('PUT', '/snapshot', simulator.snapshot());
    expect((await control('GET', '/changes')).json.count).toBe(0);
  });

  it('hold no secret', async () => {
    const { control, authorised } = world();
    await control('PUT', '/account', { apiKey: 'an-api-key' });
    const name = 'an-api-key';
    const { text } = await control('GET', '/changes');
    await authorised('POST', '/api/users', { name, password: 'open-sesame' });
    expect(text + (await control('GET', '/changes')).text).not.toMatch(/an-api-key|open-sesame|demo-key/);
  });

  it.each([
    ['/changes?since=nowhere', 404, 'UNKNOWN_CHECKPOINT'],
    ['/changes?since=17', 404, 'UNKNOWN_CHECKPOINT'],
    ['/changes?since=__proto__', 404, 'UNKNOWN_CHECKPOINT'],
    [`/changes?since=${'x'.repeat(10_000)}`, 404, 'UNKNOWN_CHECKPOINT'],
    ['/changes?resource=devices', 422, 'FILTER_INVALID'],
    ['/changes?resource=constructor', 422, 'FILTER_INVALID'],
    ['/changes?limit=some', 422, 'BODY_INVALID'],
    ['/changes?until=now', 422, 'QUERY_INVALID'],
  ])('GET %s is refused', async (path, status, code) => {
    const { control } = world();
    expect(await control('GET', path)).toMatchObject({ status, json: { code } });
  });
});

describe('a named checkpoint', () => {
  it('is the whole world: clock, records, tokens, faults', async () => {
    const { simulator, control, authorised } = world();
    await authorised('POST', '/api/groups', { name: 'Old' });
    await control('PUT', '/faults', { rules: [{ operation: 'listUsers', status: 503 }] });
    expect((await control('PUT', '/checkpoints/before')).json).toMatchObject({
      name: 'before',
      at: '2026-01-05T08:00:00.000Z',
      sequence: simulator.events.head,
    });
    const kept = simulator.snapshot();
    await control('POST', '/clock/advance', { by: 'P3D' });
    await control('PUT', '/faults', { rules: [] });
    await authorised('POST', '/api/groups', { name: 'New' });
    const undone = await control('POST', '/checkpoints/before/undo');
    expect(undone.json).toMatchObject({ now: '2026-01-05T08:00:00.000Z' });
    expect(simulator.snapshot()).toEqual(kept);
    // It stays, also after a reset.
    await control('POST', '/reset');
    await control('POST', '/checkpoints/before/undo');
    expect(simulator.snapshot()).toEqual(kept);
    expect((await control('DELETE', '/checkpoints/before')).json).toEqual({
      name: 'before',
      status: 'removed',
    });
    expect((await control('POST', '/checkpoints/befor/undo')).json.code).toBe('UNKNOWN_CHECKPOINT');
  });

  it('is taken again under its name, and named where another is meant', async () => {
    const { control } = world();
    await control('PUT', '/checkpoints/before');
    await control('POST', '/clock/advance', { by: 'PT1H' });
    await control('PUT', '/checkpoints/before');
    expect((await control('GET', '/checkpoints')).json).toMatchObject({
      checkpoints: [{ name: 'before', at: '2026-01-05T09:00:00.000Z' }],
      most: 32,
    });
    expect((await control('DELETE', '/checkpoints/befor')).json.hint).toBe('Did you mean before?');
  });

  it('is bounded in number, and counted among the bytes of its world', async () => {
    const { simulator, control } = world();
    const bytes = simulator.bytes;
    for (let number = 1; number <= 32; number++)
      expect((await control('PUT', `/checkpoints/c${number}`)).status).toBe(200);
    expect(simulator.bytes).toBeGreaterThan(bytes + 32 * 1_000);
    expect(await control('PUT', '/checkpoints/c33')).toMatchObject({
      status: 429,
      json: { code: 'CHECKPOINTS_FULL' },
    });
    expect((await control('PUT', '/checkpoints/c32')).status).toBe(200);
    for (let number = 1; number <= 32; number++) await control('DELETE', `/checkpoints/c${number}`);
    expect(simulator.bytes).toBe(bytes);
  });

  it.each(['1', '17', '-a', 'a b', 'a%2Fb', `a${'x'.repeat(63)}`, '__proto__', '%00', 'ä'])(
    'is not called %s',
    async (name) => {
      const { control } = world();
      expect(await control('PUT', `/checkpoints/${name}`)).toMatchObject({
        status: 422,
        json: { code: 'CHECKPOINT_INVALID' },
      });
      expect((await control('GET', '/checkpoints')).json.checkpoints).toEqual([]);
    },
  );

  it('may have the name of what every object has', async () => {
    const { control } = world();
    expect((await control('GET', '/changes?since=constructor')).status).toBe(404);
    expect((await control('PUT', '/checkpoints/constructor')).status).toBe(200);
    expect((await control('GET', '/changes?since=constructor')).json.count).toBe(0);
  });
});
