/** Replies that serve, and refusals of what the lens could not read. */

import { exactJsonText } from '../../../contracts/kit/exact-json.ts';
import type { Json } from '../../../contracts/kit/json.ts';
import type { Issue } from '../../../contracts/profile/lens/lens.ts';
import type { Reply } from '../call.ts';
import { Refused } from '../refusals.ts';

/** A reply with JSON, or without a body where there is nothing to say or no room for it. */
export function replyWith(status: number, json: Json | undefined, headers: Reply['headers'] = {}): Reply {
  if (json === undefined || status === 204) return { status, headers, body: '' };
  headers['content-type'] = 'application/json';
  return { status, headers, body: exactJsonText(json) };
}

/** A reply with JSON that is text already. */
export function replyWithText(status: number, text: string): Reply {
  if (status === 204) return { status, headers: {}, body: '' };
  return { status, headers: { 'content-type': 'application/json' }, body: text };
}

/** Refuses a body with the first place that does not hold what the dialect has there. */
export function refuseIssues(issues: readonly Issue[]): void {
  const issue = issues[0];
  if (!issue) return;
  const place = issue.pointer === '' ? 'The body' : issue.pointer;
  throw new Refused('invalid', {
    code: 'BODY_INVALID',
    detail: `${place} must be ${issue.expected}, not ${issue.found}.`,
    field: issue.pointer,
  });
}
