/** What can go wrong while a story is played. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Place, Story } from '../language/story.ts';

export const playErrorCodes = [
  /** Entries of the timeline set each other off without end. */
  'STORY_TRIGGER_CYCLE',
  /** A time to play to that lies outside the story. */
  'STORY_TIME',
  /** A saved world of another story. */
  'STORY_STATE',
  /** No story of the library has this name. */
  'UNKNOWN_STORY',
] as const;
export type PlayErrorCode = (typeof playErrorCodes)[number];

export class PlayError extends Error {
  override readonly name = 'PlayError';
  readonly code: PlayErrorCode;
  readonly hint?: string;
  /** Where in the file of the story. */
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

/** The entries, by their places in the timeline, that set each other off: the last stands in it twice. */
export function triggerCycle(story: Story, chain: readonly number[]): PlayError {
  const last = chain.at(-1);
  const before = chain.lastIndexOf(last ?? -1, -2);
  const round = before < 0 ? chain.slice(-8) : chain.slice(before + 1);
  const entries = [...new Set(round)].flatMap((index) => story.timeline[index] ?? []);
  const named = entries.map(({ label, place }) => `${quoted(label)} (line ${place.line})`).join(', ');
  const message =
    entries.length === 1
      ? `The entry ${named} sets itself off without end, at one and the same moment.`
      : `Entries set each other off without end, at one and the same moment: ${named}.`;
  return new PlayError('STORY_TRIGGER_CYCLE', message, {
    hint: 'Give one of them "most" or "notAgainFor", or let it wait for something else.',
    places: entries.map(({ place }) => place),
  });
}
