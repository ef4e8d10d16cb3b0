/** Token requests that are answered wrongly (sections 2, 4.1, 5 and 7). */
import { HOUR } from '../../contracts/kit/durations.ts';
import { httpRules, type TokenAnswer, type TokenRequest } from '../http/rules.ts';
import { documentRules } from '../options.ts';
import { type Affected, type Deviation, type DeviationsOf, deviation, type Effects } from './deviation.ts';
import { endsWithTheFirst, renewedTokensWait } from './renewal.ts';

export const shape = ['token/issued', 'token/json-object'] as const satisfies readonly Affected[];

/** A key that is hardly looked at is one that is nearly right, too. */
export const nearMisses: readonly Affected[] = ['token/near-miss-refused'];

export const tokenDeviations: DeviationsOf<'token'> = {
  'token/issued': issuing(
    'sends `expires` as a number',
    (answer) => ({ ...answer, expires: timeOf(answer) }),
    {
      also: ['token/expires-iso-utc'],
    },
  ),
  'token/json-object': issuing('sends `success` as a string', (answer) => ({ ...answer, success: 'true' }), {
    breaks: shape,
  }),
  'token/is-jwt': deviation('issues tokens that are not JWTs', () => ({
    issuedAnswer: (token, expires) => httpRules.issuedAnswer(token.replaceAll('.', '~'), expires),
    bearerToken: (authorization) => documentRules.bearerToken(authorization)?.replaceAll('~', '.'),
  })),
  'token/expires-iso-utc': expiring('sends `expires` with the offset of its own time zone', (expires) =>
    later(expires, 2).replace('Z', '+02:00'),
  ),
  'token/expires-ahead': expiring('sends an `expires` two days in the past', (expires) =>
    later(expires, -48),
  ),
  'token/no-error-on-success': issuing('sends an `error` with an issued token', (answer) => ({
    ...answer,
    error: 'OK',
  })),
  'token/wrong-api-key': credentials(
    'accepts any API key',
    (account, given) => given.userName === account.userName && Boolean(given.apiKey),
    nearMisses,
  ),
  'token/unknown-user': credentials(
    'accepts any user name',
    (account, given) => given.apiKey === account.apiKey && Boolean(given.userName),
    ['token/near-miss-refused'],
  ),
  'token/empty-credentials': credentials(
    'accepts empty credentials',
    (_, given) => given.userName === '' && given.apiKey === '',
  ),
  'token/missing-user-name': credentials(
    'accepts a request without user name',
    (account, given) => given.userName === undefined && given.apiKey === account.apiKey,
  ),
  'token/missing-api-key': credentials(
    'accepts a request without API key',
    (account, given) => given.userName === account.userName && given.apiKey === undefined,
  ),
  'token/no-bearer-needed': deviation(
    'requires a token for the token request',
    () => ({ needsToken: () => true }),
    {
      also: shape,
    },
  ),
  'token/renewal': renewedTokensWait(),
  'token/api-disabled': deviation('issues tokens while API access is off', () => ({
    apiAccessAllowsTokens: () => true,
  })),
  'token/near-miss-refused': credentials(
    'accepts keys that begin alike, wildcards and quotes',
    (account, { userName, apiKey }) =>
      userName === account.userName && (beginAlike(account.apiKey, apiKey) || /[%*']/.test(textOf(apiKey))),
  ),
  'token/renewal-extends': deviation('issues tokens that end with the first', endsWithTheFirst),
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

export interface Issued extends TokenAnswer {
  token: string;
  expires: string;
}

/** Another body for an issued token. */
export function issuing(does: string, change: (answer: Issued) => object, effects: Effects = {}): Deviation {
  return deviation(
    does,
    () => ({
      issuedAnswer: (token, expires) => change({ ...httpRules.issuedAnswer(token, expires), token, expires }),
    }),
    effects,
  );
}

export function expiring(does: string, change: (expires: string) => string): Deviation {
  return issuing(does, (answer) => ({ ...answer, expires: change(answer.expires) }));
}

/** Credentials that are accepted beside the right ones. */
export function credentials(
  does: string,
  accepts: (account: { userName: string; apiKey: string }, given: TokenRequest) => boolean,
  also: readonly Affected[] = [],
): Deviation {
  return deviation(
    does,
    () => ({
      missingCredential: () => undefined,
      credentialsMatch: (account, given) =>
        documentRules.credentialsMatch(account, given) || accepts(account, given),
    }),
    { also },
  );
}

/** Returns whether one of two texts begins with all of the other. */
function beginAlike(key: string, given: unknown): boolean {
  const text = textOf(given);
  return text !== '' && (key.startsWith(text) || text.startsWith(key));
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeOf({ expires }: Issued): number {
  return Date.parse(expires);
}

export function later(iso: string, hours: number): string {
  return new Date(Date.parse(iso) + hours * HOUR).toISOString();
}
