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
  /** Its values where it has few, without `null`; empty where any may come. */
  readonly values: readonly unknown[];
  /** The reference that it is named by, which is the boundary of a record; empty without one. */
  readonly name: string;
  readonly required: readonly unknown[];
  /** Its description. */
  readonly told: string;
  /** Schemas of which one holds. */
  readonly among: readonly Look[];
  properties(): ReadonlyMap<string, Look>;
  items(): Look | undefined;
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
    const parts = [schema, ...listOf(this.at(schema).allOf)];
    // An alternative `null` is none, and one schema that is left is the schema itself.
    const all = listOf(own.anyOf).map((one) => this.look(one, depth + 1));
    const [only, ...others] = all.filter((one) => !isNull(one));
    const lone = others.length === 0 ? only : undefined;
    const says = lone ? merged([own, lone.says]) : own;
    const named = Object.entries(fieldsOf(says.properties)).filter(([name]) => !isUnsafeName(name));
    const { items, additionalProperties: more } = says;
    const made: Look = {
      ...{ says, values: valuesOf(says), required: listOf(says.required), told: textOf(says.description) },
      types: new Set(typesOf(says.type).filter((one) => one !== 'null')),
      isNullable: typesOf(says.type).includes('null') || says.nullable === true || all.some(isNull),
      name: lone?.name ?? parts.map((part) => textOf(fieldsOf(part).$ref)).find((name) => name !== '') ?? '',
      among: only && others.length > 0 ? [only, ...others] : (lone?.among ?? []),
      properties: () => new Map(named.map(([name, part]) => [name, this.look(part)])),
      items: () => (items === undefined ? undefined : this.look(items)),
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

function valuesOf(says: Fields): readonly unknown[] {
  const values = 'const' in says ? [says.const] : listOf(says.enum);
  return values.filter((value) => value !== null);
}

/** Returns whether a value can be but one. */
export function isFixed({ values, isNullable }: Look): boolean {
  return values.length === 1 && !isNullable;
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
  return success.values.length === 1 && success.values[0] === false;
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
