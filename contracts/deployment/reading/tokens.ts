/** Tokens as section 2 has them: a JSON Web Token (RFC 7519) and `expires`, a date and time by ISO 8601. */
import { fromString as instantOf } from 'temporal-polyfill/fns/Instant';
import { fromBase64Url } from '../../kit/base64.ts';
import { parseExactJson } from '../../kit/exact-json.ts';
import { type Fields, isFields } from '../../kit/fields.ts';
import { fieldOf } from '../../kit/json.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer, Token } from '../answer.ts';
import { Unreached } from '../finding.ts';
import { mayBeLimit } from './answers.ts';

/** Returns whether an answer to a token request brings one. */
export function isIssued({ json }: Pick<Answer, 'json'>): boolean {
  return fieldOf(json, 'success') !== false && isFilledText(fieldOf(json, 'token'));
}

/** Without a word on how long to wait, nothing distinguishes "not now" from "no". To be read after "the deployment". */
export function busyBy(
  { profile: { openings } }: { profile: Pick<Profile, 'openings'> },
  { status }: Pick<Answer, 'status'>,
): string | undefined {
  const { refused, incomplete } = openings['token.status'] ?? {};
  if (openings['rate-limit'] === null || status === refused || status === incomplete) return undefined;
  if (mayBeLimit({ openings }, status)) return 'may have had too many requests, and said so';
  return status === 503 ? 'said that it is unavailable' : undefined;
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The token, however little else is right about the answer. Throws `Unreached` when there is none. */
export function readToken(answer: Answer): Token {
  const token = fieldOf(answer.json, 'token') as string;
  if (!isIssued(answer)) throw new Unreached('no token could be had from the token request');
  return { value: token, expires: readTime(fieldOf(answer.json, 'expires')), answer };
}

/**
 * The times of the token that an answer brings, of which another text is another; `undefined` where it brings none. It was issued
 * (`iat`) at `issued.from` or later, and before `issued.to`, and works until the later of `exp` and `expires`.
 *
 * @param took milliseconds for which the answer was on its way, at most
 */
export function tokenTimes(
  json: unknown,
  took = 0,
): { value: string; issued?: { from: EpochMs; to: EpochMs }; until?: EpochMs } | undefined {
  if (!isIssued({ json })) return undefined;
  const value = fieldOf(json, 'token') as string;
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

export interface Jwt {
  header: Fields;
  payload: Fields;
  parts: readonly [string, string, string];
}

/** The token taken apart; otherwise what is wrong with it, to be read after "the token". */
export function readJwt(token: string): Jwt | { fault: string } {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) return { fault: `has ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}` };
  if (!/^[\w-]+$/.test(head) || !/^[\w-]+$/.test(body) || !/^[\w-]*$/.test(signature))
    return { fault: 'has a part that is not base64url' };
  const header = decodeObject(head);
  if (!header) return { fault: 'has a header that is not a JSON object' };
  const payload = decodeObject(body);
  if (!payload) return { fault: 'has a payload that is not a JSON object' };
  return { header, payload, parts: [head, body, signature] };
}

function decodeObject(part: string): Fields | undefined {
  try {
    const value = parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const FORM = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d|\d{8}T\d{4})[\d:.,]*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A date and time by ISO 8601, and whether it is written in UTC; `undefined` for what is none. */
export function readIsoTime(text: string): { time: EpochMs; utc: boolean } | undefined {
  const [form, zone = ''] = FORM.exec(text) ?? [];
  if (form === undefined) return undefined;
  try {
    const { epochMilliseconds: time } = instantOf(zone === '' ? `${text}Z` : text);
    return { time, utc: /^(Z|[+-]00(:?00)?)$/i.test(zone) };
  } catch {
    return undefined;
  }
}

/** The time that a value gives; a plain number or another form of date is none. */
export function readTime(value: unknown): EpochMs | undefined {
  return typeof value === 'string' ? readIsoTime(value)?.time : undefined;
}
