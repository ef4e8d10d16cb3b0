/**
 * The fields of bodies that operations read, by their names: those of all places at which the lens reads or writes a fact,
 * and those of constants and of what changes with each reply, which clients send back.
 */
import { isFields } from '../../../contracts/kit/fields.ts';
import { formatPointer, splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { nearest } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Lens } from '../../../contracts/profile/lens/lens.ts';
import { rangeEnds } from '../../../contracts/profile/lens/postings.ts';
import type { Openings } from '../../../contracts/specification/openings/index.ts';
import { familyOperations, type OperationId } from '../../../contracts/specification/operations.ts';
import type { Call } from '../call.ts';
import { Refused } from '../refusals.ts';
import { jsonOf } from '../request.ts';
import { type StrictCall, sentence, type Unread } from './names.ts';

interface Form {
  /** The place of each name; what is in a value at the end of a place is not looked at. */
  places: ReadonlyMap<string, { pointer: string; isEnd: boolean }>;
  /** The place of each fact, by which it may be called as well. */
  facts: ReadonlyMap<string, string>;
  /** True if any field may be sent: then only near misses are told. */
  takesAll: boolean;
  /** Pointers of changes, in place of the fields themselves. */
  isPatch: boolean;
}

export function createBodyCheck(openings: Openings, lens: Lens): (asked: StrictCall) => Unread[] {
  const forms = new Map<OperationId, Form | undefined>();
  return ({ operation, call }) => {
    if (!forms.has(operation)) forms.set(operation, formOf(operation, openings, lens));
    const form = forms.get(operation);
    const json = form && call.body ? jsonIn(call) : undefined;
    if (form === undefined || json === undefined) return [];
    return (form.isPatch ? unreadInPatch(json, form) : unreadIn(json, form, ''))
      .map((pointer) => ({ pointer, meant: meantBy(pointer, form) }))
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

/** The pointers of what has a name that is not read. */
function unreadIn(json: unknown, form: Form, at: string): string[] {
  if (Array.isArray(json)) return json.flatMap((one, index) => unreadIn(one, form, `${at}/${index}`));
  if (!isFields(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const pointer = at + formatPointer([name]);
    const place = form.places.get(name);
    if (place === undefined) return [pointer];
    return place.isEnd ? [] : unreadIn(value, form, pointer);
  });
}

/** The paths of a JSON Patch. */
function unreadInPatch(json: unknown, form: Form): string[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((change) => {
    if (!isFields(change) || typeof change.path !== 'string' || !change.path.startsWith('/')) return [];
    const places = splitPointer(change.path).map((name) => form.places.get(name));
    const first = places.findIndex((place) => place === undefined || place.isEnd);
    if (first === -1) return unreadIn(change.value, form, change.path);
    return places[first] === undefined ? [change.path] : [];
  });
}

/** The place that was meant: of the fact with that name, or of a similar name. */
function meantBy(pointer: string, { facts, places }: Form): string | undefined {
  const name = splitPointer(pointer).at(-1) ?? '';
  const [near = ''] = nearest(name, places.keys());
  return facts.get(name) ?? places.get(near)?.pointer;
}

function formOf(operation: OperationId, openings: Openings, lens: Lens): Form | undefined {
  if (operation === 'issueToken') return form(['/userName', '/apiKey']);
  if (operation === 'postLocations') return posted('locations', openings, lens);
  if (operation === 'postAlerts') return posted('alerts', openings, lens);
  for (const resource of ['group', 'user'] as const) {
    const { create, replace, update } = familyOperations[resource];
    if (operation !== create && operation !== replace && operation !== update) continue;
    const { at, constants = {} } = openings['operations.envelope'].bodies[resource];
    const isPatch = operation === update && openings['patch.format'].form === 'json-patch';
    const takesAll = openings['records.unknown-fields'] === 'kept';
    return form(
      Object.keys(constants),
      { resource, at: isPatch ? '' : at, openings, lens },
      { isPatch, takesAll },
    );
  }
  return undefined;
}

function posted(what: 'locations' | 'alerts', openings: Openings, lens: Lens): Form {
  const { does, body, ...purpose } = openings[`${what}.purpose`];
  const required = Object.keys(body.required ?? {});
  if (does === 'query') return form([...Object.values(rangeEnds({ does, body, ...purpose })), ...required]);
  const resource = what === 'locations' ? 'location' : 'alert';
  return form(required, { resource, at: body.form === 'wrapper' ? body.at : '', openings, lens });
}

interface RecordIn {
  resource: 'location' | 'alert' | 'group' | 'user';
  /** The place of the record, or of the list of records. */
  at: string;
  openings: Openings;
  lens: Lens;
}

/** @param pointers of the body beside the record */
function form(
  pointers: readonly string[],
  given?: RecordIn,
  further: Pick<Form, 'isPatch' | 'takesAll'> = { isPatch: false, takesAll: false },
): Form {
  const facts = new Map<string, string>();
  const all = [...pointers];
  if (given) {
    const { resource, at, openings, lens } = given;
    const record = lens.record(resource);
    for (const fact of record.facts) {
      const pointer = record.pointer(fact);
      if (pointer !== undefined) facts.set(fact, at + pointer);
    }
    const own = openings['operations.envelope'].records[resource].at;
    const changing = openings['records.volatile'].filter((pointer) => pointer.startsWith(`${own}/`));
    const constants = Object.keys(openings[`records.${resource}`].constants ?? {});
    const beside = [...constants, ...changing.map((pointer) => pointer.slice(own.length))];
    all.push(...facts.values(), ...beside.map((pointer) => at + pointer));
  }
  const places = new Map<string, { pointer: string; isEnd: boolean }>();
  for (const pointer of all) {
    const names = splitPointer(pointer);
    for (const [depth, name] of names.entries()) {
      const isEnd = depth === names.length - 1;
      if (isEnd || !places.has(name))
        places.set(name, { pointer: formatPointer(names.slice(0, depth + 1)), isEnd });
    }
  }
  return { places, facts, ...further };
}
