/** What the answer to a token request holds (section 2), whatever it is. */

import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, Unreached } from '../../finding.ts';
import { describeValue, formOfAnswer } from '../../reading/describe.ts';
import { mayBeLimit } from '../../reading/limited.ts';

interface TokenFields {
  success?: unknown;
  token?: unknown;
  expires?: unknown;
  error?: unknown;
}

export function fieldsOf({ json }: Answer): TokenFields {
  return isObject(json) ? json : {};
}

export function isIssued(answer: Answer): boolean {
  const { success, token } = fieldsOf(answer);
  return success !== false && isFilledText(token);
}

/** The token of an answer; without one there is nothing to be said about it. */
export function tokenIn(answer: Answer): string {
  const { token } = fieldsOf(answer);
  if (isFilledText(token)) return token;
  throw new Unreached('no token was issued');
}

/** What is wrong with the answer to a request that must fail. */
export function refusalFaults(answer: Answer): string[] {
  if (!isObject(answer.json)) return ['not a JSON object'];
  const { success, token, error } = fieldsOf(answer);
  return [
    ...(success === false ? [] : [`success is ${describeValue(success)}`]),
    ...(isFilledText(error) ? [] : [`error is ${describeValue(error)}`]),
    ...(isNone(token) ? [] : ['there is a token']),
  ];
}

/** Without a word on how long to wait, nothing distinguishes "not now" from "no". To be read after "the deployment". */
export function busyBy({ profile: { openings } }: CaseContext, { status }: Answer): string | undefined {
  if (openings['rate-limit'] === null || status === openings['token.status']?.refused) return undefined;
  if (mayBeLimit({ openings }, status)) return 'may have had too many requests, and said so';
  return status === 503 ? 'said that it is unavailable' : undefined;
}

export function refusalFailure(answer: Answer): Finding {
  return fail(
    'success false, an error with text in it, and no token',
    `${refusalFaults(answer).join(', ')} in ${formOfAnswer(answer)}`,
    answer,
  );
}

export function isObject(json: unknown): json is object {
  return json !== null && typeof json === 'object' && !Array.isArray(json);
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Absent, null and empty all say that there is none. */
export function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
