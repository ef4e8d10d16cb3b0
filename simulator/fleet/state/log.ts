/** The events, counted and kept; and the tokens whose expiry is awaited. */
import { formOf } from '../../../contracts/kit/form.ts';
import { count, mustHold, ordinal } from '../../../contracts/kit/saved.ts';
import { each, list, object, type Static, string, tuple } from '../../../contracts/kit/schema.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import { bytes, event, int32 } from '../forms.ts';
import type { Context } from './context.ts';

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

const readPayload = formOf(object({ tokenId: string() }));

/** All but recorded locations are numbered, and the newest are kept without a gap. */
export function checkLog({ head, counts, kept }: LogState, { now }: Context): void {
  const { 'location-recorded': _unnumbered, ...numbered } = counts;
  const all = Object.values(numbered).reduce((sum, each) => sum + each, 0);
  mustHold(head === all, '/log/head', `is not the ${all} that the counts add up to`);
  const seen = new Map<string, number>();
  let before = Number.NEGATIVE_INFINITY;
  kept.forEach(({ at, sequence, kind }, place) => {
    const pointer = `/log/kept/${place}`;
    mustHold(sequence === head - kept.length + place + 1, `${pointer}/sequence`, 'is not the next number');
    mustHold(at >= before && at <= now, `${pointer}/at`, 'is not between the one before and now');
    before = at;
    const soFar = (seen.get(kind) ?? 0) + 1;
    mustHold(soFar <= counts[kind], `/log/counts/${kind}`, 'is less than the number kept');
    seen.set(kind, soFar);
  });
}

export function checkTokens(tokens: TokensState, { claims }: Context): void {
  tokens.forEach((sequence, place) => {
    const { payload } = claims.take(sequence, 'token-expiry', undefined, `/tokens/${place}`);
    mustHold('value' in readPayload(payload), `/tokens/${place}`, 'awaits an event that names no token');
  });
  claims.close('token-expiry');
}
