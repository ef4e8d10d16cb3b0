/** Token requests that are answered wrongly, and further tokens that are refused or work late (sections 2, 4.1, 5 and 7). */
import { HOUR, MINUTE } from '../../contracts/kit/durations.ts';
import { httpRules, type TokenRequest } from '../http/rules.ts';
import { documentRules } from '../options.ts';
import { bearerOf, endOf, tokenIn, withBearer } from './calls.ts';
import {
  type Affected,
  type Around,
  type Deviation,
  type DeviationsOf,
  deviation,
  wrapped,
} from './deviation.ts';

export const tokenDeviations: DeviationsOf<'token'> = {
  'token/issued': issuing('sends `expires` as a number', (expires) => ({ expires: Date.parse(expires) })),
  'token/json-object': issuing('sends `success` as a string', () => ({ success: 'true' }), [
    'token/issued',
    'token/json-object',
  ]),
  'token/is-jwt': deviation('issues tokens that are not JWTs', () => ({
    issuedAnswer: (token, expires) => httpRules.issuedAnswer(token.replaceAll('.', '~'), expires),
    bearerToken: (authorization) => documentRules.bearerToken(authorization)?.replaceAll('~', '.'),
  })),
  'token/expires-iso-utc': issuing('sends `expires` with the offset of its own time zone', (expires) => ({
    expires: later(expires, 2).replace('Z', '+02:00'),
  })),
  'token/expires-ahead': issuing('sends an `expires` two days in the past', (expires) => ({
    expires: later(expires, -48),
  })),
  'token/no-error-on-success': issuing('sends an `error` with an issued token', () => ({ error: 'OK' })),
  'token/wrong-api-key': accepting(
    'accepts any API key',
    (account, given) => given.userName === account.userName && Boolean(given.apiKey),
  ),
  'token/unknown-user': accepting(
    'accepts any user name',
    (account, given) => given.apiKey === account.apiKey && Boolean(given.userName),
  ),
  'token/empty-credentials': accepting(
    'accepts empty credentials',
    (_, given) => given.userName === '' && given.apiKey === '',
  ),
  'token/missing-user-name': accepting(
    'accepts a request without user name',
    (account, given) => given.userName === undefined && given.apiKey === account.apiKey,
  ),
  'token/missing-api-key': accepting(
    'accepts a request without API key',
    (account, given) => given.userName === account.userName && given.apiKey === undefined,
  ),
  'token/no-bearer-needed': deviation('requires a token for the token request', () => ({
    needsToken: () => true,
  })),
  'token/renewal': wrapped('lets a renewed token work only after a minute', () => renewedTokensWait),
  'token/api-disabled': deviation('issues tokens while API access is off', () => ({
    apiAccessAllowsTokens: () => true,
  })),
  'token/near-miss-refused': accepting(
    'accepts keys that begin alike, wildcards and quotes',
    (account, { userName, apiKey }) =>
      userName === account.userName &&
      typeof apiKey === 'string' &&
      (beginAlike(account.apiKey, apiKey) || /[%*']/.test(apiKey)),
  ),
  'token/renewal-extends': deviation('issues tokens that end with the first', () => {
    let until = 0;
    return {
      tokenExpiry(issuedAt, lifetime) {
        if (issuedAt >= until) until = documentRules.tokenExpiry(issuedAt, lifetime);
        return until;
      },
    };
  }),
  'token/api-enabled': deviation('issues no more tokens after API access was off', () => {
    let wasOff = false;
    return {
      apiAccessAllowsTokens(account) {
        wasOff ||= !documentRules.apiAccessAllowsTokens(account);
        return !wasOff;
      },
    };
  }),
};

/** Other fields in the body for an issued token. */
function issuing(does: string, change: (expires: string) => object, breaks?: readonly Affected[]): Deviation {
  const issuedAnswer = (token: string, expires: string) => ({
    ...httpRules.issuedAnswer(token, expires),
    ...change(expires),
  });
  return deviation(does, () => ({ issuedAnswer }), breaks);
}

/** Credentials that are accepted beside the right ones. */
function accepting(
  does: string,
  accepts: (account: { userName: string; apiKey: string }, given: TokenRequest) => boolean,
): Deviation {
  return deviation(does, () => ({
    missingCredential: () => undefined,
    credentialsMatch: (account, given) =>
      documentRules.credentialsMatch(account, given) || accepts(account, given),
  }));
}

/** Returns whether one of two texts begins with all of the other. */
function beginAlike(key: string, given: string): boolean {
  return given !== '' && (key.startsWith(given) || given.startsWith(key));
}

function later(iso: string, hours: number): string {
  return new Date(Date.parse(iso) + hours * HOUR).toISOString();
}

/** A token that is issued while another is in force works a minute later. */
const renewedTokensWait: Around = (handle, simulator) => {
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
};
