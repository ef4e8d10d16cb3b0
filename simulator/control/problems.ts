/** Refusals of the control API as problem details. */
import { excerpt, jsonText } from '../../contracts/kit/untrusted.ts';
import { FixtureError } from '../fixture/problems.ts';
import { FleetError } from '../fleet/errors.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { Reply } from '../http/call.ts';
import { ClockError } from '../time/errors.ts';
import { httpDate } from '../time/format.ts';
import { ControlError } from './errors.ts';

const FLEET_STATUS: { readonly [code: string]: number } = {
  UNKNOWN_DEVICE: 404,
  UNKNOWN_GROUP: 404,
  NO_LICENCE_AVAILABLE: 409,
  FLEET_FULL: 409,
  DEVICE_NOT_EXPIRED: 409,
  DEVICE_EXPIRED: 409,
};

/** The reply to a call that is refused, as problem details. */
export function problemReply(thrown: unknown, now: EpochMs, title = 'The control API refused'): Reply {
  const error = thrown instanceof FixtureError ? fixtureRefused(thrown) : thrown;
  const known = error instanceof ControlError || error instanceof FleetError || error instanceof ClockError;
  const problem = known
    ? {
        code: error.code,
        detail: error.message,
        field: error.field && excerpt(error.field),
        hint: error.hint,
      }
    : { code: 'INTERNAL', detail: 'The simulator failed. This is a defect of Roadtest.' };
  const status = error instanceof ControlError ? error.status : statusOf(problem.code, known);
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      date: httpDate(now),
      ...(error instanceof ControlError && error.headers),
    },
    body: jsonText({
      ...(error instanceof ControlError && error.more),
      title,
      status,
      ...problem,
    }),
  };
}

/** The first issue, and all of them beside it. */
function fixtureRefused({ issues }: FixtureError): ControlError {
  const { pointer = '', message = 'it cannot be read', hint } = issues[0] ?? {};
  return new ControlError('FIXTURE_INVALID', `The fixture is not valid: ${excerpt(pointer)} ${message}.`, {
    field: pointer,
    ...(hint !== undefined && { hint }),
    more: { issues },
  });
}

function statusOf(code: string, known: boolean): number {
  if (!known) return 500;
  return code === 'ADVANCE_RUNNING' ? 409 : (FLEET_STATUS[code] ?? 422);
}
