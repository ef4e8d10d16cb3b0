/** How ids are written in payloads and paths (opening `records.id`). */

import { ID_LENGTH } from '../../kit/bounds.ts';
import { type CheckDigit, withCheck, withoutCheck } from '../../kit/check-digits.ts';
import { longInteger } from '../../kit/exact-json.ts';
import { mapTable } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { IdentifiedResource } from '../../specification/records/kinds.ts';
import type { AnyId } from '../facts.ts';
import { uuidCode } from './uuids.ts';

export interface IdForm<Id extends AnyId = AnyId> {
  /** Says in words what belongs in a payload. */
  expected(resource: IdentifiedResource): string;
  write(resource: IdentifiedResource, id: Id): string | Id;
  /** From a payload, where the type counts. */
  read(resource: IdentifiedResource, json: unknown): Id | undefined;
  /** From a path or a name, where everything is text. */
  readText(resource: IdentifiedResource, text: string): Id | undefined;
}

/** The form of the ids of one resource. */
export type OwnIdForm =
  | { readonly form: 'string'; readonly prefix: string; readonly check?: CheckDigit }
  | { readonly form: 'number'; readonly check?: CheckDigit }
  | { readonly form: 'uuid'; readonly check?: undefined };

/** The form that the profile names for the ids of a resource. */
export function ownIdForm(answer: Openings['records.id'], resource: IdentifiedResource): OwnIdForm {
  const own = answer.apart?.[resource];
  if (own?.form === 'string') return { ...own, prefix: own.prefix ?? '' };
  if (own) return own;
  return answer.form === 'string' ? { ...answer, prefix: answer.prefixes[resource] ?? '' } : answer;
}

/** Whole numbers of our own, in the form that the profile names. */
export function numberedIds(answer: Openings['records.id'], seed: number): IdForm<number> {
  const codes = mapTable(identified, (_, resource) => ownIds(ownIdForm(answer, resource), seed));
  return {
    expected: (resource) => codes[resource].expected(resource),
    write: (resource, id) => codes[resource].write(resource, id),
    read: (resource, json) => codes[resource].read(resource, json),
    readText: (resource, text) => codes[resource].readText(resource, text),
  };
}

const identified: { readonly [R in IdentifiedResource]: true } = {
  device: true,
  alert: true,
  group: true,
  user: true,
};

function ownIds(own: OwnIdForm, seed: number): IdForm<number> {
  if (own.form === 'number') {
    const { check } = own;
    if (check) return checkedNumbers(check);
    return {
      expected: (resource) => `the id of ${withArticle(resource)}, a whole number`,
      write: (_, id) => id,
      read: (_, json) =>
        typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? json : undefined,
      readText: (_, text) => wholeNumber(text, 0),
    };
  }
  const code = own.form === 'uuid' ? uuidCode(seed) : prefixCode(own.prefix, own.check);
  const example = (resource: IdentifiedResource): string => code.write(resource, 1);
  return {
    expected: (resource) => `the id of ${withArticle(resource)}, such as ${quoted(example(resource))}`,
    write: code.write,
    read: (resource, json) => (typeof json === 'string' ? code.read(resource, json) : undefined),
    readText: (resource, text) => code.read(resource, text),
  };
}

/** Ids that someone else made: they pass through unchanged. Those in names and paths are read as numbers where these are numbers. */
export function opaqueIds(answer: Openings['records.id'] | undefined): IdForm<AnyId> {
  const isNumeric = (resource: IdentifiedResource): boolean =>
    answer !== undefined && ownIdForm(answer, resource).form === 'number';
  return {
    expected: (resource) => `the id of ${withArticle(resource)}`,
    write: (_, id) => id,
    read: (_, json) => opaqueId(json),
    readText: (resource, text) => (isNumeric(resource) ? numberIn(text) : opaqueId(text)),
  };
}

/** A double holds every number with so many digits, and gives the same digits back. */
const KEPT_DIGITS = 15;

/**
 * An id as someone else wrote it; `undefined` for what none can be: a text that leads elsewhere in a path (`.`, `..`), that
 * cannot be written there (half a character) or is too long, and a number that may be rounded.
 */
export function opaqueId(json: unknown): AnyId | undefined {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'string')
    return json.length <= ID_LENGTH && !/^\.{0,2}$|\p{Cs}/u.test(json) ? json : undefined;
  if (typeof json !== 'number' || !Number.isFinite(json)) return undefined;
  const isExact = Number.isInteger(json)
    ? Number.isSafeInteger(json)
    : +json.toPrecision(KEPT_DIGITS) === json;
  return isExact ? json : undefined;
}

/** The number that a text holds, whatever its length, written as we would write it. */
function numberIn(text: string): AnyId | undefined {
  return wholeNumber(text, 0) ?? (/^[1-9]\d*$/.test(text) ? longInteger(text) : undefined);
}

/** Whole numbers whose last digits are a check of those before. */
function checkedNumbers(check: CheckDigit): IdForm<number> {
  const readText = (text: string): number | undefined => uncheckedNumber(text, 0, check);
  return {
    expected: (resource) => `the id of ${withArticle(resource)}, a whole number with check digits`,
    write: (_, id) => Number(withCheck(String(id), check)),
    read: (_, json) => (typeof json === 'number' ? readText(String(json)) : undefined),
    readText: (_, text) => readText(text),
  };
}

/** The number before its check digits, from a place in a text on. */
function uncheckedNumber(text: string, from: number, check: CheckDigit | undefined): number | undefined {
  if (!check) return wholeNumber(text, from);
  const digits = withoutCheck(text.slice(from), check);
  return digits === undefined ? undefined : wholeNumber(digits, 0);
}

function prefixCode(prefix: string, check?: CheckDigit) {
  return {
    write: (_: IdentifiedResource, id: number): string =>
      prefix + (check ? withCheck(String(id), check) : id),
    read: (_: IdentifiedResource, text: string): number | undefined =>
      text.startsWith(prefix) ? uncheckedNumber(text, prefix.length, check) : undefined,
  };
}

/** The positive whole number that a text holds from a place on, written as we would write it. */
function wholeNumber(text: string, from: number): number | undefined {
  const length = text.length - from;
  if (length < 1 || length > 16 || text.charCodeAt(from) === 48) return undefined;
  let value = 0;
  for (let i = from; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return Number.isSafeInteger(value) ? value : undefined;
}

function withArticle(resource: IdentifiedResource): string {
  return resource === 'alert' ? 'an alert' : `a ${resource}`;
}
