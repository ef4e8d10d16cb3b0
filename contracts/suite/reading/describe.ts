/** Answers and values in words, for findings. No secret appears here. */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { Answer } from '../answer.ts';

const LONGEST = 80;

/** A value as it is, shortened; `secret` hides a text that is there. */
export function describeValue(value: unknown, secret?: 'token'): string {
  if (value === undefined) return 'absent';
  if (secret && typeof value === 'string' && value !== '') return 'some text';
  if (secret && typeof value !== 'string') return value === null ? 'null' : `of type ${typeName(value)}`;
  const text = exactJsonText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** An answer by its status and form: `the answer 401 (a JSON object with error, success)`. */
export function describeAnswer({ status, headers, text, json }: Answer): string {
  return `the answer ${status} (${formOf(text, json, headers['content-type'])})`;
}

function formOf(text: string, json: unknown, contentType = 'no content type'): string {
  if (text === '') return 'no body';
  if (json === undefined) return `${contentType.split(';', 1)[0]}, no JSON`;
  if (Array.isArray(json)) return `a JSON array of ${json.length}`;
  if (json === null || typeof json !== 'object') return `JSON: ${describeValue(json)}`;
  const names = Object.keys(json);
  const shown = names.slice(0, 8).join(', ');
  return names.length === 0
    ? 'an empty JSON object'
    : `a JSON object with ${shown}${names.length > 8 ? ', …' : ''}`;
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
