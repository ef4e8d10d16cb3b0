import { fieldOf } from '../../kit/json.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer, Token } from '../answer.ts';
import { Unreached } from '../finding.ts';
import { readJwt } from './jwt.ts';
import { readTime } from './time.ts';

/** Times in a token. Another text is another token. */
export interface TokenTimes {
  readonly value: string;
  /** `iat`: it was issued at `from` or later, and before `to`. */
  readonly issued?: { readonly from: EpochMs; readonly to: EpochMs } | undefined;
  /** The later of `exp` and `expires`. */
  readonly until?: EpochMs | undefined;
}

/**
 * The times of the token that an answer brings; `undefined` where it brings none.
 *
 * @param took milliseconds for which the answer was on its way, at most
 */
export function tokenTimes(json: unknown, took = 0): TokenTimes | undefined {
  const value = fieldOf(json, 'token');
  if (typeof value !== 'string' || value === '' || fieldOf(json, 'success') === false) return undefined;
  const jwt = readJwt(value);
  const { iat, exp } = 'fault' in jwt ? {} : jwt.payload;
  const ends = [moment(exp), readTime(fieldOf(json, 'expires'))].filter((end) => end !== undefined);
  const from = moment(iat);
  return {
    value,
    ...(from !== undefined && { issued: { from, to: from + (Number.isInteger(iat) ? 1000 : 1) + took } }),
    ...(ends.length > 0 && { until: Math.max(...ends) }),
  };
}

/** A NumericDate of RFC 7519: seconds. */
function moment(seconds: unknown): EpochMs | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** The token, however little else is right about the answer. Throws `Unreached` when there is none. */
export function readToken(answer: Answer): Token {
  const token = fieldOf(answer.json, 'token');
  const expires = fieldOf(answer.json, 'expires');
  if (typeof token !== 'string' || token === '') {
    throw new Unreached('no token could be had from the token request');
  }
  return { value: token, expires: readTime(expires), answer };
}
