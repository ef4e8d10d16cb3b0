/** Answers and values in words, for findings. No secret appears here. */
import { exactJsonText } from '../../kit/exact-json.ts';
import { visible } from '../../kit/untrusted.ts';
import type { Answer } from '../answer.ts';

/** The number of characters of a value, and of a body, that are shown. */
const MAX_VALUE = 80;
const MAX_BODY = 200;
const MAX_NAMES = 8;

/** A value as it is, shortened; `secret` hides a text that is there. */
export function describeValue(value: unknown, secret?: 'token'): string {
  if (value === undefined) return 'absent';
  if (secret && typeof value === 'string' && value !== '') return 'some text';
  if (secret && typeof value !== 'string')
    return value === null ? 'null' : `of type ${Array.isArray(value) ? 'array' : typeof value}`;
  return shortened(exactJsonText(value), MAX_VALUE);
}

/** An answer by its status and the beginning of its body: `the answer 401 ({"success":false,"error":"…"})`. */
export function describeAnswer(answer: Answer): string {
  const { status, headers, text, json, beginning } = answer;
  if (text === '' || beginning === undefined) return formOfAnswer(answer);
  // A body with line breaks shrinks: more of it is taken than is shown.
  const said = visible(
    beginning(4 * MAX_BODY)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const isCut = text.length > 4 * MAX_BODY || said.length > MAX_BODY;
  const type = json === undefined ? `${typeOf(headers)}: ` : '';
  return `the answer ${status} (${type}${shortened(said, MAX_BODY, isCut)})`;
}

/**
 * An answer by its status and form, alike for many: `the answer 401 (a JSON object with error, success)`. Answers to token
 * requests are shown so: they may hold credentials that this run does not know.
 */
export function formOfAnswer({ status, headers, text, json }: Answer): string {
  return `the answer ${status} (${formOf(text, json, headers)})`;
}

function formOf(text: string, json: unknown, headers: Answer['headers']): string {
  if (text === '') return 'no body';
  if (json === undefined) return `${typeOf(headers)}, not JSON`;
  if (Array.isArray(json)) return `a JSON array of ${json.length}`;
  if (json === null || typeof json !== 'object') return `JSON: ${describeValue(json)}`;
  const names = Object.keys(json);
  if (names.length === 0) return 'an empty JSON object';
  const more = names.length > MAX_NAMES ? ', …' : '';
  return `a JSON object with ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

function typeOf({ 'content-type': type = 'no content type' }: Answer['headers']): string {
  return type.split(';', 1)[0] ?? type;
}

/** A pair of surrogates is not taken apart. */
function shortened(text: string, max: number, isCut = text.length > max): string {
  return isCut ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
