/** The faults in a request for a report. */

export type ReportErrorCode =
  | 'BASELINE_SYNTAX' // the text is neither YAML nor JSON
  | 'BASELINE_INVALID' // it can be read, but is not a list of accepted failures
  | 'REQUIREMENT_INVALID';

/**
 * A fault in a condition, a baseline or a report that is asked for.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { ReportError, verify } from 'roadtest/verify';
 *
 * const options = { simulator: createSimulator(), require: ['everything'] };
 * const error = await verify(options).catch((error: unknown) => error);
 * console.log(error instanceof ReportError && error.code); // REQUIREMENT_INVALID
 */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly code: ReportErrorCode;
  /** Says what to try. */
  readonly hint: string | undefined;

  constructor(code: ReportErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
