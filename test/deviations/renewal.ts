/** Further tokens that are refused, or work late (section 5). */
import { HOUR } from '../../contracts/kit/durations.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';

/** Issues a token at the first request, and then no other. */
export function oneAtATime(): Partial<Rules> {
  let until = 0;
  let given = 0;
  return {
    tokenExpiry(issuedAt, lifetime) {
      until = documentRules.tokenExpiry(issuedAt, lifetime);
      return until;
    },
    issuedAnswer(token, expires) {
      if (until <= given) return documentRules.refusedAnswer('There is a token that is still in force.');
      given = until + HOUR;
      return documentRules.issuedAnswer(token, expires);
    },
  };
}

export function onlyTheFirst(): Partial<Rules> {
  let first: number | undefined;
  let count = 0;
  return {
    tokenExpiry(issuedAt, lifetime) {
      first ??= documentRules.tokenExpiry(issuedAt, lifetime);
      return first + 1000 * count++;
    },
    tokenInForce: (expiresAt, now) => documentRules.tokenInForce(expiresAt, now) && expiresAt === first,
  };
}
