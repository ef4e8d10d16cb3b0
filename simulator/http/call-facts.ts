/** The facts of a call that fault rules ask for. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { type OperationId, operation as operationOf } from '../../contracts/specification/operations.ts';
import type { CallFacts } from '../faults/faults.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';
import { headerOf } from './request.ts';

/** The facts are worked out as a rule asks for them. `id` is that of the path. */
export function factsOf(
  operation: OperationId,
  call: Call,
  id: string,
  token: string | undefined,
  { clock, tokens }: Pick<World, 'clock' | 'tokens'>,
): CallFacts {
  const { method, pathId, guarded } = operationOf(operation);
  return {
    operation,
    now: clock.now(),
    isRead: method === 'GET',
    device: pathId === 'device' ? id : undefined,
    get user() {
      return guarded ? token && tokens.claimsOf(token).user : nameIn(call.body);
    },
    get token() {
      return token === undefined ? undefined : tokens.claimsOf(token).place;
    },
    header: (name) => headerOf(call, name),
  };
}

/** The user name that a token request names. */
function nameIn(body: string | undefined): string | undefined {
  const { userName } = fieldsOf(jsonIn(body ?? ''));
  return typeof userName === 'string' ? userName : undefined;
}
