/** Groups and users that stay, come back, or take others with them when they are deleted. */
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Reply } from '../../simulator/http/call.ts';
import { type Fault, fault } from './fault.ts';
import {
  type AnyRecord,
  alsoDeletes,
  type Family,
  type Like,
  listed,
  placeOf,
  recordIn,
} from './of-records.ts';
import { at, both, type Place, withJson } from './wrapping.ts';

/** Deleted records are read as they were last, while this is so. */
function comeBack(
  family: Family,
  isBack: () => { note(place: Place): void; back(id: string): boolean },
  flag: object = {},
): Around {
  const [read, remove, create] = [
    placeOf(family, 'read'),
    placeOf(family, 'delete'),
    placeOf(family, 'create'),
  ];
  return at([read, remove, create], () => {
    const kept = new Map<string, Reply>();
    const state = isBack();
    return async ({ place, id, call, pass }) => {
      if (place === remove) {
        const before = await pass({ ...call, method: 'GET', body: undefined });
        const reply = await pass();
        if (reply.status < 300 && before.status === 200) kept.set(id, before);
        state.note(place);
        return reply;
      }
      const reply = await pass();
      state.note(place);
      const old = kept.get(id);
      const isAuthorised = reply.status === 404 || reply.status === 410;
      return place === read && old && isAuthorised && state.back(id)
        ? withJson(old, { ...JSON.parse(old.body), ...flag })
        : reply;
    };
  });
}

const always = () => ({ note: () => {}, back: () => true });
/** A list goes on showing what is deleted. */
function stillListed(family: Family, howLong: 'always' | 'until the next create'): Around {
  const kept: WeakMap<object, Map<string, unknown>> = new WeakMap();
  const keptIn = (world: object): Map<string, unknown> => {
    const known = kept.get(world) ?? new Map();
    kept.set(world, known);
    return known;
  };
  return both(
    listed(family, (world) => (records) => [...records, ...([...keptIn(world).values()] as typeof records)]),
    at(
      [placeOf(family, 'delete'), placeOf(family, 'create')],
      (world) =>
        async ({ place, id, call, pass }) => {
          const before =
            place === placeOf(family, 'delete')
              ? await pass({ ...call, method: 'GET', body: undefined })
              : undefined;
          const reply = await pass();
          if (before?.status === 200 && reply.status < 300) keptIn(world).set(id, JSON.parse(before.body));
          if (!before && howLong !== 'always') keptIn(world).clear();
          return reply;
        },
    ),
  );
}

/** Deletes nothing of which another write changed the name. */
function keepsRenamed(family: Family): Around {
  const [read, update] = [placeOf(family, 'read'), placeOf(family, 'update')];
  return (handle, world) => {
    const names = new Map<number, Set<string>>();
    const watched = at([read, update], () => async (seen) => {
      const reply = await seen.pass();
      const record = recordIn(seen, family);
      if (record) names.set(record.id, (names.get(record.id) ?? new Set()).add(record.name));
      return reply;
    });
    return both(
      watched,
      keeps(family, ({ id }) => (names.get(id)?.size ?? 0) > 1),
    )(handle, world);
  };
}

/** Deletes nothing, as these things are. */
function keeps(family: Family, isKept: (record: AnyRecord) => boolean): Around {
  return at([placeOf(family, 'delete')], () => async (seen) => {
    const record = recordIn(seen, family);
    if (!record || !isKept(record) || seen.call.headers.authorization === undefined) return seen.pass();
    const read = await seen.pass({ ...seen.call, method: 'GET', body: undefined });
    return read.status === 200 ? { ...read, status: 204, body: '' } : read;
  });
}

const sameDescription: Like = (other, record) =>
  'description' in other &&
  'description' in record &&
  record.description !== null &&
  other.description === record.description;
const sameName: Like = (other, { name }) => other.name === name;

export const deletionFaults: readonly Fault[] = [
  fault(
    'reads a deleted user with a note that it is deleted',
    ['users/deleted-is-gone'],
    comeBack('user', always, { deleted: true }),
  ),
  fault('reads a deleted group as before', ['groups/deleted-is-gone'], comeBack('group', always)),
  fault(
    'reads deleted groups again once another is created',
    ['groups/deleted-is-gone'],
    comeBack('group', () => {
      let isCreated = false;
      return {
        note: (place) => {
          isCreated = place === 'createGroup' || (isCreated && place !== 'deleteGroup');
        },
        back: () => isCreated,
      };
    }),
  ),
  fault('lists deleted users for good', ['users/deleted-is-gone'], stillListed('user', 'always')),
  fault(
    'lists a deleted group until another is created',
    ['groups/deleted-is-gone'],
    stillListed('group', 'until the next create'),
  ),
  fault('keeps groups that were renamed', ['groups/deleted-is-gone'], keepsRenamed('group')),
  fault(
    'deletes the user that was created after one',
    ['users/deleted-spares-others'],
    alsoDeletes('user', (other, { id }) => other.id === id + 1),
  ),
  fault(
    'deletes the group that was created before one, but for the first three',
    ['groups/deleted-spares-others'],
    alsoDeletes('group', (other, { id }) => other.id === id - 1 && other.id > 3),
  ),
  fault(
    'deletes all groups of the same description',
    ['groups/deleted-spares-others'],
    alsoDeletes('group', sameDescription),
  ),
  fault('deletes all users of the same name', ['users/deleted-spares-others'], alsoDeletes('user', sameName)),
];
