/**
 * Data that a program has written, such as a saved state, held against a schema of `schema.ts`: what has the form has the type.
 * Ajv, which says everything that is wrong with what people write, says the same of it (a test compares them), but has to
 * compile the schema first, which takes longer than such data is read, and more code than all that reads it.
 *
 *     const readPoint = formOf(object({ x: number(), y: number() }));
 *     const read = readPoint(JSON.parse(text));
 *     if ('problem' in read) throw new Error(`${read.problem.pointer} ${read.problem.message}`);
 *     read.value.x; // a number
 */
import { isFields } from './fields.ts';
import { formatPointer } from './json-pointer.ts';
import type { Static, TSchema } from './schema.ts';

/** Place that does not have the expected form, as a JSON Pointer, and what is wrong there. */
export interface FormProblem {
  pointer: string;
  message: string;
}

export type Read<T> = { value: T } | { problem: FormProblem };

/** A function that checks whether a value has the form of a schema; the first problem otherwise. */
export function formOf<Schema extends TSchema>(schema: Schema): (given: unknown) => Read<Static<Schema>> {
  let check: Check | undefined;
  return (given) => {
    check ??= checkOf(schema);
    const problem = check(given);
    return problem ? { problem } : { value: given as Static<Schema> };
  };
}

/** The keywords that `schema.ts` writes. */
interface Node {
  readonly type?: string | readonly string[];
  readonly maximum?: number;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly not?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly discriminator?: { readonly propertyName: string };
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: Node | readonly Node[];
  readonly additionalItems?: false;
  readonly required?: readonly string[];
  readonly propertyNames?: Node;
  readonly properties?: { readonly [name: string]: Node };
  readonly additionalProperties?: Node | boolean;
}

type Found = FormProblem | undefined;
/** Finds the first problem of a value. */
type Check = (value: unknown) => Found;

/** The checks of the keywords that a schema has, in their order. */
function checkOf(schema: Node): Check {
  const checks = keywords.flatMap((checkOfKeyword) => checkOfKeyword(schema) ?? []);
  return (value) => {
    for (const check of checks) {
      const found = check(value);
      if (found) return found;
    }
    return undefined;
  };
}

const keywords = [typeCheck, scalarCheck, valueCheck, choiceCheck, listCheck, objectCheck];

const problem = (message: string, ...place: (string | number)[]): Found => ({
  pointer: formatPointer(place),
  message,
});

/** The problem of a part, seen from the whole; places are only put together for problems, as there seldom is one. */
function problemIn(part: string | number, check: Check | undefined, value: unknown): Found {
  const found = check?.(value);
  return found && { ...found, pointer: formatPointer([part]) + found.pointer };
}

function typeCheck({ type }: Node): Check | undefined {
  if (type === undefined) return undefined;
  const tests = [type].flat().map((name) => types[name] ?? (() => false));
  return (value) => {
    for (const isOfType of tests) if (isOfType(value)) return undefined;
    return problem(`must be ${String(type)}`);
  };
}

const types: { readonly [name: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  array: Array.isArray,
  object: isFields,
  integer: Number.isInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
};

function scalarCheck(schema: Node): Check | undefined {
  const { maximum = Infinity, minimum = -Infinity, maxLength = Infinity, minLength = 0 } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  return (value) => {
    if (typeof value === 'number') {
      if (value > maximum) return problem(`must be <= ${maximum}`);
      return value < minimum ? problem(`must be >= ${minimum}`) : undefined;
    }
    if (typeof value !== 'string') return undefined;
    // Characters are counted where it matters: one may be two units long.
    if (value.length > maxLength && [...value].length > maxLength)
      return problem(`must NOT have more than ${maxLength} characters`);
    if (value.length < 2 * minLength && [...value].length < minLength)
      return problem(`must NOT have fewer than ${minLength} characters`);
    return !pattern || pattern.test(value) ? undefined : problem(`must match pattern "${schema.pattern}"`);
  };
}

function valueCheck(schema: Node): Check | undefined {
  const isConstant = 'const' in schema;
  const isOther = schema.not && checkOf(schema.not);
  if (!isConstant && !schema.enum && !isOther) return undefined;
  return (value) => {
    if (isConstant && value !== schema.const) return problem(`must be ${schema.const}`);
    if (schema.enum && !schema.enum.includes(value))
      return problem(`must be one of ${schema.enum.join(', ')}`);
    return isOther && !isOther(value) ? problem('must NOT be valid') : undefined;
  };
}

/** Fault of the alternative that fits furthest, where none fits. */
function choiceCheck({ anyOf, oneOf, discriminator }: Node): Check | undefined {
  const checks = (anyOf ?? (discriminator ? undefined : oneOf))?.map(checkOf);
  if (!checks) return undefined;
  return (value) => {
    let deepest: Found;
    for (const check of checks) {
      const found = check(value);
      if (!found) return undefined;
      if (!deepest || found.pointer.length > deepest.pointer.length) deepest = found;
    }
    return deepest;
  };
}

function listCheck(schema: Node): Check | undefined {
  const { maxItems = Infinity, minItems = 0, items, additionalItems } = schema;
  if (maxItems === Infinity && minItems === 0 && !items) return undefined;
  const each = Array.isArray(items) ? items.map(checkOf) : undefined;
  const all = each || items === undefined ? undefined : checkOf(items as Node);
  const most = additionalItems === false && each ? Math.min(maxItems, each.length) : maxItems;
  return (list) => {
    if (!Array.isArray(list)) return undefined;
    if (list.length > most) return problem(`must NOT have more than ${most} items`);
    if (list.length < minItems) return problem(`must NOT have fewer than ${minItems} items`);
    for (const [index, item] of list.entries()) {
      const found = problemIn(index, each ? each[index] : all, item);
      if (found) return found;
    }
    return undefined;
  };
}

function objectCheck(schema: Node): Check | undefined {
  const { required, properties, additionalProperties = true, discriminator } = schema;
  if (additionalProperties === true && !(required ?? properties ?? schema.propertyNames ?? discriminator))
    return undefined;
  const own = Object.entries(properties ?? {}).map(([name, form]) => ({ name, check: checkOf(form) }));
  const names = new Set(own.map(({ name }) => name));
  const ofName = schema.propertyNames && checkOf(schema.propertyNames);
  const further = typeof additionalProperties === 'object' ? checkOf(additionalProperties) : undefined;
  const branch = branchCheck(schema);
  return (object) => {
    if (!isFields(object)) return undefined;
    for (const name of required ?? []) if (object[name] === undefined) return problem('is missing', name);
    for (const name of ofName ? Object.keys(object) : []) {
      const found = ofName?.(name);
      if (found) return found;
    }
    for (const name of additionalProperties === true ? [] : Object.keys(object)) {
      if (names.has(name)) continue;
      if (!further) return problem('does not belong here', name);
      const found = problemIn(name, further, object[name]);
      if (found) return found;
    }
    for (const { name, check } of own) {
      const found = object[name] === undefined ? undefined : problemIn(name, check, object[name]);
      if (found) return found;
    }
    return branch?.(object);
  };
}

/** The branch that the value of the distinguishing field names. */
function branchCheck({
  oneOf,
  discriminator,
}: Node): ((object: { readonly [name: string]: unknown }) => Found) | undefined {
  if (!oneOf || !discriminator) return undefined;
  const tag = discriminator.propertyName;
  const branches = new Map(oneOf.map((branch) => [branch.properties?.[tag]?.const, checkOf(branch)]));
  return (object) => {
    if (typeof object[tag] !== 'string') return problem(`tag "${tag}" must be string`);
    const check = branches.get(object[tag]);
    return check ? check(object) : problem(`value of tag "${tag}" must be in oneOf`);
  };
}
