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
  return (given) => {
    const problem = problemOf(schema, given);
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

/** Gives the problem with its place in the value; places are only put together for problems, as there seldom is one. */
function problemOf(schema: Node, value: unknown): Found {
  const message = wrongType(schema, value) ?? wrongScalar(schema, value) ?? wrongValue(schema, value);
  if (message !== undefined) return { pointer: '', message };
  return (
    problemOfChoice(schema, value) ??
    (Array.isArray(value) ? problemOfList(schema, value) : undefined) ??
    (isFields(value) ? problemOfObject(schema, value) : undefined)
  );
}

/** The problem of a part, seen from the whole. */
function problemIn(part: string | number, form: Node, value: unknown): Found {
  const problem = problemOf(form, value);
  return problem && { ...problem, pointer: formatPointer([part]) + problem.pointer };
}

function wrongType({ type }: Node, value: unknown): string | undefined {
  if (type === undefined) return undefined;
  const is = typeof type === 'string' ? isOfType(type, value) : type.some((name) => isOfType(name, value));
  return is ? undefined : `must be ${String(type)}`;
}

function isOfType(name: string, value: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isFields(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === name;
  }
}

const patterns = new Map<string, RegExp>();

function wrongScalar(
  { maximum = Infinity, minimum = -Infinity, maxLength = Infinity, minLength = 0, pattern }: Node,
  value: unknown,
): string | undefined {
  if (typeof value === 'number') {
    if (value > maximum) return `must be <= ${maximum}`;
    return value < minimum ? `must be >= ${minimum}` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  // Characters are counted where it matters: one may be two units long.
  if (value.length > maxLength && [...value].length > maxLength)
    return `must NOT have more than ${maxLength} characters`;
  if (value.length < 2 * minLength && [...value].length < minLength)
    return `must NOT have fewer than ${minLength} characters`;
  if (pattern === undefined) return undefined;
  const expression = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, expression);
  return expression.test(value) ? undefined : `must match pattern "${pattern}"`;
}

function wrongValue(schema: Node, value: unknown): string | undefined {
  if ('const' in schema && value !== schema.const) return `must be ${schema.const}`;
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`;
  return schema.not && !problemOf(schema.not, value) ? 'must NOT be valid' : undefined;
}

/** Fault of the alternative that fits furthest, where none fits. */
function problemOfChoice({ anyOf, oneOf, discriminator }: Node, value: unknown): Found {
  const choices = anyOf ?? (discriminator ? undefined : oneOf);
  if (!choices) return undefined;
  let deepest: Found;
  for (const choice of choices) {
    const problem = problemOf(choice, value);
    if (!problem) return undefined;
    if (!deepest || problem.pointer.length > deepest.pointer.length) deepest = problem;
  }
  return deepest;
}

function problemOfList(schema: Node, list: readonly unknown[]): Found {
  const { maxItems = Infinity, minItems = 0, items, additionalItems } = schema;
  const most =
    additionalItems === false && Array.isArray(items) ? Math.min(maxItems, items.length) : maxItems;
  if (list.length > most) return { pointer: '', message: `must NOT have more than ${most} items` };
  if (list.length < minItems) return { pointer: '', message: `must NOT have fewer than ${minItems} items` };
  for (const [index, item] of list.entries()) {
    const form: Node | undefined = Array.isArray(items) ? items[index] : items;
    const problem = form && problemIn(index, form, item);
    if (problem) return problem;
  }
  return undefined;
}

function problemOfObject(schema: Node, object: { readonly [name: string]: unknown }): Found {
  const { required = [], propertyNames, properties = {}, additionalProperties = true } = schema;
  const missing = required.find((name) => object[name] === undefined);
  if (missing !== undefined) return { pointer: formatPointer([missing]), message: 'is missing' };
  for (const name of propertyNames ? Object.keys(object) : []) {
    const problem = propertyNames && problemOf(propertyNames, name);
    if (problem) return problem;
  }
  if (additionalProperties !== true) {
    for (const name of Object.keys(object)) {
      if (Object.hasOwn(properties, name)) continue;
      if (!additionalProperties) return { pointer: formatPointer([name]), message: 'does not belong here' };
      const problem = problemIn(name, additionalProperties, object[name]);
      if (problem) return problem;
    }
  }
  for (const name in properties) {
    const form = object[name] === undefined ? undefined : properties[name];
    const problem = form && problemIn(name, form, object[name]);
    if (problem) return problem;
  }
  return problemOfBranch(schema, object);
}

/** The branch that the value of the distinguishing field names. */
function problemOfBranch(
  { oneOf, discriminator }: Node,
  object: { readonly [name: string]: unknown },
): Found {
  if (!oneOf || !discriminator) return undefined;
  const tag = discriminator.propertyName;
  if (typeof object[tag] !== 'string') return { pointer: '', message: `tag "${tag}" must be string` };
  const branch = oneOf.find(({ properties }) => properties?.[tag]?.const === object[tag]);
  if (!branch) return { pointer: '', message: `value of tag "${tag}" must be in oneOf` };
  return problemOf(branch, object);
}
