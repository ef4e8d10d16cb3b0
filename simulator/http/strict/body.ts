/**
 * The fields of bodies that operations read: all places at which the lens reads or writes a fact, and those of constants
 * and of what changes with each reply, which clients send back.
 */
import { isFields } from '../../../contracts/kit/fields.ts';
import type { Json } from '../../../contracts/kit/json.ts';
import { formatPointer, splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { nearest } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Lens } from '../../../contracts/profile/lens/lens.ts';
import { rangeEnds } from '../../../contracts/profile/lens/postings.ts';
import { follow } from '../../../contracts/profile/pointer.ts';
import type { Openings } from '../../../contracts/specification/openings/index.ts';
import { familyOperations, type OperationId } from '../../../contracts/specification/operations.ts';
import type { Call } from '../call.ts';
import { Refused } from '../refusals.ts';
import { jsonOf } from '../request.ts';
import type { TokenRequest } from '../rules.ts';
import { type StrictCall, sentence, type Unread } from './unread.ts';

/** Places by their pointers, and the names of facts at them. */
class Places {
  readonly #ends = new Set<string>();
  readonly #ways = new Set<string>();
  readonly #facts: ReadonlyMap<string, string>;

  constructor(pointers: readonly string[], facts: ReadonlyMap<string, string> = new Map()) {
    this.#facts = facts;
    for (const pointer of [...pointers, ...facts.values()]) {
      this.#ends.add(pointer);
      const names = splitPointer(pointer);
      for (let length = 1; length < names.length; length++)
        this.#ways.add(formatPointer(names.slice(0, length)));
    }
  }

  /** The pointers of what is at none of the places, on the way to none, and below none. */
  unreadIn(json: unknown, at = ''): string[] {
    if (!isFields(json) || this.#ends.has(at)) return [];
    return Object.entries(json).flatMap(([name, value]) => this.unread(at + formatPointer([name]), value));
  }

  unread(pointer: string, value: unknown): string[] {
    if (this.#ends.has(pointer)) return [];
    return this.#ways.has(pointer) ? this.unreadIn(value, pointer) : [pointer];
  }

  /** The place that was meant: of the fact with that name, of that name elsewhere, or of a similar name beside it. */
  meant(pointer: string): string | undefined {
    const names = splitPointer(pointer);
    const name = names.at(-1) ?? '';
    const fact = this.#facts.get(name);
    if (fact !== undefined) return fact;
    const parent = formatPointer(names.slice(0, -1));
    const all = [...this.#ends, ...this.#ways];
    const isSame = (one: string) => splitPointer(one).at(-1)?.toLowerCase() === name.toLowerCase();
    const beside = new Map(
      all
        .map(splitPointer)
        .filter((one) => one.length === names.length && formatPointer(one.slice(0, -1)) === parent)
        .map((one) => [one.at(-1) ?? '', formatPointer(one)]),
    );
    const [near] = nearest(name, beside.keys());
    return all.find(isSame) ?? (near === undefined ? undefined : beside.get(near));
  }
}

interface Form {
  /** The place of the record, or of the list of records. */
  at: string;
  record: Places;
  /** Places beside it. */
  wrapper: Places;
  /** True if any field may be sent: then only near misses are told. */
  takesAll?: boolean;
  /** Pointers of changes, in place of the fields themselves. */
  isPatch?: boolean;
}

export function createBodyCheck(openings: Openings, lens: Lens): (asked: StrictCall) => Unread[] {
  const forms = new Map<OperationId, Form | undefined>();
  const formOf = (operation: OperationId): Form | undefined => {
    if (!forms.has(operation)) forms.set(operation, compiled(operation, openings, lens));
    return forms.get(operation);
  };

  return ({ operation, call }) => {
    const form = formOf(operation);
    const json = form && call.body ? jsonIn(call) : undefined;
    if (form === undefined || json === undefined) return [];
    const unread = form.isPatch ? inPatch(json, form) : inBody(json, form);
    return unread
      .filter(({ meant }) => meant !== undefined || !form.takesAll)
      .map(({ pointer, meant }) => ({
        code: 'STRICT_UNKNOWN_FIELD',
        field: pointer,
        detail: sentence(
          `${quoted(pointer)} is not a field that ${operation} reads`,
          meant === undefined ? undefined : `did you mean ${quoted(meant)}?`,
        ),
      }));
  };
}

/** A body that cannot be read is refused by the operation, or is nothing to it. */
function jsonIn(call: Call): unknown {
  try {
    return jsonOf(call);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

interface Found {
  pointer: string;
  meant: string | undefined;
}

function inBody(json: unknown, { at, record, wrapper }: Form): Found[] {
  const outside = at === '' ? [] : wrapper.unreadIn(json);
  const found = follow(json, splitPointer(at));
  const records = Array.isArray(found)
    ? found.map((one, index) => ({ one, to: `${at}/${index}` }))
    : [{ one: found, to: at }];
  const under = (to: string, place: string | undefined) => (place === undefined ? undefined : to + place);
  return [
    ...outside.map((pointer) => ({
      pointer,
      meant: wrapper.meant(pointer) ?? under(at, record.meant(pointer)),
    })),
    ...records.flatMap(({ one, to }) =>
      record
        .unreadIn(one)
        .map((pointer) => ({ pointer: to + pointer, meant: under(to, record.meant(pointer)) })),
    ),
  ];
}

/** The paths of a JSON Patch, which begin at the record. */
function inPatch(json: unknown, { record }: Form): Found[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((change): Found[] => {
    if (!isFields(change) || typeof change.path !== 'string' || !change.path.startsWith('/')) return [];
    return record
      .unread(change.path, change.value)
      .map((pointer) => ({ pointer, meant: record.meant(pointer) }));
  });
}

const credentials: { readonly [F in keyof Required<TokenRequest>]: string } = {
  userName: '/userName',
  apiKey: '/apiKey',
};

function compiled(operation: OperationId, openings: Openings, lens: Lens): Form | undefined {
  if (operation === 'issueToken') return bare(Object.values(credentials));
  if (operation === 'postLocations') return posted('locations', openings, lens);
  if (operation === 'postAlerts') return posted('alerts', openings, lens);
  for (const resource of ['group', 'user'] as const) {
    const { create, replace, update } = familyOperations[resource];
    if (operation !== create && operation !== replace && operation !== update) continue;
    const { at, constants } = openings['operations.envelope'].bodies[resource];
    const isPatch = operation === update && openings['patch.format'].form === 'json-patch';
    return {
      at,
      record: placesOf(resource, openings, lens),
      wrapper: new Places([at, ...keysOf(constants)]),
      takesAll: openings['records.unknown-fields'] === 'kept',
      isPatch,
    };
  }
  return undefined;
}

function bare(pointers: readonly string[]): Form {
  return { at: '', record: new Places(pointers), wrapper: new Places([]) };
}

function posted(what: 'locations' | 'alerts', openings: Openings, lens: Lens): Form {
  const { does, body, ...purpose } = openings[`${what}.purpose`];
  const required = keysOf(body.required);
  if (does === 'query') return bare([...Object.values(rangeEnds({ does, body, ...purpose })), ...required]);
  const isWrapped = body.form === 'wrapper';
  const resource = what === 'locations' ? 'location' : 'alert';
  return {
    at: isWrapped ? body.at : '',
    record: placesOf(resource, openings, lens, isWrapped ? [] : required),
    wrapper: new Places(isWrapped ? [body.at, ...required] : []),
  };
}

/** The places of a record as bodies and replies have it. */
function placesOf(
  resource: 'location' | 'alert' | 'group' | 'user',
  openings: Openings,
  lens: Lens,
  others: readonly string[] = [],
): Places {
  const record = lens.record(resource);
  const facts = record.facts.flatMap((fact): [string, string][] => {
    const pointer = record.pointer(fact);
    return pointer === undefined ? [] : [[fact, pointer]];
  });
  const { at } = openings['operations.envelope'].records[resource];
  const changing = openings['records.volatile'].flatMap((pointer) =>
    pointer.startsWith(`${at}/`) ? [pointer.slice(at.length)] : [],
  );
  return new Places(
    [...keysOf(openings[`records.${resource}`].constants), ...changing, ...others],
    new Map(facts),
  );
}

function keysOf(constants: { readonly [pointer: string]: Json } | undefined): string[] {
  return Object.keys(constants ?? {});
}
