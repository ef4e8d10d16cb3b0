import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusal, world } from './world.ts';

/** A fleet with the collection of its users, both ways of writing. */
async function withCollection() {
  const made = world({ users: 3, groups: 2 });
  const { users, groups } = made.fleet;
  const collection = await users.collection;
  const same = async () => {
    await users.settled();
    expect(plain(collection.all())).toEqual(plain(users.list()));
  };
  return { ...made, users, groups, collection, same };
}

const plain = (records: readonly { id: number }[]) =>
  (JSON.parse(JSON.stringify(records)) as { id: number }[]).sort((a, b) => a.id - b.id);

describe('the collection of records', () => {
  it('holds the records of the beginning, and can be asked with its own queries', async () => {
    const { users, collection } = await withCollection();
    expect(collection.count()).toBe(3);
    const own = collection.findFirst((query) => query.where({ email: 'demo@example.com' }));
    expect(own).toEqual(users.get(1));
  });

  it('is the same one whenever it is asked for', async () => {
    const { users, collection } = await withCollection();
    expect(await users.collection).toBe(collection);
  });

  it('follows what the fleet writes', async () => {
    const { users, groups, same } = await withCollection();
    const ann = users.create({ name: 'Ann', groupIds: [1] });
    users.update(ann.id, { name: 'Anna' });
    users.replace(2, { name: 'Other' });
    users.delete(3);
    groups.delete(1);
    await same();
    expect(users.get(ann.id)).toMatchObject({ name: 'Anna', groupIds: [] });
  });

  it('writes through to the fleet, which fills in what is left out', async () => {
    const { users, collection, same, fleet } = await withCollection();
    const ann = await collection.create({ name: 'Ann', notify: ['sms'] });
    expect(users.get(ann.id)).toMatchObject({ id: 4, name: 'Ann', notify: ['sms'], disabled: false });
    expect(ann).toEqual(users.get(4));
    const changed = await collection.update((query) => query.where({ id: 4 }), {
      data(user) {
        user.name = 'Anna';
        user.groupIds.push(2, 2);
      },
    });
    expect(users.get(4)).toMatchObject({ name: 'Anna', groupIds: [2] });
    expect(changed).toEqual(users.get(4));
    collection.delete((query) => query.where({ id: 2 }));
    expect(users.get(2)).toBeUndefined();
    await same();
    expect(fleet.log.counts).toMatchObject({ 'user-created': 1, 'user-updated': 1, 'user-deleted': 1 });
  });

  it('writes many at once', async () => {
    const { users, collection, same } = await withCollection();
    await collection.createMany(5, (index) => ({ name: `User ${index}` }));
    expect(users.size).toBe(8);
    await same();
    collection.deleteMany((query) => query.where((user) => user.name.startsWith('User')));
    expect(users.size).toBe(3);
    await same();
  });

  it('is refused what the fleet refuses, and then both are as they were', async () => {
    const { users, collection, same } = await withCollection();
    const before = users.list();
    await expect(collection.create({ name: 5 as unknown as string })).rejects.toMatchObject(
      refusal('RECORD_INVALID'),
    );
    await expect(collection.create({ id: 77, name: 'A' })).rejects.toMatchObject(
      refusal('RECORD_INVALID', { field: 'id' }),
    );
    await expect(collection.create({ name: 'A', groupIds: [99] })).rejects.toMatchObject(
      refusal('UNKNOWN_REFERENCE'),
    );
    const update = (change: object) =>
      collection.update((query) => query.where({ id: 2 }), {
        data: (user) => void Object.assign(user, change),
      });
    await expect(update({ country: 'XX' })).rejects.toMatchObject(refusal('RECORD_INVALID'));
    await expect(update({ id: 9 })).rejects.toMatchObject(refusal('RECORD_INVALID', { field: 'id' }));
    expect(() => collection.delete((query) => query.where({ id: 1 }))).toThrowError(
      expect.objectContaining(refusal('OWN_USER')),
    );
    expect(users.list()).toEqual(before);
    await same();
  });

  it('shows devices that move between groups', async () => {
    const { groups } = world({ devices: 4, groups: 2 }).fleet;
    const collection = await groups.collection;
    await collection.update((query) => query.where({ id: 1 }), {
      data: (group) => void group.deviceIds.push(2),
    });
    await groups.settled();
    expect(plain(collection.all())).toEqual(plain(groups.list()));
    expect(groups.get(2)?.deviceIds).toEqual([4]);
  });

  it('follows a fleet that is restored', async () => {
    const { users, fleet, same } = await withCollection();
    const saved = fleet.save();
    users.create({ name: 'Ann' });
    users.delete(2);
    await same();
    fleet.restore(saved);
    await same();
    expect(users.size).toBe(3);
  });

  it('equals the index after any writes from both sides, also at the same time', async () => {
    const write = fc.record({
      by: fc.constantFrom('fleet' as const, 'collection' as const),
      what: fc.constantFrom('create' as const, 'update' as const, 'delete' as const),
      id: fc.integer({ min: 2, max: 8 }),
      name: fc.string({ maxLength: 5 }),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 25 }), async (writes) => {
        const { users, collection, same } = await withCollection();
        const pending: Promise<unknown>[] = [];
        for (const { by, what, id, name, waits } of writes) {
          const exists = users.get(id) !== undefined;
          const found = collection.findFirst((query) => query.where({ id })) !== undefined;
          if (what === 'create')
            pending.push(
              Promise.resolve(by === 'fleet' ? users.create({ name }) : collection.create({ name })),
            );
          else if (by === 'fleet' && exists)
            what === 'update' ? users.update(id, { name }) : users.delete(id);
          else if (by === 'collection' && found && exists) {
            if (what === 'delete') collection.delete((query) => query.where({ id }));
            else {
              const change = { data: (user: { name: string }) => void Object.assign(user, { name }) };
              // A record that the fleet deletes meanwhile cannot be updated: that is the caller's to hear.
              pending.push(collection.update((query) => query.where({ id }), change).catch(() => undefined));
            }
          }
          if (waits) await users.settled();
        }
        await Promise.all(pending);
        await same();
      }),
      { numRuns: 60 },
    );
  });
});
