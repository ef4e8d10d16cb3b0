/** The one error of the fleet. */
import type { FleetErrorCode } from './types.ts';

export interface FleetErrorFacts {
  /** The field of the request that is to blame. */
  field?: string;
  /** Advice to the caller. */
  hint?: string;
  /** The record that was referred to and does not exist. */
  missing?: { resource: 'device' | 'group'; id: number };
}

/**
 * A refusal. When it is thrown, nothing has changed.
 *
 * @example
 * import { createSimulator, FleetError } from 'roadtest';
 *
 * const { fleet } = createSimulator({ devices: 1 });
 * try {
 *   fleet.limits.set(99, { dailySms: 0 });
 * } catch (error) {
 *   console.log(error instanceof FleetError && error.code); // UNKNOWN_DEVICE
 * }
 */
export class FleetError extends Error {
  readonly code: FleetErrorCode;
  readonly field?: string;
  readonly hint?: string;
  readonly missing?: NonNullable<FleetErrorFacts['missing']>;

  constructor(code: FleetErrorCode, message: string, facts: FleetErrorFacts = {}) {
    super(message);
    this.name = 'FleetError';
    this.code = code;
    if (facts.field !== undefined) this.field = facts.field;
    if (facts.hint !== undefined) this.hint = facts.hint;
    if (facts.missing !== undefined) this.missing = facts.missing;
  }
}
