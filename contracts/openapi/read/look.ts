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

/** A schema with all the parts that it is put together from, and those inside it. */
export interface Look {
  /** Its keywords: `format`, `pattern`, `minimum` … */
  readonly says: Fields;
  readonly types: ReadonlySet<string>;
  readonly isNullable: boolean;
  /** Its few values, each with the name that it is given, and whether it has no others. */
  readonly values: readonly { readonly value: unknown; readonly name: string | undefined }[];
  readonly isClosed: boolean;
  /** The reference that it is named by, which is the boundary of a record; empty without one. */
  readonly name: string;
  readonly required: readonly unknown[];
  /** Its description. */
  readonly told: string;
  /** Schemas of which one holds. */
  readonly among: readonly Look[];
  /** The named schemas that it is put together from. */
  bases(): readonly Look[];
  properties(): ReadonlyMap<string, Look>;
  items(): Look | undefined;
  row(): readonly Look[];
  /** The schema of all fields that have none of their own. */
  additional(): Look | undefined;
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
    const { $ref, ...beside } = fieldsOf(node);
    if (typeof $ref !== 'string') return fieldsOf(node);
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
    const [found, seen] = [new Set<string>(), new Set<unknown>([part])];
    for (const node of seen) {
      if (typeof node !== 'object' || node === null || seen.size > MAX_LOOKS) continue;
      const { $ref } = fieldsOf(node);
      if (typeof $ref === 'string' && $ref.startsWith('#')) seen.add(this.#target($ref));
      else if (typeof $ref === 'string') found.add($ref);
      for (const inner of Object.values(node)) seen.add(inner);
    }
    return found;
  }

  look(schema: unknown, depth = 0): Look {
    const known = this.#looks.get(schema);
    if (known) return known;
    const own = this.#flat(schema, depth);
    const bases = listOf(this.at(schema).allOf).filter((part) => '$ref' in fieldsOf(part));
    // Alternatives: constants are values, `null` is none, one schema that is left is the schema itself.
    const all = listOf(own.anyOf).map((one) => this.look(one, depth + 1));
    const constants = all.filter((one) => one.isClosed && one.properties().size === 0);
    const [only, ...others] = all.filter((one) => !constants.includes(one) && !isNull(one));
    const lone = others.length === 0 ? only : undefined;
    const says = lone ? merged([own, lone.says]) : own;
    const values = [
      ...valuesOf(own),
      ...[...constants, ...(lone ? [lone] : [])].flatMap((one) => one.values),
    ];
    const named = Object.entries(fieldsOf(says.properties)).filter(([name]) => !isUnsafeName(name));
    const { items, prefixItems, additionalProperties: more } = says;
    const references = [schema, ...bases].map((part) => textOf(fieldsOf(part).$ref));
    const made: Look = {
      ...{ says, values, required: listOf(says.required), told: textOf(says.description) },
      types: new Set(typesOf(says.type).filter((one) => one !== 'null')),
      isNullable: typesOf(says.type).includes('null') || says.nullable === true || all.some(isNull),
      isClosed: all.length === 0 || others.length > 0 ? isClosed(own) : !only && values.length > 0,
      name: lone ? lone.name : (references.find((name) => name !== '') ?? ''),
      among: only && others.length > 0 ? [only, ...others] : (lone?.among ?? []),
      bases: () => bases.map((part) => this.look(part)),
      properties: () => new Map(named.map(([name, part]) => [name, this.look(part)])),
      items: () => (items === undefined ? undefined : this.look(items)),
      row: () => listOf(prefixItems).map((part) => this.look(part)),
      additional: () => (isFields(more) ? this.look(more) : undefined),
    };
    this.#looks.set(schema, made);
    return made;
  }

  /** The keywords of a schema and of all that it is put together from; alternatives are in `anyOf`. */
  #flat(schema: unknown, depth: number): Fields {
    if (++this.#looked > MAX_LOOKS || depth > MAX_DEPTH) {
      this.notes.add('The description is larger than what is read of one.');
      return {};
    }
    const node = this.at(schema);
    return merged([node, ...listOf(node.allOf).map((part) => this.#flat(part, depth + 1))]);
  }
}

/** Several as one, in which the first has the first word. */
function merged(all: readonly Fields[]): Fields {
  return {
    ...together(all),
    type: all.flatMap(({ type }) => typesOf(type)),
    required: all.flatMap(({ required }) => listOf(required)),
    properties: together(all.map(({ properties }) => fieldsOf(properties))),
    anyOf: all.flatMap(({ anyOf, oneOf }) => [...listOf(anyOf), ...listOf(oneOf)]),
    oneOf: undefined,
  };
}

function together(all: readonly Fields[]): Fields {
  return Object.fromEntries(all.toReversed().flatMap((one) => Object.entries(one)));
}

function typesOf(type: unknown): string[] {
  return [type].flat().filter((one) => typeof one === 'string');
}

function isNull({ isNullable, values, types, properties }: Look): boolean {
  return isNullable && values.length + types.size + properties().size === 0;
}

function isClosed(node: Fields): boolean {
  return 'const' in node || Array.isArray(node.enum);
}

function valuesOf(node: Fields): Look['values'] {
  const title = typeof node.title === 'string' ? node.title : undefined;
  if ('const' in node) return [{ value: node.const, name: title }];
  const values = listOf(node.enum);
  const names = listOf(node['x-enum-varnames'] ?? node['x-enumNames'] ?? node['x-enum-names']);
  // `0: offline, 1 = online` in a description.
  const pairs = textOf(node.description)
    .slice(0, 2_000)
    .matchAll(/[`'"]?(-?[\w.]{1,30})[`'"]? ?[:=–] ?[`'"]?(\w{1,30})/g);
  const told = new Map([...pairs].map(([, value = '', name = '']) => [value, name]));
  return values
    .filter((value) => value !== null)
    .map((value, index) => {
      const name = names[index] ?? told.get(String(value));
      return { value, name: typeof name === 'string' ? name : values.length === 1 ? title : undefined };
    });
}

/** Returns whether a value can be but one. */
export function isFixed({ isClosed: isAll, values, isNullable }: Look): boolean {
  return isAll && values.length === 1 && !isNullable;
}

/** The schemas of which one holds. */
export function alternativesOf(look: Look): readonly Look[] {
  if (look.among.length === 0) return [look];
  return look.among.flatMap((one) => (one.among.length === 0 ? [one] : one.among));
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
