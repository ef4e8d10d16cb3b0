/** How ids are written in payloads and paths (opening `records.id`). */

import { ID_LENGTH } from '../../kit/bounds.ts';
import { longInteger } from '../../kit/exact-json.ts';
import { mix } from '../../kit/random.ts';
import { tableFrom } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { IdentifiedResource } from '../../specification/records/kinds.ts';
import type { AnyId } from '../facts.ts';

/** The form of the ids of one resource. */
export interface IdForm<Id extends AnyId = AnyId> {
  /** Says in words what belongs in a payload. */
  readonly expected: string;
  write(id: Id): string | Id;
  /** From a payload, where the type counts. */
  read(json: unknown): Id | undefined;
  /** From a path or a name, where everything is text. */
  readText(text: string): Id | undefined;
}
export type IdForms<Id extends AnyId = AnyId> = { readonly [R in IdentifiedResource]: IdForm<Id> };

/** The form that a profile gives the ids of one resource. */
export type OwnIdForm =
  | { readonly form: 'string'; readonly prefix: string }
  | { readonly form: 'number' }
  | { readonly form: 'uuid' };

export function ownIdForm(answer: Openings['records.id'], resource: IdentifiedResource): OwnIdForm {
  const own = answer.apart?.[resource];
  if (own?.form === 'string') return { ...own, prefix: own.prefix ?? '' };
  if (own) return own;
  return answer.form === 'string' ? { ...answer, prefix: answer.prefixes[resource] ?? '' } : answer;
}

const identified: readonly IdentifiedResource[] = ['device', 'alert', 'group', 'user'];

/** A form for each resource. */
export function eachIdForm<Id extends AnyId>(
  make: (resource: IdentifiedResource) => IdForm<Id>,
): IdForms<Id> {
  return tableFrom(identified.map((resource) => [resource, make(resource)]));
}

function idOf(resource: IdentifiedResource): string {
  return `the id of ${resource === 'alert' ? 'an' : 'a'} ${resource}`;
}

/** Whole numbers of our own, in the form that the profile names. */
export function numberedIds(answer: Openings['records.id'], seed: number): IdForms<number> {
  return eachIdForm((resource) => {
    const own = ownIdForm(answer, resource);
    if (own.form === 'number')
      return {
        expected: `${idOf(resource)}, a whole number`,
        write: (id) => id,
        read: (json) =>
          typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? json : undefined,
        readText: numberIn,
      };
    const { write, read } = own.form === 'string' ? prefixed(own.prefix) : uuids(seed, resource);
    return {
      expected: `${idOf(resource)}, such as ${quoted(write(1))}`,
      write,
      read: (json) => (typeof json === 'string' ? read(json) : undefined),
      readText: read,
    };
  });
}

function prefixed(prefix: string) {
  return {
    write: (id: number): string => prefix + id,
    read: (text: string) => (text.startsWith(prefix) ? numberIn(text.slice(prefix.length)) : undefined),
  };
}

/** The last group of a UUID holds 48 bits of a number; the five above these are in the one before. */
const LAST = 2 ** 48;
const VARIANT = 0x8000;

/**
 * Whole numbers as UUIDs and back, without a table: the number stands at the end, and before it a hash of it, of the resource
 * and of the seed. So neighbours differ at once, and a UUID that was not made here reads as none. No secret, only a disguise.
 */
function uuids(seed: number, resource: IdentifiedResource) {
  const salt = 2 * identified.indexOf(resource);
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const write = (id: number): string => {
    const second = hex(mix(seed, id, salt + 1), 8);
    const groups = [hex(mix(seed, id, salt), 8), second.slice(0, 4), `4${second.slice(5)}`];
    return [...groups, hex(VARIANT + Math.floor(id / LAST), 4), hex(id % LAST, 12)].join('-');
  };
  const read = (text: string): number | undefined => {
    const [upper = 0, lower = 0] = text
      .split('-')
      .slice(-2)
      .map((group) => Number.parseInt(group, 16));
    const id = (upper - VARIANT) * LAST + lower;
    return Number.isSafeInteger(id) && id > 0 && write(id) === text ? id : undefined;
  };
  return { write, read };
}

/** The positive whole number that a text holds, written as we would write it. */
function numberIn(digits: string): number | undefined {
  const value = Number(digits);
  return Number.isSafeInteger(value) && value > 0 && String(value) === digits ? value : undefined;
}

/** Ids that someone else made: they pass through unchanged. Those in names and paths are read as numbers where these are numbers. */
export function opaqueIds(answer: Openings['records.id'] | undefined): IdForms {
  return eachIdForm((resource) => {
    const isNumeric = answer !== undefined && ownIdForm(answer, resource).form === 'number';
    return {
      expected: idOf(resource),
      write: (id) => id,
      read: opaqueId,
      readText: isNumeric
        ? (text) => numberIn(text) ?? (/^[1-9]\d*$/.test(text) ? longInteger(text) : undefined)
        : opaqueId,
    };
  });
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
