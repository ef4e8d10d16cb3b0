/** Sections 1 and 4.2: groups and users, created, read, replaced, patched, deleted. */
import { expect } from 'vitest';
import { type Caller, type Facts, type Kept, operationOn } from '../caller.ts';
import { each, type Rows } from './row.ts';

const samples: { readonly [K in Kept]: { first: Facts; second: Facts } } = {
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

const unknownIds = ['9999', 'nonsense', '__proto__', 'constructor', 'toString', '%00', '-1', '1e3'];

function ofKept<Name extends string>(
  rows: { readonly [N in Name]: (at: Caller, kept: Kept) => Promise<void> },
): { [N in `${Kept}: ${Name}`]: Rows[string] } {
  const both = Object.entries<(at: Caller, kept: Kept) => Promise<void>>(rows).flatMap(([name, play]) =>
    (['group', 'user'] as const).map((kept) => [`${kept}: ${name}`, (at: Caller) => play(at, kept)]),
  );
  return Object.fromEntries(both);
}

export const records = {
  ...ofKept({
    async 'what was created can be read, and is in the list'(at, kept) {
      const { first } = samples[kept];
      const before = (await at.list(kept)).length;
      const id = await at.create(kept, first);
      expect(await at.read(kept, id)).toMatchObject({ ...first, id });
      const listed = await at.list(kept);
      expect(listed).toHaveLength(before + 1);
      expect(listed.find((record) => record.id === id)).toMatchObject(first);
    },

    async 'PUT replaces: what is not said is kept where the profile says so, and nowhere else'(at, kept) {
      const { first, second } = samples[kept];
      const id = await at.create(kept, first);
      at.served(operationOn('replace', kept), await at.replace(kept, id, second));
      const read = await at.read(kept, id);
      expect(read).toMatchObject({ ...second, id });
      const isKept = at.profile.openings['put.left-out'] === 'kept';
      for (const [fact, value] of Object.entries(first)) {
        if (fact in second) continue;
        expect({ [fact]: read[fact] }, `a left-out field is ${isKept ? 'kept' : 'gone'}`).toEqual({
          [fact]: isKept
            ? value
            : expect.not.toSatisfy((now) => JSON.stringify(now) === JSON.stringify(value)),
        });
      }
    },

    async 'PATCH changes one fact and keeps the rest'(at, kept) {
      const { first } = samples[kept];
      const id = await at.create(kept, first);
      at.served(operationOn('update', kept), await at.update(kept, id, { name: 'Changed' }));
      expect(await at.read(kept, id)).toMatchObject({ ...first, id, name: 'Changed' });
    },

    async 'what was deleted is gone, and its neighbour is not'(at, kept) {
      const { first, second } = samples[kept];
      const id = await at.create(kept, first);
      const neighbour = await at.create(kept, second);
      const beside = await at.read(kept, neighbour);
      at.served(operationOn('delete', kept), await at.performOn(kept, 'delete', id));
      for (const what of ['read', 'delete'] as const)
        at.refused('deleted-id', await at.performOn(kept, what, id), undefined, what);
      at.refused('deleted-id', await at.replace(kept, id, second), undefined, 'replace');
      expect((await at.list(kept)).filter((record) => record.id === id)).toEqual([]);
      expect(await at.read(kept, neighbour)).toEqual(beside);
    },

    async 'an id is never used twice'(at, kept) {
      const { first, second } = samples[kept];
      const id = await at.create(kept, first);
      await at.performOn(kept, 'delete', id);
      expect({ id: await at.create(kept, second) }).not.toEqual({ id });
    },

    async 'ids that name nothing are refused'(at, kept) {
      for (const written of unknownIds) {
        const id = written === '9999' ? at.lens.pathId(kept, 9_999) : written;
        at.refused('unknown-id', await at.perform(operationOn('read', kept), { id }), undefined, id);
      }
    },

    async 'a record without a name is refused'(at, kept) {
      const body = at.lens.body(kept).write({});
      at.refused('invalid', await at.perform(operationOn('create', kept), { body }), 'BODY_INVALID');
    },

    async 'a reference to what does not exist is refused and nothing is created'(at, kept) {
      const before = await at.list(kept);
      const reference = kept === 'group' ? { deviceIds: [9_999] } : { groupIds: [9_999] };
      const body = at.lens.body(kept).write({ name: 'x', ...reference });
      at.refused('invalid', await at.perform(operationOn('create', kept), { body }));
      expect(await at.list(kept)).toEqual(before);
    },
  }),

  async 'a deleted group is in no user, and its devices stay'(at) {
    const group = await at.create('group', samples.group.first);
    const user = await at.create('user', { ...samples.user.first, groupIds: [1, group] });
    const devices = await at.deviceIds();
    await at.performOn('group', 'delete', group);
    expect(await at.read('user', user)).toMatchObject({ groupIds: [1] });
    expect(await at.deviceIds()).toEqual(devices);
  },

  async 'a password is taken and never answered'(at) {
    const id = await at.create('user', { ...samples.user.first, password: 'hunter2-secret' });
    for (const { text } of [await at.performOn('user', 'read', id), await at.perform('listUsers')])
      expect(text).not.toMatch(/hunter2-secret|password/i);
  },

  async 'the user whose key is used is deleted only where the profile allows it'(at) {
    const reply = await at.performOn('user', 'delete', 1);
    if (at.profile.openings['users.delete-self'] === 'allowed') at.served('deleteUser', reply);
    else at.refused('forbidden', reply, 'OWN_USER');
  },

  async 'countries and time zones come as collections that a user can be given'(at) {
    const countries = await at.listAll('listCountries', 'countries');
    const zones = await at.listAll('listTimeZones', 'timeZones');
    expect(countries.length).toBeGreaterThan(200);
    expect(zones.length).toBeGreaterThan(300);
    const [country, timeZone] = [countries.at(-1)?.code, zones.at(-1)?.id];
    const id = await at.create('user', { name: 'Ada', country, timeZone });
    expect(await at.read('user', id)).toMatchObject({ country, timeZone });
  },

  ...each(
    'texts come back as they were sent: %s',
    ['Größe "x" 🚚', '  spaces  ', '<b>&amp;</b>', "'; DROP TABLE groups", '\u202Eabc', 'null'],
    async (at, name) => {
      const id = await at.create('group', { name, description: name });
      expect(await at.read('group', id)).toMatchObject({ name, description: name });
    },
  ),
} satisfies Rows;
