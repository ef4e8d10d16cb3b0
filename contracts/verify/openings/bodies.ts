/** The bodies of refusals, compared with what the profile says of each (opening `errors.body`). */

import type { Answer } from '../../deployment/answer.ts';
import { formOf } from '../../deployment/reading/answers.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { follow } from '../../profile/pointer.ts';
import type { GivenOpenings, Refusal } from '../../specification/openings/index.ts';

export type ErrorBody = NonNullable<GivenOpenings['errors.body']>;

type Shown = Pick<Answer, 'text' | 'json' | 'headers' | 'status'>;

/** The kind of a body in words: `json, text/plain`, `empty`. */
export function bodyInWords({ text, json, headers }: Shown): string {
  if (text === '') return 'empty';
  return `${json === undefined ? 'text' : 'json'}, ${mediaType(headers['content-type'])}`;
}

/** The body of a refusal by the profile and as it came, in the same words, and whether they agree. */
export function comparedBody(
  body: ErrorBody,
  refusal: Refusal,
  answer: Shown,
): { observed: string; pinned: string; holds: boolean } {
  const apart = body.apart?.[refusal];
  const like = apart === undefined || apart.form === 'more' ? body : apart;
  const more = apart?.form === 'more' || apart?.form === 'json' ? apart.constants : {};
  const pinned = like.form === 'empty' ? 'empty' : `${like.form}, ${like.contentType}`;
  const observed = bodyInWords(answer);
  const isLike =
    like.form === formOf(answer) && (like.form === 'empty' || isContentType(answer, like.contentType));
  if (!isLike) return { observed, pinned, holds: false };
  const said = like === body ? unsaid(body, answer) : undefined;
  const other = Object.entries(more).find(
    ([pointer, value]) => !isDeepEqual(follow(answer.json, splitPointer(pointer)), value),
  );
  if (said !== undefined)
    return { observed: `${observed}, ${said}`, pinned: `${pinned}, what is true there`, holds: false };
  if (other === undefined) return { observed, pinned, holds: true };
  const [pointer, value] = other;
  const found = follow(answer.json, splitPointer(pointer));
  const inWords = (one: unknown) => (one === undefined ? 'nothing' : exactJsonText(one));
  return {
    observed: `${observed}, ${inWords(found)} at ${pointer}`,
    pinned: `${pinned}, ${inWords(value)} at ${pointer}`,
    holds: false,
  };
}

/** The fault where the profile has facts of a refusal: there is nothing, or something that cannot be right. */
function unsaid(body: ErrorBody, answer: Shown): string | undefined {
  const places = body.form === 'json' ? Object.values(body.fields) : [];
  const isThere = places.some((place) => follow(answer.json, splitPointer(place)) !== undefined);
  if (places.length === 0) return undefined;
  return isThere ? misstated(body, answer) : `nothing at ${places.join(', ')}`;
}

/** The values at places of the profile that cannot be right: no text where there is one, another status than that of the answer. */
export function misstated(
  body: ErrorBody,
  { status, json }: Pick<Shown, 'status' | 'json'>,
): string | undefined {
  if (body.form !== 'json') return undefined;
  for (const [fact, place] of Object.entries(body.fields)) {
    const found = follow(json, splitPointer(place));
    const isWrong = fact === 'status' ? Number(found) !== status : found === (fact === 'success' ? true : '');
    if (found !== undefined && found !== null && isWrong)
      return `${exactJsonText(found)} at ${place} with status ${status}`;
  }
  return undefined;
}

/** Returns whether an answer has this content type; a parameter that is not named, such as the charset, does not count. */
export function isContentType({ headers }: Pick<Answer, 'headers'>, wanted: string): boolean {
  const given = partsOf(headers['content-type'] ?? '');
  const [media, ...parameters] = partsOf(wanted);
  return given[0] === media && parameters.every((parameter) => given.includes(parameter));
}

function partsOf(contentType: string): string[] {
  return contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll('"', ''));
}

function mediaType(contentType: string | undefined): string {
  return contentType ?? 'no content type';
}
