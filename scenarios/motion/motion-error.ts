/** Why a route cannot be driven. The codes are stable. */
export type MotionErrorCode =
  | 'ROUTE_OFF_MAP' // a stop too far from every road of the town
  | 'ROUTE_EMPTY' // fewer than two positions, or all of them the same
  | 'ROUTE_NO_TIMES' // a recorded rhythm without times
  | 'POSITION_OUT_OF_RANGE'
  | 'POSITION_AXES_SWAPPED'; // latitude and longitude the wrong way round

/** `message` says the failure, `hint` a thing to try. */
export class MotionError extends Error {
  override readonly name = 'MotionError';
  readonly code: MotionErrorCode;
  readonly hint: string;

  constructor(code: MotionErrorCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
