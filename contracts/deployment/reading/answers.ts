/** Tells what an answer may be, where no status code can be relied upon: a success, a refusal and its cause, the form of it. */
import { isFields } from '../../kit/fields.ts';
import { fieldOf, isDeepEqual, type Json } from '../../kit/json.ts';
import { namesOf } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import { follow, parsePointer, place } from '../../profile/pointer.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Refusal } from '../../specification/openings/index.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { whereBound } from '../sharing/unbound.ts';

type Openings = Pick<Profile, 'openings'>;

/** Returns whether an answer can be a success, by its status and by what it says itself: the address in a redirect, or an id in a refusal, is none of a record. */
export function isSuccess({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  return status >= 200 && status < 300 && fieldOf(json, 'success') !== false;
}

/** The content of a success. A refusal may name the id that was asked for, and holds no record of it. */
export function contentOf(answer: Pick<Answer, 'status' | 'json'>): unknown {
  return isSuccess(answer) ? answer.json : undefined;
}

/** Returns whether an answer reads as the profile says that refusals do, or says itself that there was no success. */
export function readsAsRefusal(
  { lens }: { readonly lens: Lens<AnyId> },
  { status, text, json }: Pick<Answer, 'status' | 'text' | 'json'>,
): boolean {
  if (fieldOf(json, 'success') === false) return true;
  return whereBound(false, () => {
    const { errors } = lens;
    const { facts, issues } = errors.read(text);
    if (status < 400) return facts.success === false;
    return errors.contentType === null ? text === '' : issues.length === 0 && Object.keys(facts).length > 0;
  });
}

const forContent: ReadonlySet<Refusal> = new Set(['invalid', 'malformed']);

/**
 * Returns whether a refusal was for what was sent, and for nothing else. Where the profile leaves the status of any cause open,
 * or has the same one for several, that is not known.
 *
 * @param status `undefined` where there is none, as of a command
 */
export function isForContent(status: number | undefined, { openings }: Openings): boolean {
  const { 'errors.status': statuses, 'auth.refusal': token } = openings;
  if (status === undefined || !statuses || !isWhole('errors.status', statuses)) return false;
  const causes = namesOf(statuses).filter((cause) => statuses[cause] === status);
  return causes.length > 0 && causes.every((cause) => forContent.has(cause)) && token?.status !== status;
}

/** The status by which the profile names a limit of requests; `undefined` where another refusal has it too. */
export function limitStatus({ openings }: Openings): number | undefined {
  const { 'rate-limited': limit, ...others } = openings['errors.status'] ?? {};
  return Object.values<unknown>(others).includes(limit) ? undefined : limit;
}

/** Returns whether an answer without a word on how long to wait may be that of a limit: about the client, and not about what it asked for. */
export function mayBeLimit(profile: Openings, status: number | undefined): boolean {
  const limit = profile.openings['rate-limit'];
  if (status === undefined || limit === null || limit?.retryAfter) return false;
  return status === 429 || status === limitStatus(profile);
}

/** Returns whether one of these exchanges was answered so: what it shows then is not known. */
export function isInLimit(
  { profile, transport }: { profile: Openings; transport: { exchanges: readonly Exchange[] } },
  exchanges: readonly number[],
): boolean {
  return exchanges.some((index) => mayBeLimit(profile, transport.exchanges[index]?.reply?.status));
}

/** Returns whether a reply is what is expected, beside the fields that change on each call (`records.volatile`). */
export function isAsExpected({ openings }: Openings, expected: Json, found: unknown): boolean {
  if (!isFields(expected)) return isDeepEqual(found, expected);
  const whole = structuredClone(expected) as { [name: string]: Json };
  for (const tokens of (openings['records.volatile'] ?? []).map(parsePointer)) {
    const value = follow(found, tokens);
    if (value !== undefined && tokens.length > 0) place(whole, tokens, value as Json);
  }
  return isDeepEqual(found, whole);
}

/**
 * Returns whether two answers have one form through and through, whatever the values. A look stops at the top, where a
 * deployment that answers everything with the same envelope has no difference to show.
 */
export function sameShape(one: Answer, other: Answer): boolean {
  const [first, second] = [one, other].map(({ json, text }) => shapeOf(json ?? text));
  return one.fingerprint === other.fingerprint && isDeepEqual(first, second);
}

/** The names in a value. A plain one may be missing in one record and be there in the next; a list says what a thing is. */
function shapeOf(value: unknown): Json {
  if (Array.isArray(value)) return 'list';
  if (!isFields(value)) return 'plain';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** Returns how a body is read, whatever its content type says. */
export function formOf({ text, json }: Pick<Answer, 'text' | 'json'>): 'json' | 'text' | 'empty' {
  if (text === '') return 'empty';
  return json === undefined ? 'text' : 'json';
}
