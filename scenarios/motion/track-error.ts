import { excerpt, quoted } from '../../contracts/kit/untrusted.ts';

/** Why a track cannot be driven. The codes are stable. */
export type TrackErrorCode =
  | 'TRACK_NOT_READABLE' // neither GPX nor GeoJSON nor a list of points, or broken
  | 'TRACK_EMPTY' // readable, but without a recorded point
  | 'TRACK_ONE_POINT'
  | 'TRACK_NO_TIMES' // points, but no time at any of them
  | 'TRACK_BAD_TIME'
  | 'TRACK_OUT_OF_RANGE' // no position on earth
  | 'TRACK_AXES_SWAPPED' // latitude and longitude the wrong way round
  | 'TRACK_SEVERAL_VEHICLES' // where the track of one is meant
  | 'TRACK_TOO_FAST' // no road vehicle
  | 'TRACK_TOO_LARGE'; // longer, deeper or with more points than is read

/** Place of the fault: a line (from 1) where the format has lines, else which point. */
export interface Place {
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  /** The number of the point in the file, from 1. */
  point?: number | undefined;
}

/** A track that cannot be read: where and what failed in `message`, what to try in `hint`. */
export class TrackError extends Error {
  override readonly name = 'TrackError';
  readonly code: TrackErrorCode;
  /** The message without the place. */
  readonly what: string;
  readonly hint: string;
  readonly place: Place;

  constructor(code: TrackErrorCode, what: string, hint: string, place: Place = {}) {
    super(placeText(place) + what);
    this.code = code;
    this.what = what;
    this.hint = hint;
    this.place = place;
  }

  /** The same error about one vehicle of the file. */
  of(vehicle: string): TrackError {
    return new TrackError(this.code, `vehicle ${quoted(vehicle)}: ${this.what}`, this.hint, this.place);
  }

  /** The same error with the name of the file: the readers know the text alone. */
  in(file: string): TrackError {
    return new TrackError(this.code, this.what, this.hint, { ...this.place, file });
  }
}

function placeText({ file = 'track', line, column, point }: Place): string {
  const position = line ? `:${line}${column ? `:${column}` : ''}` : point ? `, point ${point}` : '';
  return `${excerpt(file)}${position}: `;
}

/** The line, from 1, that a place in a text is in. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}
