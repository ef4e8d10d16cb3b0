/**
 * A description that someone else wrote, read within bounds: references lead within the document and nowhere else, and cycles end.
 * Its schemas are read as those of OpenAPI 3.0 and 3.1 alike.
 */
import { type Fields, fieldsOf, isFields } from '../../kit/fields.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { isUnsafeName } from '../../profile/pointer.ts';

/** References, and parts of schemas inside each other, that are followed. */
const MAX_DEPTH = 24;
/** Schemas that are looked at in all. A document with more is not read to its end. */
const MAX_LOOKS = 50_000;

/** A schema with all that its parts say, whatever their way to say it. */
export interface Look {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly isNullable: boolean;
  /** Its few values, each with the name that it is given. */
  readonly values: readonly { readonly value: unknown; readonly name: string | undefined }[];
  /** Tells whether it has no other values than these. */
  readonly isClosed: boolean;
  readonly items: unknown;
  readonly row: readonly unknown[];
  readonly additional: unknown;
  /** Schemas of which one holds. */
  readonly branches: readonly unknown[];
  /** All else that it says: `format`, `pattern`, `minimum` … */
  readonly says: Fields;
  /** Its description. */
  readonly told: string;
  /** Tells whether it is named by a reference: the boundary of a record. */
  readonly isNamed: boolean;
}

export class Description {
  readonly root: Fields;
  readonly notes = new Set<string>();
  #looked = 0;

  constructor(document: unknown) {
    this.root = fieldsOf(document);
  }

  /** The node that a node refers to, or itself; nothing for one outside of the document. */
  at(node: unknown, depth = 0): Fields {
    const fields = fieldsOf(node);
    const { $ref, ...beside } = fields;
    if (typeof $ref !== 'string') return fields;
    if (depth > MAX_DEPTH || !$ref.startsWith('#/')) return {};
    return { ...this.at(this.#target($ref), depth + 1), ...beside };
  }

  #target(reference: string): unknown {
    return decoded(reference.slice(1)).reduce<unknown>(
      (inside, name) =>
        isFields(inside) && Object.hasOwn(inside, name) && !isUnsafeName(name) ? inside[name] : undefined,
      this.root,
    );
  }

  /** The references out of the document in a part of it, and in all that it refers to. */
  leadingOut(part: unknown): Set<string> {
    const [found, seen] = [new Set<string>(), new Set<unknown>()];
    const queue = [part];
    for (const node of queue) {
      if (typeof node !== 'object' || node === null || seen.has(node) || seen.size > MAX_LOOKS) continue;
      seen.add(node);
      const { $ref } = fieldsOf(node);
      if (typeof $ref === 'string' && $ref.startsWith('#')) queue.push(this.#target($ref));
      else if (typeof $ref === 'string') found.add($ref);
      queue.push(...Object.values(node));
    }
    return found;
  }

  look(schema: unknown, depth = 0): Look {
    if (++this.#looked > MAX_LOOKS || depth > MAX_DEPTH) {
      this.notes.add('The description is larger than what is read of one.');
      return nothing;
    }
    const node = this.at(schema);
    const types = new Set([node.type].flat().filter((type) => typeof type === 'string'));
    const parts = listOf(node.allOf);
    const own: Look = {
      ...nothing,
      ...valuesOf(node),
      types: new Set([...types].filter((type) => type !== 'null')),
      isNullable: types.has('null') || node.nullable === true,
      properties: new Map(Object.entries(fieldsOf(node.properties)).filter(([name]) => !isUnsafeName(name))),
      required: new Set(listOf(node.required).filter((name) => typeof name === 'string')),
      items: node.items,
      row: listOf(node.prefixItems),
      additional: node.additionalProperties,
      says: node,
      told: textOf(node.description),
      isNamed: [schema, ...parts].some((part) => '$ref' in fieldsOf(part)),
    };
    const all = parts.map((part) => this.look(part, depth + 1));
    return this.#chosen(joined([own, ...all]), [...listOf(node.anyOf), ...listOf(node.oneOf)], depth);
  }

  /** Alternatives: constants are values, `null` is none, one schema that is left is the schema itself. */
  #chosen(own: Look, alternatives: readonly unknown[], depth: number): Look {
    if (alternatives.length === 0) return own;
    const looks = alternatives.map((one) => ({ one, look: this.look(one, depth + 1) }));
    const isNull = ({ look }: (typeof looks)[number]) =>
      look.isNullable && look.types.size === 0 && look.properties.size === 0 && look.values.length === 0;
    const constants = looks.filter(({ look }) => look.isClosed && look.properties.size === 0);
    const [only, ...others] = looks.filter((one) => !constants.includes(one) && !isNull(one));
    const values = constants.flatMap(({ look }) => look.values);
    const chosen = {
      ...own,
      values: [...own.values, ...values],
      isNullable: own.isNullable || looks.some(isNull),
    };
    if (!only) return { ...chosen, isClosed: values.length > 0 };
    if (others.length > 0) return { ...chosen, branches: [only, ...others].map(({ one }) => one) };
    return { ...both(chosen, only.look), isClosed: false, isNamed: only.look.isNamed };
  }
}

const nothing: Look = {
  ...{ types: new Set(), properties: new Map(), required: new Set(), values: [], row: [], branches: [] },
  ...{ isNullable: false, isClosed: false, isNamed: false },
  ...{ items: undefined, additional: undefined, says: {}, told: '' },
};

/** All of them as one. Half by half: to add them one by one would copy what there is by then each time. */
function joined(looks: readonly Look[]): Look {
  const [only = nothing] = looks;
  if (looks.length < 2) return only;
  const middle = looks.length >> 1;
  return both(joined(looks.slice(0, middle)), joined(looks.slice(middle)));
}

function both(one: Look, other: Look): Look {
  return {
    types: new Set([...one.types, ...other.types]),
    properties: new Map([...other.properties, ...one.properties]),
    required: new Set([...one.required, ...other.required]),
    isNullable: one.isNullable || other.isNullable,
    values: [...one.values, ...other.values],
    isClosed: one.isClosed || other.isClosed,
    items: one.items ?? other.items,
    row: one.row.length > 0 ? one.row : other.row,
    additional: one.additional ?? other.additional,
    branches: [...one.branches, ...other.branches],
    says: { ...other.says, ...one.says },
    told: one.told || other.told,
    isNamed: one.isNamed,
  };
}

function valuesOf(node: Fields): Pick<Look, 'values' | 'isClosed'> {
  const title = typeof node.title === 'string' ? node.title : undefined;
  if ('const' in node) return { values: [{ value: node.const, name: title }], isClosed: true };
  if (!Array.isArray(node.enum)) return { values: [], isClosed: false };
  const names = listOf(node['x-enum-varnames'] ?? node['x-enumNames'] ?? node['x-enum-names']);
  const told = toldIn(textOf(node.description));
  const given = node.enum.filter((value) => value !== null);
  const usual = node.enum.length === 1 ? title : undefined;
  const values = given.map((value, index) => {
    const name = names[index] ?? told.get(String(value));
    return { value, name: typeof name === 'string' ? name : usual };
  });
  return { values, isClosed: true };
}

/** `0: offline, 1 = online` in a description. */
function toldIn(description: string): Map<string, string> {
  const pairs = [
    ...description.slice(0, 2_000).matchAll(/[`'"]?(-?[\w.]{1,30})[`'"]? ?[:=–] ?[`'"]?(\w{1,30})/g),
  ];
  return new Map(pairs.map(([, value = '', name = '']) => [value, name]));
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function decoded(pointer: string): string[] {
  try {
    return splitPointer(decodeURIComponent(pointer));
  } catch {
    return splitPointer(pointer);
  }
}
