/** Creates, replacements and changes of groups and users that do more or less than they say. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { type Breakage, breakage } from './breakage.ts';
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
const filled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const empty = (value: unknown): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0);

export const writeBreakages: readonly Breakage[] = [
  breakage(
    'keeps only the first device of a new group',
    ['groups/created-can-be-read'],
    sent('group', ['create'], (body) => ({ ...body, deviceIds: first(body.deviceIds) })),
  ),
  breakage(
    'keeps no description of a new group',
    ['groups/created-can-be-read'],
    sent('group', ['create'], (body) => without(body, 'description')),
  ),
  breakage(
    'keeps only the first group of a new user',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => ({ ...body, groupIds: first(body.groupIds) })),
  ),
  breakage(
    'notifies new users by e-mail whatever was sent',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => ({ ...body, notify: ['email'] })),
  ),
  breakage(
    'gives all new users UTC',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => ({ ...body, timeZone: 'UTC' })),
  ),
  breakage(
    'gives all new users the country of the account',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => ({ ...body, country: 'GB' })),
  ),
  breakage(
    'keeps no phone of a new user',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => without(body, 'phone')),
  ),
  breakage(
    'never creates a user that is disabled',
    ['users/created-can-be-read'],
    sent('user', ['create'], (body) => without(body, 'disabled')),
  ),
  breakage(
    'gives a new user the name that stands in its address',
    ['users/created-can-be-read', 'users/kept-as-sent'],
    sent('user', ['create'], (body) => ({ ...body, name: String(body.email ?? body.name).split('@')[0] })),
  ),
  breakage(
    'answers the create of a user whose name is known with that one',
    ['users/created-can-be-read', 'users/created-is-listed', 'users/listed-once'],
    finds('user', 'name'),
  ),
  breakage(
    'answers the create of a group whose description is known with that one',
    ['groups/created-can-be-read', 'groups/created-is-listed', 'groups/listed-once'],
    finds('group', 'description'),
  ),
  breakage(
    'keeps the description that a PUT of a group replaces',
    ['groups/replaced'],
    sent('group', ['replace'], (body) => without(body, 'description')),
  ),
  breakage(
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
  breakage(
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
  breakage(
    'changes no phone by PUT',
    ['users/replaced'],
    sent('user', ['replace'], (body) => without(body, 'phone')),
  ),
  breakage(
    'forgets the second PUT of a group',
    ['groups/replaced'],
    forgets('group', 'replace', (earlier) => earlier === 1),
  ),
  breakage(
    'forgets a PUT that leaves the name as it was',
    ['users/replaced'],
    forgets('user', 'replace', (_, seen) => recordIn(seen, 'user')?.name === seen.body.name),
  ),
  breakage(
    'forgets the first PUT of a user',
    ['users/replaced'],
    forgets('user', 'replace', (earlier) => earlier === 0),
  ),
  breakage(
    'clears the description when the name of a group is changed by PATCH',
    ['groups/updated-keeps-rest'],
    afterwards('group', ['update'], (body) =>
      body.name !== undefined && body.description === undefined ? { description: null } : {},
    ),
  ),
  breakage(
    'clears the devices when the description of a group is changed by PATCH',
    ['groups/updated-keeps-rest'],
    afterwards('group', ['update'], (body) =>
      body.description !== undefined && body.deviceIds === undefined ? { deviceIds: [] } : {},
    ),
  ),
  breakage(
    'clears the description when the devices of a group are changed by PATCH',
    ['groups/updated-keeps-rest'],
    afterwards('group', ['update'], (body) =>
      body.deviceIds !== undefined && body.description === undefined ? { description: null } : {},
    ),
  ),
  breakage(
    'moves the time zone when the country is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.country !== undefined && body.timeZone === undefined ? { timeZone: 'Pacific/Auckland' } : {},
    ),
  ),
  breakage(
    'moves the country when the time zone is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.timeZone !== undefined && body.country === undefined ? { country: 'NZ' } : {},
    ),
  ),
  breakage(
    'clears the phone when the address is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.email !== undefined && body.phone === undefined ? { phone: null } : {},
    ),
  ),
  breakage(
    'clears the address when the phone is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) =>
      body.phone !== undefined && body.email === undefined ? { email: null } : {},
    ),
  ),
  breakage(
    'notifies a user no more once its name is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body, record) =>
      body.name !== undefined && 'notify' in record && filled(record.notify) ? { notify: [] } : {},
    ),
  ),
  breakage(
    'takes a user from its groups when another field is changed by PATCH',
    ['users/updated-keeps-rest'],
    afterwards('user', ['update'], (body) => (body.groupIds === undefined ? { groupIds: [] } : {})),
  ),
  breakage(
    'leaves a field as it was when it is changed to empty by PATCH',
    ['groups/updated-keeps-rest'],
    sent('group', ['update'], (body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => !empty(value))),
    ),
  ),
  breakage(
    'enables no user again by PATCH',
    ['users/updated-keeps-rest'],
    sent('user', ['update'], (body) => (body.disabled === false ? without(body, 'disabled') : body)),
  ),
  breakage(
    'adds to the channels of a user when they are changed by PATCH',
    ['users/updated-keeps-rest'],
    at(['updateUser'], () => (seen) => {
      const before = recordIn(seen, 'user');
      const known = before && 'notify' in before ? before.notify : [];
      if (!Array.isArray(seen.body.notify)) return seen.pass();
      return seen.pass(
        withBody(seen.call, { ...seen.body, notify: [...new Set([...known, ...seen.body.notify])] }),
      );
    }),
  ),
  breakage(
    'forgets the second PATCH of a user',
    ['users/updated-keeps-rest'],
    forgets('user', 'update', (earlier) => earlier === 1),
  ),
  breakage(
    'forgets the third PATCH of a group',
    ['groups/updated-keeps-rest'],
    forgets('group', 'update', (earlier) => earlier === 2),
  ),
  breakage(
    'changes no address by PATCH',
    ['users/updated-keeps-rest'],
    sent('user', ['update'], (body) => without(body, 'email')),
  ),
  breakage(
    'changes no country by PATCH',
    ['users/updated-keeps-rest'],
    sent('user', ['update'], (body) => without(body, 'country')),
  ),
  breakage(
    'writes the description of a PUT into the group before',
    ['groups/replaced-spares-others'],
    alsoInto(
      'group',
      'replace',
      (other, { id }) => other.id === id - 1,
      ({ description }) => ({ description }),
    ),
  ),
  breakage(
    'writes the phone of a PUT into the user after',
    ['users/replaced-spares-others'],
    alsoInto(
      'user',
      'replace',
      (other, { id }) => other.id === id + 1,
      ({ phone }) => ({ phone }),
    ),
  ),
  breakage(
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
  breakage(
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
  breakage(
    'writes the country of a PATCH into users of the same time zone',
    ['users/updated-spares-others'],
    alsoInto(
      'user',
      'update',
      (other, record) => 'timeZone' in other && 'timeZone' in record && other.timeZone === record.timeZone,
      ({ country }) => (country === undefined ? {} : { country }),
    ),
  ),
  breakage(
    'writes the name of a PATCH into the group that was created first',
    ['groups/updated-spares-others'],
    alsoInto(
      'group',
      'update',
      ({ id }) => id === 1,
      ({ name }) => (name === undefined ? {} : { name }),
    ),
  ),
];
