import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/simulator.ts';
import { runs } from '../../sample.ts';
import { refusal } from './world.ts';

/** A simulator, its collections, and the calls of the API that read and write the same records. */
function withCollections() {
  const simulator = createSimulator({ devices: 4, groups: 2, users: 3 });
  const call = async (method: string, path: string, body?: object) => {
    const credentials = { userName: 'demo', apiKey: 'demo-key' };
    const sent = (text?: object) => (text === undefined ? {} : { body: JSON.stringify(text) });
    const json = { 'content-type': 'application/json' };
    const ask = (target: string, how: RequestInit) =>
      simulator.fetch(new Request(`http://fleet.test${target}`, how));
    const issued = await ask('/api/Auth/Token', { method: 'POST', headers: json, ...sent(credentials) });
    const { token } = await issued.json();
    return ask(path, { method, headers: { ...json, authorization: `Bearer ${token}` }, ...sent(body) });
  };
  return { simulator, ...simulator.db, fleet: simulator.fleet, call };
}

/** The lines of docs/from-code.md that show the collections, as a function of a simulator. */
function docsExample(): (simulator: object) => Promise<{ [name: string]: unknown }> {
  const page = readFileSync(new URL('../../../docs/from-code.md', import.meta.url), 'utf8');
  const [, code] = /```ts\n(const \{ groups, users \} = simulator\.db;\n.*?)```/s.exec(page) ?? [];
  const body = `return (async () => { ${code}; return { night, demo, inNight, removed }; })();`;
  return (simulator) => new Function('simulator', body)(simulator);
}

describe('groups and users as collections', () => {
  it('are used as the README shows', async () => {
    const { simulator } = withCollections();
    const { night, demo, inNight, removed } = await docsExample()(simulator);
    expect(night).toMatchObject({ id: 3, name: 'Night shift', deviceIds: [1, 2] });
    expect(demo).toMatchObject({ id: 1, groupIds: [3] });
    expect(inNight).toEqual([demo]);
    expect(removed).toBe(night);
    expect(simulator.fleet.users.get(1)?.groupIds).toEqual([]);
  });

  it('find the records of the fleet, by fields and by predicates', async () => {
    const { users, fleet } = withCollections();
    expect(await users.findMany()).toEqual(fleet.users.list());
    const own = await users.findFirst((query) => query.where({ email: 'demo@example.com' }));
    expect(own).toBe(fleet.users.get(1));
    const inBoth = await users.findMany((query) => query.where((user) => user.groupIds.length === 2));
    expect(inBoth.map(({ id }) => id)).toContain(1);
    expect(await users.findFirst((query) => query.where({ name: 'Nemo' }))).toBeUndefined();
  });

  it('show at once what the API writes', async () => {
    const { groups, call } = withCollections();
    expect((await call('POST', '/api/groups', { name: 'Night shift' })).ok).toBe(true);
    const night = await groups.findFirst((query) => query.where({ name: 'Night shift' }));
    expect(night).toMatchObject({ id: 3, deviceIds: [] });
    expect((await call('DELETE', '/api/groups/grp-3')).ok).toBe(true);
    expect(await groups.findFirst((query) => query.where({ id: 3 }))).toBeUndefined();
  });

  it('write what the API shows, fill in what is left out, and log it', async () => {
    const { users, call, fleet } = withCollections();
    const ann = await users.create({ name: 'Ann', notify: ['sms'] });
    expect(ann).toMatchObject({ id: 4, name: 'Ann', notify: ['sms'], disabled: false });
    const changed = await users.update((query) => query.where({ id: 4 }), {
      data(user) {
        user.name = 'Anna';
        user.groupIds.push(2, 2);
      },
    });
    expect(changed).toMatchObject({ name: 'Anna', groupIds: [2] });
    expect(await (await call('GET', '/api/users/usr-4')).json()).toMatchObject({ name: 'Anna' });
    expect(await users.delete((query) => query.where({ id: 4 }))).toEqual(changed);
    expect((await call('GET', '/api/users/usr-4')).status).toBe(404);
    const counts = { 'user-created': 1, 'user-updated': 1, 'user-deleted': 1 };
    expect(fleet.log.counts).toMatchObject(counts);
  });

  it('keep to the rules of the fleet, and change nothing when these refuse', async () => {
    const { users, fleet } = withCollections();
    const before = fleet.users.list();
    const created = (content: object) => expect(users.create(content)).rejects;
    await created({ name: 5 }).toMatchObject(refusal('RECORD_INVALID'));
    await created({ name: 'Ann', id: 77 }).toMatchObject(refusal('RECORD_INVALID', { field: 'id' }));
    await created({ name: 'Ann', groupIds: [99] }).toMatchObject(refusal('UNKNOWN_REFERENCE'));
    const updated = (change: object) =>
      expect(
        users.update((query) => query.where({ id: 2 }), { data: (user) => void Object.assign(user, change) }),
      ).rejects;
    await updated({ country: 'XX' }).toMatchObject(refusal('RECORD_INVALID'));
    await updated({ id: 9 }).toMatchObject(refusal('RECORD_INVALID', { field: 'id' }));
    await updated({ createdAt: 0 }).toMatchObject(refusal('RECORD_INVALID', { field: 'createdAt' }));
    await expect(users.delete((query) => query.where({ id: 1 }))).rejects.toMatchObject(refusal('OWN_USER'));
    expect(fleet.users.list()).toBe(before);
  });

  it('answer that nothing matched in place of changing something else', async () => {
    const { groups, fleet } = withCollections();
    const before = fleet.groups.list();
    expect(await groups.update((query) => query.where({ id: 9 }), { data: () => {} })).toBeUndefined();
    expect(await groups.delete((query) => query.where({ id: 9 }))).toBeUndefined();
    expect(fleet.groups.list()).toBe(before);
  });

  it('move devices between groups as the API does', async () => {
    const { groups, fleet } = withCollections();
    await groups.update((query) => query.where({ id: 1 }), {
      data: (group) => void group.deviceIds.push(2),
    });
    expect(fleet.groups.get(2)?.deviceIds).toEqual([4]);
    expect(await groups.findFirst((query) => query.where({ id: 2 }))).toMatchObject({ deviceIds: [4] });
  });

  it('follow a simulator that is reset or restored', async () => {
    const { simulator, users } = withCollections();
    const saved = simulator.snapshot();
    await users.create({ name: 'Ann' });
    simulator.restore(saved);
    expect(await users.findMany()).toHaveLength(3);
    await users.create({ name: 'Ben' });
    simulator.reset();
    expect(await users.findMany()).toHaveLength(3);
  });

  it('find what a filter of the list finds, whatever is written', async () => {
    const names = fc.array(fc.constantFrom('Ann', 'Ben', 'Cleo'), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom('Ann', 'Ben'), async (created, wanted) => {
        const { users, fleet } = withCollections();
        await Promise.all(created.map((name) => users.create({ name })));
        const found = await users.findMany((query) => query.where({ name: wanted }));
        expect(found).toEqual(fleet.users.list().filter(({ name }) => name === wanted));
      }),
      { numRuns: runs(20) },
    );
  });
});
