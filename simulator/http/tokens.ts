/**
 * JSON Web Tokens (RFC 7519, HS256), issued and checked by the fake clock (sections 4.1 and 5).
 *
 * The signing key comes from the seed, so that the same world issues the same tokens. It protects
 * nothing: this is a fake service.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '../../contracts/kit/base64.ts';
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { HttpRules } from './rules.ts';

export interface IssuedToken {
  id: string;
  token: string;
  expiresAt: EpochMs;
}

const REMEMBERED_TOKENS = 10_000;

/** Three parts, the first two with JSON objects. Other texts are refused before anything of them is decoded. */
const LIKE_OURS = /^eyJ[^.]*\.eyJ[^.]*\.[^.]*$/;

export class TokenBook {
  readonly #key: Uint8Array;
  readonly #rules: HttpRules;
  /** Tokens whose signature was good, by their text: a caller sends the same one thousands of times. */
  readonly #genuine = new Map<string, EpochMs>();
  /** The one of them that was asked for last: to compare a long text is cheaper than to look it up. */
  #latest: { token: string; expiresAt: EpochMs } | undefined;
  #issued = 0;
  #revoked: Set<number> = new Set();

  /** @param world what it is among others: tokens of one world do not open another */
  constructor(seed: number, world: string | undefined, rules: HttpRules) {
    const salt = world === undefined ? '' : ` of world ${world}`;
    this.#key = sha256(utf8ToBytes(`roadtest signing key ${seed}${salt}`));
    this.#rules = rules;
  }

  /** A new token for `userName`. `lifetime` is in milliseconds. */
  issue(userName: string, now: EpochMs, lifetime: number): IssuedToken {
    const expiresAt = this.#rules.tokenExpiry(now, lifetime);
    this.#issued += 1;
    return { id: this.#latestId, token: this.#written(userName, now, expiresAt), expiresAt };
  }

  get #latestId(): string {
    return `t${this.#issued}`;
  }

  #written(userName: string, now: EpochMs, expiresAt: EpochMs): string {
    const [iat, exp] = [now, expiresAt].map((moment) => Math.floor(moment / 1000));
    const claims = { sub: userName, iat, exp, jti: this.#latestId };
    const signed = `${encodeJson({ alg: 'HS256', typ: 'JWT' })}.${encodeJson(claims)}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  /** The latest token once more: `expiresAt` and `lifetime` are those of its issue. */
  again(userName: string, expiresAt: EpochMs, lifetime: number): string {
    return this.#written(userName, expiresAt - Math.ceil(lifetime / 1000) * 1000, expiresAt);
  }

  /** Returns whether no other token was issued after this one. */
  isLatest(token: string): boolean {
    return decodeJson(token.split('.')[1] ?? '').jti === this.#latestId;
  }

  /** Returns whether `token` is one of ours and still in force at `now`. */
  accepts(token: string, now: EpochMs): boolean {
    const expiresAt = this.#expiryOf(token);
    if (expiresAt === undefined || !this.#rules.tokenInForce(expiresAt, now)) return false;
    return this.#revoked.size === 0 || !this.#revoked.has(this.claimsOf(token).place ?? 0);
  }

  /** A genuine token counts no more, whenever it ends. */
  revoke(token: string): void {
    const place = this.claimsOf(token).place;
    if (place === undefined || this.#expiryOf(token) === undefined) return;
    this.#revoked.add(place);
    if (this.#revoked.size > REMEMBERED_TOKENS)
      for (const oldest of this.#revoked) return void this.#revoked.delete(oldest);
  }

  /** The place of a token among all that were issued, and its user, as it says itself. */
  claimsOf(token: string): { place: number | undefined; user: string | undefined } {
    const { jti, sub } = LIKE_OURS.test(token) ? decodeJson(token.split('.')[1] ?? '') : {};
    const [, place] = /^t(\d{1,15})$/.exec(String(jti)) ?? [];
    return {
      place: place === undefined ? undefined : Number(place),
      user: typeof sub === 'string' ? sub : undefined,
    };
  }

  /** How many tokens were issued, and the places of those that were revoked: the state that a snapshot keeps. */
  get issued(): number {
    return this.#issued;
  }

  get revoked(): ReadonlySet<number> {
    return this.#revoked;
  }

  restore(issued: number, revoked: readonly number[] = []): void {
    this.#issued = issued;
    this.#revoked = new Set(revoked.slice(-REMEMBERED_TOKENS));
  }

  /** When a genuine token ends; `undefined` for any other text. */
  #expiryOf(token: string): EpochMs | undefined {
    if (token === this.#latest?.token) return this.#latest.expiresAt;
    const expiresAt = this.#genuine.get(token) ?? this.#check(token);
    if (expiresAt !== undefined) this.#latest = { token, expiresAt };
    return expiresAt;
  }

  #check(token: string): EpochMs | undefined {
    if (!LIKE_OURS.test(token)) return undefined;
    const [header = '', payload = '', signature = ''] = token.split('.');
    const { exp } = decodeJson(payload);
    const { alg: algorithm } = decodeJson(header);
    if (typeof exp !== 'number') return undefined;
    if (!this.#rules.signatureCounts(algorithm, signature, this.#sign(`${header}.${payload}`)))
      return undefined;
    if (this.#genuine.size >= REMEMBERED_TOKENS) this.#genuine.clear();
    this.#genuine.set(token, exp * 1000);
    return exp * 1000;
  }

  #sign(text: string): string {
    return toBase64Url(hmac(sha256, this.#key, utf8ToBytes(text)));
  }
}

function encodeJson(value: unknown): string {
  return toBase64Url(utf8ToBytes(JSON.stringify(value)));
}

/** No fields for what is not a JSON object. */
function decodeJson(part: string): Fields {
  const bytes = fromBase64Url(part);
  return fieldsOf(bytes && jsonIn(new TextDecoder().decode(bytes)));
}
