/** Errors while a story is played, and refusals of the service. */
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { Place } from '../language/terms.ts';

export const playErrorCodes = [
  /** Entries of the timeline set each other off without end. */
  'STORY_TRIGGER_CYCLE',
  /** A time to play to outside the story. */
  'STORY_TIME',
  /** A saved world of another story. */
  'STORY_STATE',
  /** No story of the library has this name. */
  'UNKNOWN_STORY',
] as const;
export type PlayErrorCode = (typeof playErrorCodes)[number];

/**
 * An error while a story is played, with a stable code.
 *
 * @example
 * import { PlayError, playStory } from 'roadtest/stories';
 *
 * const error = await playStory('first-dya').catch((error: unknown) => error);
 * console.log(error instanceof PlayError && error.hint); // Did you mean first-day?
 */
export class PlayError extends Error {
  override readonly name = 'PlayError';
  readonly code: PlayErrorCode;
  readonly hint?: string;
  /** Line in the file of the story. */
  readonly places: readonly Place[];

  constructor(
    code: PlayErrorCode,
    message: string,
    facts: { hint?: string; places?: readonly Place[] } = {},
  ) {
    super(message);
    this.code = code;
    if (facts.hint !== undefined) this.hint = facts.hint;
    this.places = facts.places ?? [];
  }
}

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
