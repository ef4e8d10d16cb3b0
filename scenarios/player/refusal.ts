/** Refusals of the service. */
import { FleetError } from '../../simulator/fleet/errors.ts';

/** A refusal that does not come from the fleet, such as of a token. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The refusal that an action threw; rethrows every other error. */
export function refusalIn(error: unknown): { code: string; reason: string } {
  if (error instanceof FleetError || error instanceof Refusal) {
    return { code: error.code, reason: error.message };
  }
  throw error;
}
