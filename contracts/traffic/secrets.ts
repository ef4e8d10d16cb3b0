/** A call of a HAR in the record of a run, without its secrets. */

import { isFields } from '../kit/fields.ts';
import { placeholders, redacted } from '../kit/placeholders.ts';
import { isSecretField, type Redactor } from '../kit/redact.ts';
import type { HarCall, Headers } from './har.ts';

/** The headers that are shown of a call. Any other may hold a secret, whatever its name. */
const shownHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'content-type', 'date', 'location', 'retry-after'],
]);
/** Names of headers, parameters and fields whose values are secret. */
const SECRET =
  /auth|cookie|credential|jwt|key$|pass(?:word|phrase)|secret|session|sid$|sig(?:nature)?$|token/i;
/** Shorter values are words like any other. */
const MIN_SECRET = 4;
const MIN_COOKIE = 8;

export function isSecret(name: string): boolean {
  return !name.startsWith(':') && (SECRET.test(name) || isSecretField(name));
}

/** Hides what a call has in secret places, and the token that it was sent with. @param bodies as JSON */
export function hideSecrets(
  { headers, answer, url }: HarCall,
  bearer: string | undefined,
  bodies: readonly unknown[],
  redactor: Redactor,
): void {
  if (bearer !== undefined) redactor.hide(bearer, placeholders.token);
  for (const one of [headers, answer.headers, Object.fromEntries(url.searchParams)])
    for (const [name, value] of Object.entries(one)) if (isSecret(name)) hideValue(name, value, redactor);
  for (const body of bodies) hideFields(body, redactor);
}

function hideValue(name: string, value: string, redactor: Redactor): void {
  const isCookie = /cookie/.test(name);
  const values = isCookie ? value.split(/[;,\s]+/).map((pair) => pair.replace(/^[^=]*=/, '')) : [value];
  const min = isCookie ? MIN_COOKIE : MIN_SECRET;
  for (const one of values) if (one.length >= min) redactor.hide(one);
}

/** Hides what stands under secret names in a body, however deep. */
function hideFields(value: unknown, redactor: Redactor, isUnder = false): void {
  if (Array.isArray(value)) for (const one of value) hideFields(one, redactor, isUnder);
  else if (isFields(value))
    for (const [name, one] of Object.entries(value)) hideFields(one, redactor, isUnder || isSecret(name));
  else if (isUnder && ['string', 'number', 'bigint'].includes(typeof value)) {
    const text = String(value);
    if (text.length >= MIN_SECRET) redactor.hide(text);
  }
}

export function shown(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.has(name)));
}

/** The address without the name and the password before it, and without secret parameters. */
export function addressOf({ origin, pathname, searchParams }: URL): string {
  const query = [...searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${isSecret(name) ? redacted : encodeURIComponent(value)}`,
  );
  return origin + pathname + (query.length > 0 ? `?${query.join('&')}` : '');
}
