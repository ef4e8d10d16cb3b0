/** From what is to be sent to an answer as it arrived. */
import type { EpochMs } from '../../profile/facts.ts';
import type { RawRequest } from '../answer.ts';
import { Unreached } from '../finding.ts';
import type { Host, PlainAnswer } from '../host.ts';
import { type BodyBounds, readBody, type Unread } from './body.ts';

/** Sends one request, and reads its answer as far as the bounds let. */
export async function arrive(
  sending: RawRequest,
  host: Pick<Host, 'fetch'>,
  signal: AbortSignal,
  bodies: BodyBounds,
): Promise<PlainAnswer | Unread> {
  const response = await host.fetch(requestOf(sending, signal));
  const read = await readBody(response, bodies, signal);
  if (typeof read === 'string') return read;
  return { status: response.status, headers: Object.fromEntries(response.headers), ...read };
}

/** Matches a character that no header can hold. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** Asks a deployment in this process. */
export function arriveDirectly(
  { url, method, headers = {}, body }: RawRequest,
  answer: NonNullable<Host['answer']>,
): Promise<PlainAnswer> {
  if (Object.values(headers).some((value) => UNSENDABLE.test(value))) throw unsendable();
  return answer({ url, method, headers, body });
}

function unsendable(): Unreached {
  return new Unreached('the request cannot be sent: its address or one of its headers is not valid');
}

/** A token may hold characters that no header can. */
function requestOf({ url, method, headers = {}, body }: RawRequest, signal: AbortSignal): Request {
  try {
    return new Request(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
  } catch {
    throw unsendable();
  }
}

export function withHeader(sending: RawRequest, authorization: string): RawRequest {
  return { ...sending, headers: { ...sending.headers, authorization } };
}

/** The moment of the `Date` header. */
export function dateOf(headers: { readonly [name: string]: string }): EpochMs | undefined {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? undefined : at;
}
