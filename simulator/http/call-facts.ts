/** The facts of a call that fault rules ask for, and the fault that a call asks for itself. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { type OperationId, operation as operationOf } from '../../contracts/specification/operations.ts';
import { ControlError } from '../control/errors.ts';
import { guard, requireRight } from '../control/guard.ts';
import type { CallFacts, Met } from '../faults/faults.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';
import { headerOf } from './request.ts';

/** The header by which a call asks for a fault of its own: a rule as JSON, such as `{"status": 503}`. */
export const ASKED = 'x-roadtest-fault';
const LONGEST = 4_096;

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

/**
 * The fault that a call asks for itself; `undefined` where it asks for none.
 *
 * @throws ControlError where it may not use the control API, and `FAULTS_INVALID`
 */
export function askedFault(
  call: Call,
  { guard: guarding, faults }: Pick<World, 'guard' | 'faults'>,
): Met | undefined {
  const text = headerOf(call, ASKED);
  if (text === undefined) return undefined;
  requireRight(guard(call, guarding), 'inject', 'faults of one call');
  const rule = text.length > LONGEST ? undefined : jsonIn(text);
  if (rule === undefined) {
    throw new ControlError('FAULTS_INVALID', `The header X-Roadtest-Fault is no JSON: ${excerpt(text)}`, {
      field: ASKED,
      hint: `Send a fault rule of up to ${LONGEST} characters, such as {"status": 503}.`,
    });
  }
  return { fault: faults.ofCall(rule), headers: undefined };
}
