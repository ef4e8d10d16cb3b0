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

/** The sayings of a schema, with all the parts that it is put together from. */
interface Said {
  /** Its keywords: `format`, `pattern`, `minimum` … */
  readonly says: Fields;
  readonly isNullable: boolean;
  /** Its few values, each with the name that it is given. */
  readonly values: readonly { readonly value: unknown; readonly name: string | undefined }[];
  /** Tells whether it has no other values than these. */
  readonly isClosed: boolean;
  /** The reference that it is named by, which is the boundary of a record; empty without one. */
  readonly name: string;
  /** Schemas of which one holds, and those with names that it is put together from. */
  readonly among: readonly unknown[];
  readonly from: readonly unknown[];
}

/** A schema, and those inside it. */
export interface Look extends Said {
  readonly types: ReadonlySet<string>;
  readonly required: readonly unknown[];
  /** Its description. */
  readonly told: string;
  properties(): ReadonlyMap<string, Look>;
  items(): Look | undefined;
  row(): readonly Look[];
  /** The schema of all fields that have none of their own. */
  additional(): Look | undefined;
  branches(): readonly Look[];
  bases(): readonly Look[];
}

export class Description {
  readonly root: Fields;
  readonly notes = new Set<string>();
  readonly #looks = new Map<unknown, Look>();
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

  look(schema: unknown): Look {
    const known = this.#looks.get(schema);
    if (known) return known;
    const said = this.#said(schema, 0);
    const { type, required, properties, items, prefixItems, additionalProperties, description } = said.says;
    const look = (part: unknown): Look => this.look(part);
    const named = Object.entries(fieldsOf(properties)).filter(([name]) => !isUnsafeName(name));
    const made: Look = {
      ...said,
      types: new Set(typesOf(type).filter((one) => one !== 'null')),
      required: listOf(required),
      told: textOf(description),
      properties: () => new Map(named.map(([name, part]) => [name, look(part)])),
      items: () => (items === undefined ? undefined : look(items)),
      row: () => listOf(prefixItems).map(look),
      additional: () => (isFields(additionalProperties) ? look(additionalProperties) : undefined),
      branches: () => said.among.map(look),
      bases: () => said.from.map(look),
    };
    this.#looks.set(schema, made);
    return made;
  }

  #said(schema: unknown, depth: number): Said {
    if (++this.#looked > MAX_LOOKS || depth > MAX_DEPTH) {
      this.notes.add('The description is larger than what is read of one.');
      return nothing;
    }
    const node = this.at(schema);
    const parts = listOf(node.allOf);
    const from = parts.filter((part) => '$ref' in fieldsOf(part));
    const own = {
      ...{ says: node, ...valuesOf(node), among: [], from },
      isNullable: typesOf(node.type).includes('null') || node.nullable === true,
      name: [schema, ...from].map((part) => textOf(fieldsOf(part).$ref)).find((name) => name !== '') ?? '',
    };
    const all = joined([own, ...parts.map((part) => this.#said(part, depth + 1))]);
    return this.#chosen(all, [...listOf(node.anyOf), ...listOf(node.oneOf)], depth);
  }

  /** Alternatives: constants are values, `null` is none, one schema that is left is the schema itself. */
  #chosen(own: Said, alternatives: readonly unknown[], depth: number): Said {
    if (alternatives.length === 0) return own;
    const all = alternatives.map((one) => ({ one, ...this.#said(one, depth + 1) }));
    const hasParts = ({ says }: Said) => Object.keys(fieldsOf(says.properties)).length > 0;
    const constants = all.filter((one) => one.isClosed && !hasParts(one));
    const isNull = (one: Said) =>
      one.isNullable &&
      one.values.length === 0 &&
      !hasParts(one) &&
      typesOf(one.says.type).every((type) => type === 'null');
    const [only, ...others] = all.filter((one) => !constants.includes(one) && !isNull(one));
    const values = constants.flatMap((one) => one.values);
    const chosen = {
      ...own,
      values: [...own.values, ...values],
      isNullable: own.isNullable || all.some(isNull),
    };
    if (!only) return { ...chosen, isClosed: values.length > 0 };
    if (others.length > 0) return { ...chosen, among: [only, ...others].map(({ one }) => one) };
    return { ...joined([chosen, only]), isClosed: false, name: only.name };
  }
}

const nothing: Said = {
  ...{ says: {}, values: [], name: '', among: [], from: [] },
  ...{ isNullable: false, isClosed: false },
};

/** Several as one, in which the first has the first word. */
function joined(all: readonly [Said, ...Said[]]): Said {
  const [first] = all;
  if (all.length === 1) return first;
  const allSays = all.map(({ says }) => says);
  return {
    ...first,
    says: {
      ...together(allSays),
      type: allSays.flatMap(({ type }) => typesOf(type)),
      required: allSays.flatMap(({ required }) => listOf(required)),
      properties: together(allSays.map(({ properties }) => fieldsOf(properties))),
    },
    values: all.flatMap(({ values }) => values),
    isClosed: all.some(({ isClosed }) => isClosed),
    isNullable: all.some(({ isNullable }) => isNullable),
    among: all.flatMap(({ among }) => among),
  };
}

function together(all: readonly Fields[]): Fields {
  return Object.fromEntries(all.toReversed().flatMap((one) => Object.entries(one)));
}

function typesOf(type: unknown): string[] {
  return [type].flat().filter((one) => typeof one === 'string');
}

function valuesOf(node: Fields): Pick<Said, 'values' | 'isClosed'> {
  const title = typeof node.title === 'string' ? node.title : undefined;
  if ('const' in node) return { values: [{ value: node.const, name: title }], isClosed: true };
  if (!Array.isArray(node.enum)) return { values: [], isClosed: false };
  const names = listOf(node['x-enum-varnames'] ?? node['x-enumNames'] ?? node['x-enum-names']);
  // `0: offline, 1 = online` in a description.
  const pairs = textOf(node.description)
    .slice(0, 2_000)
    .matchAll(/[`'"]?(-?[\w.]{1,30})[`'"]? ?[:=–] ?[`'"]?(\w{1,30})/g);
  const told = new Map([...pairs].map(([, value = '', name = '']) => [value, name]));
  const usual = node.enum.length === 1 ? title : undefined;
  const values = node.enum
    .filter((value) => value !== null)
    .map((value, index) => {
      const name = names[index] ?? told.get(String(value));
      return { value, name: typeof name === 'string' ? name : usual };
    });
  return { values, isClosed: true };
}

/** Returns whether a value can be but one. */
export function isFixed({ isClosed, values, isNullable }: Look): boolean {
  return isClosed && values.length === 1 && !isNullable;
}

/** The schemas of which one holds. */
export function alternativesOf(look: Look): readonly Look[] {
  if (look.among.length === 0) return [look];
  return look.branches().flatMap((one) => (one.among.length === 0 ? [one] : one.branches()));
}

/** Returns whether a body says that something failed: `success: false`, or a schema that is called so. */
export function isRefusal({ properties, name }: Look): boolean {
  const success = [...properties()].find(([field]) => /^(success|ok)$/i.test(field))?.[1];
  if (!success) return /[/~]\w*(Refus|Error|Problem|Fail)\w*(\.\w+)?$/.test(name);
  return success.values.length === 1 && success.values[0]?.value === false;
}

export function examplesIn({ says: { example, examples } }: Look): readonly unknown[] {
  return example === undefined ? listOf(examples) : [example, ...listOf(examples)];
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
