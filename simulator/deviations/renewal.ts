/** Further tokens that are refused, or work late (section 5). */
import { MINUTE } from '../../contracts/kit/durations.ts';
import { documentRules, type Rules } from '../options.ts';
import { bearerOf, endOf, tokenIn, withBearer } from './calls.ts';
import type { Deviation } from './deviation.ts';

/** A token that is issued while another is in force works a minute later. */
export function renewedTokensWait(): Deviation {
  return {
    does: 'lets a renewed token work only after a minute',
    also: ['auth/bearer-accepted', 'groups/created-can-be-read', 'users/created-can-be-read'],
    around: () => (handle, simulator) => {
      const startsAt = new Map<string, number>();
      let inForceUntil = 0;
      return async (call) => {
        const now = simulator.clock.now();
        if ((startsAt.get(bearerOf(call) ?? '') ?? now) > now) return handle(withBearer(call, undefined));
        const reply = await handle(call);
        const token = tokenIn(reply);
        if (token !== undefined) {
          if (inForceUntil > now) startsAt.set(token, now + MINUTE);
          inForceUntil = Math.max(inForceUntil, endOf(token) ?? 0);
        }
        return reply;
      };
    },
  };
}

/** While a token lives, another one ends when it does. */
export function endsWithTheFirst(): Partial<Rules> {
  let until = 0;
  return {
    tokenExpiry(issuedAt, lifetime) {
      if (issuedAt >= until) until = documentRules.tokenExpiry(issuedAt, lifetime);
      return until;
    },
  };
}
