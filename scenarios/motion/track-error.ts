/** Why a track cannot be driven, and how much of one is read. */
import { excerpt, quoted } from '../../contracts/kit/untrusted.ts';

/** Bounds of recorded tracks. */
export const trackBounds = {
  /** The length of the whole text in UTF-16 code units. */
  characters: 67_108_864,
  /** Points with or without a time. */
  points: 1_000_000,
  /** Lists and objects of JSON, or elements of XML, inside each other. */
  depth: 32,
  /** Characters in one line of CSV, or one tag of XML. */
  line: 10_000,
} as const;

/** The codes are stable. */
export type TrackErrorCode =
  | 'TRACK_NOT_READABLE' // in none of the formats, or broken
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
  readonly hint: string;
  readonly #what: string;
  readonly #place: Place;

  constructor(code: TrackErrorCode, what: string, hint: string, place: Place = {}) {
    const { file = 'track', line, column, point } = place;
    const position = line ? `:${line}${column ? `:${column}` : ''}` : point ? `, point ${point}` : '';
    super(`${excerpt(file)}${position}: ${what}`);
    this.code = code;
    this.hint = hint;
    this.#what = what;
    this.#place = place;
  }

  /** The same error with the name of the file, and the vehicle that it is about: the readers know the text alone. */
  in(file: string, vehicle?: string): TrackError {
    const what = vehicle === undefined ? this.#what : `vehicle ${quoted(vehicle)}: ${this.#what}`;
    return new TrackError(this.code, what, this.hint, { ...this.#place, file });
  }
}

/** A file that is in none of the formats, or broken. */
export function unreadable(what: string, hint: string, place?: Place): TrackError {
  return new TrackError('TRACK_NOT_READABLE', what, hint, place);
}
