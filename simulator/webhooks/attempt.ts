/** One attempt at a delivery, as it is sent. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { MINUTE, SECOND } from '../../contracts/kit/durations.ts';

/** A `POST` of JSON. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** The status of the answer, or why there is none. */
export type Outcome = number | 'timeout' | 'unreachable';

/** Sends a request, and never rejects. No redirect is followed; the signal ends it. */
export type Send = (request: WebhookRequest, signal: AbortSignal) => Promise<Outcome>;

/** The pauses after the first, the second and each further attempt, in milliseconds of the fake clock. After the last there is none. */
export const pauses: readonly number[] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];

interface AttemptFacts {
  readonly kind: string;
  readonly delivery: string;
  readonly attempt: number;
  readonly body: string;
  /** Milliseconds of the fake clock. */
  readonly now: number;
  readonly secret: string | undefined;
}

/** The headers of an attempt. */
export function headersOf({
  kind,
  delivery,
  attempt,
  body,
  now,
  secret,
}: AttemptFacts): WebhookRequest['headers'] {
  return {
    'content-type': 'application/json',
    'user-agent': 'roadtest',
    'x-roadtest-event': kind,
    'x-roadtest-delivery': delivery,
    'x-roadtest-attempt': String(attempt),
    ...(secret !== undefined && {
      'x-roadtest-signature': signatureOf(secret, Math.floor(now / SECOND), body),
    }),
  };
}

/** @param t seconds of the fake clock since 1970 UTC */
export function signatureOf(secret: string, t: number, body: string): string {
  return `t=${t},v1=${bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${t}.${body}`)))}`;
}
