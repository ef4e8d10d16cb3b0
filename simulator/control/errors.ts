/** Errors of the control API: each code has one HTTP status. */
const statusOf = {
  BODY_NOT_JSON: 400,
  BODY_NOT_TEXT: 400,
  CONTENT_ENCODING: 415,
  CHARSET: 415,
  BODY_INVALID: 422,
  QUERY_INVALID: 422,
  FILTER_INVALID: 422,
  WAIT_INVALID: 422,
  WAIT_TIMEOUT: 408,
  WAIT_ENDED: 409,
  WAITS_FULL: 429,
  CONTROL_TOKEN_NEEDED: 401,
  ROLE_NOT_ALLOWED: 403,
  FOREIGN_HOST: 403,
  FOREIGN_ORIGIN: 403,
  UNKNOWN_PATH: 404,
  UNKNOWN_DEVICE: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  FAULTS_INVALID: 422,
  FIXTURE_INVALID: 422,
  FIXTURE_NOT_WRITABLE: 409,
  FIXTURE_NOT_TAKEN: 409,
  ID_TAKEN: 409,
  DEVICE_DRIVES: 409,
  DEVICE_REPORTS_NOTHING: 409,
  SNAPSHOT_INVALID: 422,
  SNAPSHOT_VERSION: 422,
  SNAPSHOT_PROFILE: 422,
  // Codes of hosts that add routes, such as a server that plays stories.
  NO_STORY: 409,
  UNKNOWN_STORY: 404,
  STORY_INVALID: 422,
  STORY_TIME: 422,
  UNKNOWN_WORLD: 404,
  WORLD_EXISTS: 409,
  WORLD_INVALID: 422,
  WORLDS_FULL: 429,
  TRAINEES_INVALID: 422,
} as const;

export type ControlErrorCode = keyof typeof statusOf;

export interface ControlErrorFacts {
  /** The field or query parameter of the request that is to blame. */
  field?: string;
  /** Advice to the caller. */
  hint?: string;
  /** Further members of the problem, such as a list of all that is wrong. */
  more?: { readonly [name: string]: unknown };
  /** Headers of the answer, under their lower-case names. */
  headers?: { [name: string]: string };
}

/**
 * A refusal of the control API, `snapshot` or `restore`, with a stable code.
 *
 * @example
 * import { ControlError, createSimulator } from 'roadtest';
 *
 * try {
 *   createSimulator().restore({});
 * } catch (error) {
 *   console.log(error instanceof ControlError && error.code); // SNAPSHOT_INVALID
 * }
 */
export class ControlError extends Error {
  readonly code: ControlErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly hint: string | undefined;
  readonly more: { readonly [name: string]: unknown } | undefined;
  readonly headers: { readonly [name: string]: string } | undefined;

  constructor(code: ControlErrorCode, message: string, facts: ControlErrorFacts = {}) {
    super(message);
    this.name = 'ControlError';
    this.code = code;
    this.status = statusOf[code];
    this.field = facts.field;
    this.hint = facts.hint;
    this.more = facts.more;
    this.headers = facts.headers;
  }
}
