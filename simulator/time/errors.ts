/** The errors of the time part. The code is stable; the hint says what to try. */
export type ClockErrorCode =
  | 'TIME_BACKWARDS'
  | 'TIME_OUT_OF_RANGE'
  | 'TIME_INVALID'
  | 'DURATION_INVALID'
  | 'DATE_INVALID'
  | 'TIME_ZONE_UNKNOWN'
  | 'SPEED_INVALID'
  | 'SPEED_NEEDS_UNTIL'
  | 'ADVANCE_RUNNING'
  | 'EVENT_KIND_UNKNOWN';

export interface ClockErrorFacts {
  /** The field of the request that is to blame. */
  field?: string;
  /** Advice to the caller. */
  hint?: string;
}

/**
 * A refusal of the clock, with a stable code.
 *
 * @example
 * import { ClockError, createSimulator } from 'roadtest';
 *
 * const { clock } = createSimulator();
 * const error = await clock.advance(clock.now() - 1).catch((error: unknown) => error);
 * console.log(error instanceof ClockError && error.code); // TIME_BACKWARDS
 */
export class ClockError extends Error {
  readonly code: ClockErrorCode;
  readonly field?: string;
  readonly hint?: string;

  constructor(code: ClockErrorCode, message: string, facts: ClockErrorFacts = {}) {
    super(message);
    this.name = 'ClockError';
    this.code = code;
    if (facts.field !== undefined) this.field = facts.field;
    if (facts.hint !== undefined) this.hint = facts.hint;
  }
}
