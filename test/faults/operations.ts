/** Operations that are not served where the document has them (section 4). */
import { type OperationId, operation } from '../../contracts/specification/operations.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Call } from '../../simulator/http/call.ts';
import { type Fault, fault } from './fault.ts';
import { at, inReply, refusing, withJson } from './wrapping.ts';

const toNothing = (call: Call): Call => ({ ...call, target: '/api/nothing' });

function misses(id: OperationId, how: string, around: Around): Fault {
  const { method, path } = operation(id);
  return fault(`${how} ${method} ${path}`, [`operations/${id}`], around);
}

const lost = (id: OperationId): Around =>
  at(
    [id],
    () =>
      ({ call, pass }) =>
        pass(toNothing(call)),
  );
const refused = (id: OperationId, status: number): Around => refusing([id], () => () => true, status);

export const operationFaults: readonly Fault[] = [
  misses('deleteUser', 'takes no such method at', refused('deleteUser', 405)),
  misses('listTimeZones', 'has timezones in small letters in place of', lost('listTimeZones')),
  misses('postAlerts', 'has gone from', refused('postAlerts', 410)),
  misses('createGroup', 'finds nothing at', lost('createGroup')),
  fault(
    'answers the list of users only with a query',
    ['operations/listUsers', 'users/created-is-listed'],
    at(
      ['listUsers'],
      () =>
        ({ call, pass }) =>
          pass(call.target.includes('?') ? call : toNothing(call)),
    ),
  ),
  fault(
    'lists no country in a body that is an empty object',
    ['users/countries-listed'],
    inReply(['listCountries'], (reply) => (reply.status === 200 ? withJson(reply, {}) : reply)),
  ),
  fault(
    'answers the time zones with an empty body',
    ['users/time-zones-listed'],
    inReply(['listTimeZones'], (reply) => (reply.status === 200 ? { ...reply, body: '' } : reply)),
  ),
];
