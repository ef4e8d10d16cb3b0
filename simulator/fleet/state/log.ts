/** The events, counted and kept; and the tokens whose expiry is awaited. */
import { count, ordinal } from '../../../contracts/kit/saved.ts';
import { each, list, object, type Static, tuple } from '../../../contracts/kit/schema.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import { bytes, event, int32 } from '../forms.ts';

export const digestState = object({ chain: bytes, lanes: tuple([int32, int32]) });
export type DigestState = Static<typeof digestState>;

export const logState = object({
  head: count,
  counts: object(each(eventKinds, count)),
  digest: digestState,
  kept: list(event),
});
export type LogState = Static<typeof logState>;

/** The events of their expiry, in the order of issue. */
export const tokensState = list(ordinal);
export type TokensState = Static<typeof tokensState>;
