/**
 * Texts that a profile of the user's own writes out. A secret that is part of one is a word like any other there, such as
 * `office` in the address `/backoffice/devices`: taken out, the address would be none (`Redactor.leave`).
 */
import { isFields } from './fields.ts';

/** A shorter secret is found in other texts, too. */
export const SHORT_SECRET = 8;

/** The values of headers are secrets more often than not. */
const NEVER = 'headers';
const TEMPLATE = /\{[^{}]*\}/;

/** Gives the texts that a value as JSON writes out: its texts, in pieces where a template leaves room, and its names as JSON has them. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(TEMPLATE).flatMap(inPlaces);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === NEVER ? [] : [...inPlaces(name), ...textsOf(part)],
  );
}

/** A text as it is, and as a name or a value in JSON; a place in JSON (`/office/name`) by its names. */
function inPlaces(text: string): string[] {
  const names = text.startsWith('/') ? text.slice(1).split('/') : [text];
  return [text, ...names.map((name) => JSON.stringify(name))];
}
