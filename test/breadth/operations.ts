/** Operations that are not served where the document has them (section 4). */
import { type OperationId, operation } from '../../contracts/specification/operations.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Call } from '../../simulator/http/call.ts';
import { type Breakage, breakage } from './breakage.ts';
import { at, inReply, refusal, refusing, withJson } from './wrapping.ts';

const toNothing = (call: Call): Call => ({ ...call, target: '/api/nothing' });

function misses(id: OperationId, how: string, around: Around): Breakage {
  const { method, path } = operation(id);
  return breakage(`${how} ${method} ${path}`, [`operations/${id}`], around);
}

const lost = (id: OperationId): Around =>
  at(
    [id],
    () =>
      ({ call, pass }) =>
        pass(toNothing(call)),
  );
const refused = (id: OperationId, status: number): Around => refusing([id], () => () => true, status);

export const missingOperations: readonly Breakage[] = [
  misses('updateGroup', 'takes no such method at', refused('updateGroup', 405)),
  misses('deleteUser', 'takes no such method at', refused('deleteUser', 405)),
  misses('listTimeZones', 'has timezones in small letters in place of', lost('listTimeZones')),
  misses('lastLocation', 'has last-location in place of', lost('lastLocation')),
  misses('postAlerts', 'has gone from', refused('postAlerts', 410)),
  misses('replaceUser', 'forbids', refused('replaceUser', 403)),
  misses('createGroup', 'finds nothing at', lost('createGroup')),
  breakage(
    'takes "countries" for the id of a user',
    ['operations/listCountries', 'users/countries-listed'],
    at(
      ['listCountries'],
      () =>
        ({ call, pass }) =>
          pass({ ...call, target: '/api/users/none' }),
    ),
  ),
  breakage(
    'answers the list of users only with a query',
    ['operations/listUsers', 'users/created-is-listed'],
    at(
      ['listUsers'],
      () =>
        ({ call, pass }) =>
          pass(call.target.includes('?') ? call : toNothing(call)),
    ),
  ),
  breakage(
    'answers the list of groups with 200 and a failure in the body',
    ['operations/listGroups', 'groups/created-is-listed'],
    inReply(['listGroups'], (reply) =>
      withJson(refusal(200), { success: false, error: 'Unknown route' }, reply.status),
    ),
  ),
  breakage(
    'lists no country in a body that is an empty object',
    ['users/countries-listed'],
    inReply(['listCountries'], (reply) => (reply.status === 200 ? withJson(reply, {}) : reply)),
  ),
  breakage(
    'answers the time zones with an empty body',
    ['users/time-zones-listed'],
    inReply(['listTimeZones'], (reply) => (reply.status === 200 ? { ...reply, body: '' } : reply)),
  ),
];
