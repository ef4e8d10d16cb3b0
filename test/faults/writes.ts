/** Creates, replacements and changes of groups and users that do more or less than they say. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { type Fault, fault } from './fault.ts';
import { afterwards, alsoInto, type Family, placeOf, recordIn, sent, type Verb } from './of-records.ts';
import { at, type Seen, withBody, withJson, without } from './wrapping.ts';

/** A write by this verb is answered, and forgotten, by how often that was done before. */
function forgets(family: Family, verb: Verb, isForgotten: (earlier: number, seen: Seen) => boolean): Around {
  return at([placeOf(family, verb)], () => {
    const counts = new Map<string, number>();
    return async (seen) => {
      const { id, call, pass, body } = seen;
      const earlier = counts.get(id) ?? 0;
      counts.set(id, earlier + 1);
      const before = recordIn(seen, family);
      if (!before || !isForgotten(earlier, seen)) return pass();
      const reply = await pass({ ...withBody(call, {}), method: 'PATCH' });
      return reply.status === 200 ? withJson(reply, { ...fieldsOf(JSON.parse(reply.body)), ...body }) : reply;
    };
  });
}

/** A create that finds a record is answered with that one. */
function finds(family: Family, field: string): Around {
  return at([placeOf(family, 'create')], (world) => {
    const known = new Map<unknown, string>();
    return async ({ body, call, pass }) => {
      const found = known.get(body[field]);
      const { authorization } = call.headers;
      if (found !== undefined && authorization !== undefined) {
        const read = await pass({
          ...call,
          method: 'GET',
          target: `${call.target}/${found}`,
          body: undefined,
        });
        if (read.status === 200)
          return { ...read, status: 201, headers: { ...read.headers, location: `${call.target}/${found}` } };
      }
      const reply = await pass();
      const id = fieldsOf(reply.status === 201 ? JSON.parse(reply.body) : undefined).id;
      if (typeof id === 'string' && world) known.set(body[field], id);
      return reply;
    };
  });
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, 1) : value);
const empty = (value: unknown): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0);

export const writeFaults: readonly Fault[] = [
  fault(
    'keeps only the first device of a new group',
    ['groups/created-can-be-read'],
    sent('group', ['create'], (body) => ({ ...body, deviceIds: first(body.deviceIds) })),
  ),
  fault(
    'notifies new users by e-mail whatever was sent',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => ({ ...body, notify: ['email'] })),
  ),
  fault(
    'gives a new user the name that stands in its address',
    ['users/created-can-be-read', 'users/kept-as-sent'],
    sent('user', ['create'], (body) => ({ ...body, name: String(body.email ?? body.name).split('@')[0] })),
  ),
  fault(
    'answers the create of a group whose description is known with that one',
    ['groups/created-can-be-read', 'groups/created-is-listed', 'groups/listed-once'],
    finds('group', 'description'),
  ),
  fault(
    'keeps the description that a PUT of a group replaces',
    ['groups/replaced'],
    sent('group', ['replace'], (body) => without(body, 'description')),
  ),
  fault(
    'keeps the devices that a PUT of a group replaces, and adds the new ones',
    ['groups/replaced'],
    at(['replaceGroup'], () => (seen) => {
      const before = recordIn(seen, 'group');
      const known =
        before && 'deviceIds' in before
          ? before.deviceIds.map((id) => seen.world.lens.writeId('device', id))
          : [];
      const asked = Array.isArray(seen.body.deviceIds) ? seen.body.deviceIds : [];
      return seen.pass(withBody(seen.call, { ...seen.body, deviceIds: [...new Set([...known, ...asked])] }));
    }),
  ),
  fault(
    'changes no name by PUT',
    ['users/replaced'],
    at(
      ['replaceUser'],
      () => (seen) =>
        seen.pass(
          withBody(seen.call, { ...seen.body, name: recordIn(seen, 'user')?.name ?? seen.body.name }),
        ),
    ),
  ),
  fault(
    'forgets the second PUT of a group',
    ['groups/replaced'],
    forgets('group', 'replace', (earlier) => earlier === 1),
  ),
  fault(
    'forgets a PUT that leaves the name as it was',
    ['users/replaced'],
    forgets('user', 'replace', (_, seen) => recordIn(seen, 'user')?.name === seen.body.name),
  ),
  fault(
    'clears the description when the name of a group is changed by PATCH',
    ['groups/updated-keeps-rest'],
    afterwards('group', ['update'], (body) =>
      body.name !== undefined && body.description === undefined ? { description: null } : {},
    ),
  ),
  fault(
    'clears the devices when the description of a group is changed by PATCH',
    ['groups/updated-keeps-rest'],
    afterwards('group', ['update'], (body) =>
      body.description !== undefined && body.deviceIds === undefined ? { deviceIds: [] } : {},
    ),
  ),
  fault(
    'moves the time zone when the country is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.country !== undefined && body.timeZone === undefined ? { timeZone: 'Pacific/Auckland' } : {},
    ),
  ),
  fault(
    'clears the phone when the address is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.email !== undefined && body.phone === undefined ? { phone: null } : {},
    ),
  ),
  fault(
    'takes a user from its groups when another field is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) => (body.groupIds === undefined ? { groupIds: [] } : {})),
  ),
  fault(
    'leaves a field as it was when it is changed to empty by PATCH',
    ['groups/updated-keeps-rest'],
    sent('group', ['update'], (body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => !empty(value))),
    ),
  ),
  fault(
    'enables no user again by PATCH',
    ['users/updated-keeps-rest'],
    sent('user', ['update'], (body) => (body.disabled === false ? without(body, 'disabled') : body)),
  ),
  fault(
    'forgets the second PATCH of a user',
    ['users/updated-keeps-rest'],
    forgets('user', 'update', (earlier) => earlier === 1),
  ),
  fault(
    'writes the description of a PUT into the group before',
    ['groups/replaced-spares-others'],
    alsoInto(
      'group',
      'replace',
      (other, { id }) => other.id === id - 1,
      ({ description }) => ({ description }),
    ),
  ),
  fault(
    'writes a PATCH into all users of the same name',
    ['users/updated-spares-others'],
    alsoInto(
      'user',
      'update',
      (other, { name }) => other.name === name,
      ({ country, timeZone }) => ({
        ...(country !== undefined && { country }),
        ...(timeZone !== undefined && { timeZone }),
      }),
    ),
  ),
  fault(
    'writes the name of a PATCH into all groups of the same description',
    ['groups/updated-spares-others'],
    alsoInto(
      'group',
      'update',
      (other, record) =>
        'description' in other &&
        'description' in record &&
        record.description !== null &&
        other.description === record.description,
      ({ name }) => (name === undefined ? {} : { name }),
    ),
  ),
];
