/** Filters of what a world keeps: calls, events, messages. Texts are compared as they are, never as regular expressions. */
import { fieldOf } from '../../../contracts/kit/json.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { EpochMs } from '../../fleet/types.ts';
import { wholeNumber } from '../../http/request.ts';
import { instantIn } from '../../time/moments.ts';
import { ControlError } from '../errors.ts';

/** One condition on an entry, under the name that it has in a filter. */
export interface Condition<Entry> {
  readonly name: string;
  holds(entry: Entry): boolean;
}

/** An entry has a number of its own, which grows, and a moment of the fake clock. */
export interface Numbered {
  readonly sequence: number;
  readonly at: EpochMs;
}

export interface Filter<Entry> {
  readonly conditions: readonly Condition<Entry>[];
  /** Returns whether an entry is late enough. */
  isSince(entry: Numbered): boolean;
  /** How many entries are given at the most: the newest. All count. */
  readonly limit: number;
}

/** How the value of each condition is read, once; the result is asked for each entry. */
export interface Conditions<Entry> {
  readonly [name: string]: (given: unknown) => (entry: Entry) => boolean;
}

/** Longest text of a filter, in characters. */
const LONGEST = 500;
/** The most fields that one filter asks for. */
const MAX_FIELDS = 20;
const USUAL_LIMIT = 100;
const MAX_GIVEN = 100_000;

/**
 * The filter of these values: texts of a query, or values of a body or of code.
 *
 * @throws ControlError FILTER_INVALID, with the field that is wrong
 */
export function readFilter<Entry>(given: object, conditions: Conditions<Entry>): Filter<Entry> {
  return {
    conditions: Object.entries(conditions).flatMap(([name, read]) => {
      const value = fieldOf(given, name);
      return value === undefined ? [] : [{ name, holds: read(value) }];
    }),
    isSince: sinceOf(fieldOf(given, 'since')),
    limit: limitOf(fieldOf(given, 'limit')),
  };
}

/** How many entries match, and the newest of them, oldest first. */
export function found<Entry extends Numbered>(
  entries: Iterable<Entry>,
  filter: Filter<Entry>,
): { count: number; entries: Entry[] } {
  const matching: Entry[] = [];
  for (const entry of entries) if (matches(filter, entry)) matching.push(entry);
  const first = Math.max(0, matching.length - filter.limit);
  return { count: matching.length, entries: matching.slice(first) };
}

export function matches<Entry extends Numbered>(
  { conditions, isSince }: Filter<Entry>,
  entry: Entry,
): boolean {
  return isSince(entry) && conditions.every(({ holds }) => holds(entry));
}

export function filterInvalid(field: string, message: string, hint: string): ControlError {
  return new ControlError('FILTER_INVALID', message, { field, hint });
}

/** A text of a filter. */
export function textOf(name: string, given: unknown): string {
  if (typeof given === 'string' && given !== '' && given.length <= LONGEST) return given;
  throw filterInvalid(
    name,
    `${name} must be a text of 1 to ${LONGEST} characters.`,
    'Shorten it: * stands for any characters.',
  );
}

/** Returns whether a text is like a pattern, in which `*` stands for any characters, and all else for itself. */
export function isLike(text: string, pattern: string): boolean {
  const [begin = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === pattern;
  if (!text.startsWith(begin)) return false;
  let place = begin.length;
  for (const part of parts) {
    const at = text.indexOf(part, place);
    if (at < 0) return false;
    place = at + part.length;
  }
  return text.length - end.length >= place && text.endsWith(end);
}

/**
 * Returns whether JSON has all of these fields: `name`, or `name:value`. A name with dots goes inwards, and all items of lists on
 * the way are looked at.
 */
export function fieldsLike(given: unknown): (json: unknown) => boolean {
  const wanted = Array.isArray(given) ? given : [given];
  if (wanted.length > MAX_FIELDS) {
    throw filterInvalid('field', `field must be at most ${MAX_FIELDS} texts.`, 'Ask for fewer.');
  }
  const tests = wanted.map((one: unknown) => fieldLike(textOf('field', one)));
  return (json) => tests.every((holds) => holds(json));
}

function fieldLike(text: string): (json: unknown) => boolean {
  const colon = text.indexOf(':');
  const names = (colon < 0 ? text : text.slice(0, colon)).split('.');
  const value = colon < 0 ? undefined : text.slice(colon + 1);
  return (json) =>
    valuesAt(json, names).some((one) => value === undefined || (isPlain(one) && isLike(String(one), value)));
}

/** The values of a field of this name, or of these names within each other. */
function valuesAt(json: unknown, names: readonly string[]): unknown[] {
  let values = [json];
  for (const name of names) {
    values = values
      .flatMap(itemsOf)
      .flatMap((one) => (fieldOf(one, name) === undefined ? [] : [fieldOf(one, name)]));
  }
  return values.flatMap((one) => [one, ...itemsOf(one)]);
}

function itemsOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [json];
}

function isPlain(json: unknown): boolean {
  return json === null || typeof json !== 'object';
}

/** Entries after a sequence number, or of an instant and later. */
function sinceOf(given: unknown): Filter<unknown>['isSince'] {
  if (given === undefined) return () => true;
  const number = countIn(given);
  if (number !== undefined) return ({ sequence }) => sequence > number;
  const instant = given instanceof Date ? given.getTime() : instantIn(String(given));
  if (instant !== undefined && !Number.isNaN(instant)) return ({ at }) => at >= instant;
  throw filterInvalid(
    'since',
    `since must be a sequence number or an instant, not ${quoted(given)}.`,
    'Write 17, or 2026-01-05T08:00:00Z.',
  );
}

function limitOf(given: unknown = USUAL_LIMIT): number {
  const limit = given === Number.POSITIVE_INFINITY ? MAX_GIVEN : countIn(given);
  if (limit !== undefined) return Math.min(limit, MAX_GIVEN);
  throw filterInvalid('limit', `limit must be a whole number, not ${quoted(given)}.`, 'Write limit=100.');
}

/** A whole number, 0 or above, as a number or as the text of a query; `undefined` for anything else. */
export function countIn(given: unknown): number | undefined {
  return typeof given === 'number' || typeof given === 'string' ? wholeNumber(String(given)) : undefined;
}
