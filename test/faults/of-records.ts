/** Means to make faults of groups and users: their writes, their reads, and the records beside one. */
import { type Fields, fieldsOf, isFields } from '../../contracts/kit/fields.ts';
import { familyOperations } from '../../contracts/specification/operations.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Group, User } from '../../simulator/fleet/types.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { after, at, inAnswer, inRequest, type Place, type Seen, withJson } from './wrapping.ts';

export type Family = keyof typeof familyOperations;
export type Verb = keyof (typeof familyOperations)[Family];

export function placeOf(family: Family, verb: Verb): Place {
  return familyOperations[family][verb];
}

/** Changes what is sent by these verbs; `undefined` leaves a field out. */
export function sent(
  family: Family,
  verbs: readonly Verb[],
  change: (body: Fields, seen: Seen) => Fields,
): Around {
  return inRequest(
    verbs.map((verb) => placeOf(family, verb)),
    change,
  );
}

/** Changes a text wherever it is written. */
export function text(family: Family, field: string, change: (text: string) => unknown): Around {
  return sent(family, ['create', 'replace', 'update'], (body) => {
    const value = body[field];
    return typeof value === 'string' ? { ...body, [field]: change(value) } : body;
  });
}

/** Changes records wherever they are shown. */
export function shown(family: Family, change: (record: Fields) => Fields): Around {
  const places = (['list', 'create', 'read', 'replace', 'update'] as const).map((verb) =>
    placeOf(family, verb),
  );
  return inAnswer(places, (body) => {
    if (Array.isArray(body)) return body.map((record) => change(fieldsOf(record)));
    return isFields(body) ? change(body) : body;
  });
}

/** Changes a text wherever it is shown: it may come out as something else. */
export function shownText(family: Family, field: string, change: (text: string) => unknown): Around {
  return shown(family, (record) => {
    const value = record[field];
    return typeof value === 'string' ? { ...record, [field]: change(value) } : record;
  });
}

export type AnyRecord = Group | User;

interface Records {
  list(): readonly AnyRecord[];
  get(id: number): AnyRecord | undefined;
  update(id: number, change: object): unknown;
  delete(id: number): void;
}

export function recordsOf(world: Simulator, family: Family): Records {
  return family === 'group' ? world.fleet.groups : world.fleet.users;
}

/** The record that the path of a call names. */
export function recordIn({ id, world }: Seen, family: Family): AnyRecord | undefined {
  const number = world.lens.readPathId(family, id);
  return number === undefined ? undefined : recordsOf(world, family).get(number);
}

/** The others that are like a record; the account's own user is spared. */
function others(world: Simulator, family: Family, record: AnyRecord, isLike: Like): AnyRecord[] {
  return recordsOf(world, family)
    .list()
    .filter((other) => other.id !== record.id && !(family === 'user' && other.id === 1))
    .filter((other) => isLike(other, record));
}

export type Like = (other: AnyRecord, record: AnyRecord) => boolean;

/** Writes that are sent by this verb go into others, too. */
export function alsoInto(family: Family, verb: Verb, isLike: Like, part: (body: Fields) => Fields): Around {
  return at([placeOf(family, verb)], () => async (seen) => {
    const before = recordIn(seen, family);
    const beside = before ? others(seen.world, family, before, isLike) : [];
    const reply = await seen.pass();
    if (reply.status >= 300) return reply;
    for (const { id } of beside) recordsOf(seen.world, family).update(id, part(seen.body));
    return reply;
  });
}

/** Others are deleted along with a record. */
export function alsoDeletes(family: Family, isLike: Like): Around {
  return at([placeOf(family, 'delete')], () => async (seen) => {
    const before = recordIn(seen, family);
    const beside = before ? others(seen.world, family, before, isLike) : [];
    const reply = await seen.pass();
    if (reply.status >= 300) return reply;
    for (const { id } of beside) recordsOf(seen.world, family).delete(id);
    return reply;
  });
}

/** Does something to a record after a write of it. */
export function afterwards(
  family: Family,
  verbs: readonly Verb[],
  change: (body: Fields, record: AnyRecord) => Fields,
): Around {
  return after(
    verbs.map((verb) => placeOf(family, verb)),
    () => (seen) => {
      const record = recordIn(seen, family);
      if (record) recordsOf(seen.world, family).update(record.id, change(seen.body, record));
    },
  );
}

/** Changes the list of a family. `make` is called once: what it keeps is state. */
export function listed(
  family: Family,
  make: (world: Simulator) => (records: readonly Fields[], seen: Seen) => readonly Fields[],
): Around {
  return at([placeOf(family, 'list')], (world) => {
    const change = make(world);
    return async (seen) => {
      const reply = await seen.pass();
      const records: unknown = reply.status === 200 ? JSON.parse(reply.body) : undefined;
      return Array.isArray(records) ? withJson(reply, change(records.map(fieldsOf), seen)) : reply;
    };
  });
}
