/** Fields of groups and users that the service does not know (opening `records.unknown-fields`). */
import { isFields } from '../../contracts/kit/fields.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import { follow, parsePointer, place } from '../../contracts/profile/pointer.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { Group, User } from '../fleet/types.ts';
import { Refused } from './refusals.ts';

export type UnknownFieldAnswers = Answers<
  'operations.envelope' | 'patch.format' | 'records.group' | 'records.unknown-fields' | 'records.user'
>;

/** Values by their pointers in a record. */
interface UnknownFields {
  readonly [pointer: string]: unknown;
}
/** The fields that are to be kept beside the facts of a body. */
interface Beside {
  unknownFields?: UnknownFields;
}

export interface UnknownFieldKeeper {
  /** The unknown fields of a whole record, over those that stay. Throws Refused where the service takes none. */
  inBody(json: unknown, stay?: UnknownFields): Beside;
  /** The unknown fields of a record after a patch. Throws as `inBody` does. */
  inPatch(before: Group | User, json: unknown): Beside;
  /** A reply with one record, with those that are kept. */
  shown(reply: Json, record: Group | User): Json;
}

export function createUnknownFieldKeeper(
  openings: UnknownFieldAnswers,
  resource: 'group' | 'user',
  lens: Lens,
): UnknownFieldKeeper {
  const becomes = openings['records.unknown-fields'];
  const { bodies, records } = openings['operations.envelope'];
  const inRequest = parsePointer(bodies[resource].at);
  const inReply = parsePointer(records[resource].at);
  const patches = lens.patch(resource);
  const record = lens.record(resource);
  const { fields, constants } = openings[`records.${resource}`];
  const find = finderOf([...Object.values(fields), ...Object.keys(constants ?? {})]);

  function kept(found: UnknownFields, at: readonly string[]): Beside {
    const [first] = Object.keys(found);
    if (becomes === 'refused' && first !== undefined) {
      const field = formatPointer(at) + first;
      throw new Refused('invalid', {
        code: 'FIELD_UNKNOWN',
        detail: `${field} is not a field of a ${resource}.`,
        field,
      });
    }
    return becomes === 'kept' ? { unknownFields: found } : {};
  }

  return {
    inBody: (json, stay = {}) =>
      becomes === 'dropped' ? {} : kept({ ...stay, ...find(follow(json, inRequest)) }, inRequest),

    inPatch(before, json) {
      if (becomes === 'dropped') return {};
      const { form } = openings['patch.format'];
      const own = before.unknownFields ?? {};
      if (form === 'partial') {
        const given = find(follow(json, inRequest));
        return kept(becomes === 'kept' ? { ...own, ...given } : given, inRequest);
      }
      const { next } = patches.apply(withFields(record.write(before), [], own), json);
      return kept(find(next), form === 'json-patch' ? [] : inRequest);
    },

    shown: (reply, { unknownFields }) => withFields(reply, inReply, unknownFields ?? {}),
  };
}

interface Branch {
  [name: string]: Branch;
}

/** Finds what is at none of these places, nor inside what does. */
function finderOf(known: readonly string[]): (json: unknown) => UnknownFields {
  const root: Branch = Object.create(null);
  for (const pointer of known) {
    let branch = root;
    for (const name of parsePointer(pointer)) {
      const next: Branch = branch[name] ?? Object.create(null);
      branch[name] = next;
      branch = next;
    }
  }
  return (json) => Object.fromEntries(unknownIn(json, root, []));
}

function unknownIn(json: unknown, branch: Branch, at: readonly string[]): [string, unknown][] {
  if (!isFields(json)) return [];
  return Object.entries(json).flatMap(([name, value]): [string, unknown][] => {
    const next = branch[name];
    const path = [...at, name];
    if (next === undefined) return [[formatPointer(path), value]];
    return Object.keys(next).length === 0 ? [] : unknownIn(value, next, path);
  });
}

function withFields(json: Json, at: readonly string[], fields: UnknownFields): Json {
  if (Object.keys(fields).length === 0 || !isFields(json)) return json;
  const whole: { [name: string]: Json } = JSON.parse(JSON.stringify(json));
  const values: { [pointer: string]: Json } = JSON.parse(JSON.stringify(fields));
  for (const [pointer, value] of Object.entries(values))
    place(whole, [...at, ...parsePointer(pointer)], value);
  return whole;
}
