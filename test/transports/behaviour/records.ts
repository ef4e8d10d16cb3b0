/** Sections 1 and 4.2: groups and users, created, read, replaced, patched, deleted. */
import { describe, expect, test } from 'vitest';
import type { WritableFacts } from '../../../contracts/profile/facts.ts';
import type { Kept, Open } from '../caller.ts';

const samples: { readonly [R in Kept]: { first: WritableFacts<R>; second: WritableFacts<R> } } = {
  group: {
    first: { name: 'Ferries', description: 'All that floats', deviceIds: [1, 2] },
    second: { name: 'Barges', description: 'Slower' },
  },
  user: {
    first: {
      name: 'Ada Okafor',
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      country: 'GB',
      timeZone: 'Europe/London',
      groupIds: [1],
      notify: ['email'],
    },
    second: { name: 'Ben Ito', email: 'ben@example.com', country: 'JP', timeZone: 'Asia/Tokyo' },
  },
};

export function recordBehaviour(open: Open): void {
  for (const resource of ['group', 'user'] as const) {
    describe(`${resource}s`, () => {
      const { first, second } = samples[resource] as {
        first: WritableFacts<Kept>;
        second: WritableFacts<Kept>;
      };

      test('what was created can be read, and is in the list', async () => {
        const caller = await open();
        const before = (await caller.list(resource)).length;
        const id = await caller.create(resource, first);
        expect(await caller.read(resource, id)).toMatchObject({ ...reported(first), id });
        const listed = await caller.list(resource);
        expect(listed).toHaveLength(before + 1);
        expect(listed.find((record) => record.id === id)).toMatchObject(reported(first));
      });

      test('PUT replaces: what is not said is kept where the profile says so, and nowhere else', async () => {
        const caller = await open();
        const id = await caller.create(resource, first);
        caller.served(
          resource === 'group' ? 'replaceGroup' : 'replaceUser',
          await caller.replace(resource, id, second),
        );
        const read = await caller.read(resource, id);
        expect(read).toMatchObject({ ...reported(second), id });
        const isKept = caller.profile.openings['put.left-out'] === 'kept';
        for (const [fact, value] of Object.entries(reported(first))) {
          if (fact in second) continue;
          const now = (read as { [fact: string]: unknown })[fact];
          if (isKept) expect(now).toEqual(value);
          else expect(now).not.toEqual(value);
        }
      });

      test('PATCH changes one fact and keeps the rest', async () => {
        const caller = await open();
        const id = await caller.create(resource, first);
        caller.served(
          resource === 'group' ? 'updateGroup' : 'updateUser',
          await caller.update(resource, id, { name: 'Changed' }),
        );
        expect(await caller.read(resource, id)).toMatchObject({ ...reported(first), id, name: 'Changed' });
      });

      test('what was deleted is gone, and its neighbour is not', async () => {
        const caller = await open();
        const id = await caller.create(resource, first);
        const neighbour = await caller.create(resource, second);
        const beside = await caller.read(resource, neighbour);
        caller.served(
          resource === 'group' ? 'deleteGroup' : 'deleteUser',
          await caller.performOn(resource, 'delete', id),
        );
        for (const what of ['read', 'delete'] as const)
          caller.refused('deleted-id', await caller.performOn(resource, what, id));
        caller.refused('deleted-id', await caller.replace(resource, id, second));
        expect((await caller.list(resource)).some((record) => record.id === id)).toBe(false);
        expect(await caller.read(resource, neighbour)).toEqual(beside);
      });

      test('an id is never used twice', async () => {
        const caller = await open();
        const id = await caller.create(resource, first);
        await caller.performOn(resource, 'delete', id);
        expect(await caller.create(resource, second)).not.toBe(id);
      });

      test('ids that name nothing are refused', async () => {
        const caller = await open();
        const read = resource === 'group' ? 'readGroup' : 'readUser';
        for (const id of [
          caller.lens.pathId(resource, 9_999),
          'nonsense',
          '__proto__',
          'constructor',
          'toString',
          '%00',
          '-1',
          '1e3',
        ]) {
          caller.refused('unknown-id', await caller.perform(read, { id }));
        }
      });

      test('a record without a name is refused', async () => {
        const caller = await open();
        const create = resource === 'group' ? 'createGroup' : 'createUser';
        const body = caller.lens.body<Kept>(resource).write({});
        caller.refused('invalid', await caller.perform(create, { body }), 'BODY_INVALID');
      });

      test('a reference to what does not exist is refused and nothing is created', async () => {
        const caller = await open();
        const before = await caller.list(resource);
        const content =
          resource === 'group' ? { name: 'x', deviceIds: [9_999] } : { name: 'x', groupIds: [9_999] };
        const body = caller.lens.body<Kept>(resource).write(content);
        caller.refused(
          'invalid',
          await caller.perform(resource === 'group' ? 'createGroup' : 'createUser', { body }),
        );
        expect(await caller.list(resource)).toEqual(before);
      });
    });
  }

  describe('users', () => {
    test('a password is taken and never answered', async () => {
      const caller = await open();
      const id = await caller.create('user', { ...samples.user.first, password: 'hunter2-secret' });
      for (const reply of [await caller.performOn('user', 'read', id), await caller.perform('listUsers')]) {
        expect(reply.text).not.toContain('hunter2-secret');
        expect(reply.text.toLowerCase()).not.toContain('password');
      }
    });

    test('the user whose key is used is deleted only where the profile allows it', async () => {
      const caller = await open();
      const reply = await caller.performOn('user', 'delete', 1);
      if (caller.profile.openings['users.delete-self'] === 'allowed') caller.served('deleteUser', reply);
      else caller.refused('forbidden', reply, 'OWN_USER');
    });

    test('countries and time zones come as collections that a user can be given', async () => {
      const caller = await open();
      const countries = await caller.listAll('listCountries', 'countries');
      const zones = await caller.listAll('listTimeZones', 'timeZones');
      expect(countries.length).toBeGreaterThan(200);
      expect(zones.length).toBeGreaterThan(300);
      const [country, timeZone] = [countries.at(-1)?.code, zones.at(-1)?.id];
      const id = await caller.create('user', { name: 'Ada', country, timeZone });
      expect(await caller.read('user', id)).toMatchObject({ country, timeZone });
    });
  });
}

/** The facts of a sample that an answer repeats. */
function reported(sample: object): object {
  return sample;
}
