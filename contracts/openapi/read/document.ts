/**
 * A description that someone else wrote, read within bounds: references lead within the document and nowhere else, and cycles end.
 * Its schemas are read as those of OpenAPI 3.0 and 3.1 alike.
 */
import { type Fields, fieldsOf, isFields } from '../../kit/fields.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { excerpt, quoted } from '../../kit/untrusted.ts';
import { isUnsafeName } from '../../profile/pointer.ts';

/** References, and parts of schemas inside each other, that are followed. */
const DEEPEST = 24;
/** Schemas that are looked at in all. A document with more is not read to its end. */
const MOST = 50_000;

/** Longest piece of a reference that is kept to name it. */
const LONGEST_PART = 200;
/** The parts of a description that are not read. */
const unread = {
  files: {
    what: 'References to other files, such as',
    costs:
      'are not read: what stands there (fields, parameters, answers) is not learned. Bundle the description into one file first, as redocly bundle does.',
  },
  ranges: {
    what: 'Replies under',
    costs:
      'are not read: their fields, statuses and refusals are not learned. Write single statuses in their place, such as 200 and 401.',
  },
} as const;

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
  /** All else that it says: `format`, `pattern`, `description`, `minimum` … */
  readonly says: Fields;
  /** Tells whether it is named by a reference: the boundary of a record. */
  readonly isNamed: boolean;
}

export class Description {
  readonly root: Fields;
  readonly notes = new Set<string>();
  /** Parts that are not read, by their kind. */
  readonly #unread: { readonly [K in keyof typeof unread]: Set<string> } = {
    files: new Set(),
    ranges: new Set(),
  };
  #looked = 0;

  constructor(document: unknown) {
    this.root = fieldsOf(document);
  }

  /** The node that a node refers to, or itself; nothing for one outside of the document. */
  at(node: unknown, depth = 0): Fields {
    const fields = fieldsOf(node);
    const { $ref } = fields;
    if (typeof $ref !== 'string') return fields;
    if (depth > DEEPEST) return {};
    if (!$ref.startsWith('#/')) {
      this.leftOut('files', $ref);
      return {};
    }
    const names = decoded($ref.slice(1));
    const target = names.reduce<unknown>(
      (inside, name) =>
        isFields(inside) && Object.hasOwn(inside, name) && !isUnsafeName(name) ? inside[name] : undefined,
      this.root,
    );
    const { $ref: _, ...beside } = fields;
    return { ...this.at(target, depth + 1), ...beside };
  }

  /** Takes note of a part that is not read. */
  leftOut(kind: keyof typeof unread, part: string): void {
    this.#unread[kind].add(part.slice(0, LONGEST_PART));
  }

  /** Says what was not read, what that costs, and what to do, in a sentence for each kind. */
  get unread(): string[] {
    return namesOf(unread).flatMap((kind) => {
      const [first, ...others] = this.#unread[kind];
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      return first === undefined
        ? []
        : [`${unread[kind].what} ${excerpt(quoted(first))}${more} ${unread[kind].costs}`];
    });
  }

  look(schema: unknown, depth = 0): Look {
    if (++this.#looked > MOST || depth > DEEPEST) {
      this.notes.add('The description is larger than what is read of one.');
      return nothing;
    }
    const node = this.at(schema);
    const types = new Set([node.type].flat().filter((type) => typeof type === 'string'));
    const own: Look = {
      ...nothing,
      types: new Set([...types].filter((type) => type !== 'null')),
      isNullable: types.has('null') || node.nullable === true,
      properties: new Map(Object.entries(fieldsOf(node.properties)).filter(([name]) => !isUnsafeName(name))),
      required: new Set(listOf(node.required).filter((name) => typeof name === 'string')),
      ...valuesOf(node),
      items: node.items,
      row: listOf(node.prefixItems),
      additional: node.additionalProperties,
      says: node,
      isNamed: '$ref' in fieldsOf(schema) || listOf(node.allOf).some((part) => '$ref' in fieldsOf(part)),
    };
    const all = listOf(node.allOf).map((part) => this.look(part, depth + 1));
    return this.#chosen(joined([own, ...all]), [...listOf(node.anyOf), ...listOf(node.oneOf)], depth);
  }

  /** Alternatives: constants are values, `null` is none, one schema that is left is the schema itself. */
  #chosen(own: Look, alternatives: readonly unknown[], depth: number): Look {
    if (alternatives.length === 0) return own;
    const looks = alternatives.map((one) => ({ one, look: this.look(one, depth + 1) }));
    const isNull = ({ look }: (typeof looks)[number]) =>
      look.isNullable && look.types.size === 0 && look.properties.size === 0 && look.values.length === 0;
    const constants = looks.filter(({ look }) => look.isClosed && look.properties.size === 0);
    const others = looks.filter((one) => !constants.includes(one) && !isNull(one));
    const values = constants.flatMap(({ look }) => look.values);
    const chosen = {
      ...own,
      values: [...own.values, ...values],
      isNullable: own.isNullable || looks.some(isNull),
    };
    if (others.length === 0) return { ...chosen, isClosed: values.length > 0 };
    if (others.length > 1) return { ...chosen, branches: others.map(({ one }) => one) };
    const [only] = others;
    return only ? { ...both(chosen, only.look), isClosed: false, isNamed: only.look.isNamed } : chosen;
  }
}

const nothing: Look = {
  types: new Set(),
  properties: new Map(),
  required: new Set(),
  isNullable: false,
  values: [],
  isClosed: false,
  items: undefined,
  row: [],
  additional: undefined,
  branches: [],
  says: {},
  isNamed: false,
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
    isNamed: one.isNamed,
  };
}

function valuesOf(node: Fields): Pick<Look, 'values' | 'isClosed'> {
  const title = typeof node.title === 'string' ? node.title : undefined;
  if ('const' in node) return { values: [{ value: node.const, name: title }], isClosed: true };
  if (!Array.isArray(node.enum)) return { values: [], isClosed: false };
  const names = listOf(node['x-enum-varnames'] ?? node['x-enumNames'] ?? node['x-enum-names']);
  const told = toldIn(node.description);
  const values = node.enum
    .filter((value) => value !== null)
    .map((value, index) => {
      const name = names[index] ?? told.get(String(value));
      return {
        value,
        name: typeof name === 'string' ? name : listOf(node.enum).length === 1 ? title : undefined,
      };
    });
  return { values, isClosed: true };
}

/** `0: offline, 1 = online` in a description. */
function toldIn(description: unknown): Map<string, string> {
  const text = typeof description === 'string' ? description.slice(0, 2_000) : '';
  const pairs = [...text.matchAll(/[`'"]?(-?[\w.]{1,30})[`'"]? ?[:=–] ?[`'"]?(\w{1,30})/g)];
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
