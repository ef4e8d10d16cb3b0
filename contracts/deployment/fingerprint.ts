/**
 * The look of an answer as one text. No status code is assumed anywhere: what "served" and "refused" look
 * like on a deployment is learned in the run (`probing/probing.ts`) from pairs of requests that
 * differ in one thing.
 */

/** An answer without what differs from one record or moment to the next. Equal looks are equal texts. */
export type Fingerprint = string & { readonly fingerprint: unique symbol };

/** The most names that are distinguished; an object with more is a map. */
const MAX_NAMES = 20;
/** How much of a text counts. */
const TEXT_COUNTS = 300;

/** Status, kind of content, form, names at the top, truth values among them; of a text its words. */
export function fingerprintOf(answer: {
  status: number;
  headers: { readonly [name: string]: string };
  text: string;
  json: unknown;
}): Fingerprint {
  const { status, headers, text, json } = answer;
  return [status, contentFamily(headers['content-type']), formOf(text, json)].join(' · ') as Fingerprint;
}

/** `json` for `application/problem+json; charset=utf-8`, `html`, `xml`, `text`; otherwise as it is. */
function contentFamily(contentType = ''): string {
  const media = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (media === '') return 'no content type';
  return /json|html|xml|text/.exec(media)?.[0] ?? media;
}

function formOf(text: string, json: unknown): string {
  if (text === '') return 'empty';
  if (json === undefined) return `text: ${masked(text).slice(0, TEXT_COUNTS)}`;
  if (Array.isArray(json)) return 'array';
  if (json === null || typeof json !== 'object') return json === null ? 'null' : typeof json;
  return `object: ${namesOf(json)}`;
}

function namesOf(object: object): string {
  const names = Object.entries(object).map(([name, value]) =>
    typeof value === 'boolean' ? `${masked(name)}=${value}` : masked(name),
  );
  const different = [...new Set(names)].sort();
  return different.length > MAX_NAMES ? 'many names' : different.join(', ');
}

const METHODS = /\b(GET|POST|PUT|PATCH|DELETE)\b/g;

/** The words of an answer, whatever its form, without what differs from one request to the next. */
export function wordsOf({ text }: { readonly text: string }): string {
  return masked(text).replace(METHODS, '…');
}

/** The number of characters of a text that count: answers differ at their beginning. */
const LOOKED_AT = 4_000;

/** The beginning of a text without paths, ids, times and numbers. */
function masked(text: string): string {
  return text
    .slice(0, LOOKED_AT)
    .replace(/(https?:\/)?\/[^\s"'<>]*[^\s"'<>.,;:!?)]/g, '…')
    .replace(/[\w-]+/g, (word) => (/\d/.test(word) ? '…' : word))
    .replace(/…([.:+,…-]*…)+/g, '…');
}
