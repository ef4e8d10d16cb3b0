/**
 * The rules of the document that live between the caller and the fleet: tokens and who may call.
 *
 * One named function per rule, with its ledger id. They are only called through the `HttpRules`
 * object of a simulator, so that a test can put a broken one in the place of any of them.
 */
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { Account, EpochMs } from '../fleet/types.ts';

/** The body of a token request as it came: anything may be in it. */
export interface TokenRequest {
  readonly userName?: unknown;
  readonly apiKey?: unknown;
}

/** The body of every answer to a token request (section 2, "Token response"). */
export interface TokenAnswer {
  success: boolean;
  token?: string;
  expires?: string;
  error?: string;
}

/** `operations/*`: every operation of the document is served at its method and path. */
function servesOperation(_operation: OperationId): boolean {
  return true;
}

/** `token/missing-user-name`, `token/missing-api-key`: both are required strings. The field that is missing. */
function missingCredential(body: TokenRequest): keyof TokenRequest | undefined {
  if (typeof body.userName !== 'string') return 'userName';
  if (typeof body.apiKey !== 'string') return 'apiKey';
  return undefined;
}

/** `token/wrong-api-key`, `token/unknown-user`, `token/empty-credentials`: only the account's own pair is good. */
function credentialsMatch(account: Pick<Account, 'userName' | 'apiKey'>, given: TokenRequest): boolean {
  return given.userName !== '' && given.userName === account.userName && given.apiKey === account.apiKey;
}

/** `token/api-disabled`, `token/api-enabled`: API access must be on before credentials work (section 5). */
function apiAccessAllowsTokens(account: Pick<Account, 'apiEnabled'>): boolean {
  return account.apiEnabled;
}

/** `token/expires-ahead`: a token ends one lifetime after its issue, on a full second as JWT counts them. */
function tokenExpiry(issuedAt: EpochMs, lifetime: number): EpochMs {
  return (Math.floor(issuedAt / 1000) + Math.ceil(lifetime / 1000)) * 1000;
}

/** `token/issued`, `token/json-object`, `token/expires-iso-utc`, `token/no-error-on-success`. */
function issuedAnswer(token: string, expires: string): TokenAnswer {
  return { success: true, token, expires };
}

/** The failures of section 7: `success` is false, `error` says why, and no token is given. */
function refusedAnswer(cause: string): TokenAnswer {
  return { success: false, error: cause };
}

/** `token/no-bearer-needed`, `auth/header-required`: all operations but the token request need a token. */
function needsToken(operation: OperationId): boolean {
  return operation !== 'issueToken';
}

/** `auth/bearer-accepted`, `auth/header-required`: the token in `Authorization: Bearer <ACCESS_TOKEN>`. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length < 8) return undefined;
  const scheme = authorization.slice(0, 7);
  if (scheme !== 'Bearer ' && scheme.toLowerCase() !== 'bearer ') return undefined;
  return authorization.slice(7).trim();
}

/** `auth/garbage-refused`, `auth/tampered-refused`: only a signature of our own, made in our own way, counts. */
function signatureCounts(algorithm: unknown, given: string, expected: string): boolean {
  if (algorithm !== 'HS256' || given.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < given.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}

/** `auth/valid-until-expiry`, `auth/expired-refused`: a token works before its expiry, and no longer from then on. */
function tokenInForce(expiresAt: EpochMs, now: EpochMs): boolean {
  return now < expiresAt;
}

export const httpRules = {
  servesOperation,
  missingCredential,
  credentialsMatch,
  apiAccessAllowsTokens,
  tokenExpiry,
  issuedAnswer,
  refusedAnswer,
  needsToken,
  bearerToken,
  signatureCounts,
  tokenInForce,
};

/** The type of replacements: a broken service answers a token request with any body. */
export interface HttpRules extends Omit<typeof httpRules, 'issuedAnswer' | 'refusedAnswer'> {
  issuedAnswer(token: string, expires: string): object;
  refusedAnswer(cause: string): object;
}
