/** The API as a description in OpenAPI has it, operation by operation, for people. */
import { fieldsOf, isFields } from '../../../../contracts/kit/fields.ts';
import { splitPointer } from '../../../../contracts/kit/json-pointer.ts';

/** A value in a payload or a parameter. */
export interface Part {
  /** The names that lead to it, `[]` after a list. */
  name: string;
  /** Its type and what it may be. */
  may: string;
  says: string;
  isRequired: boolean;
}

export interface Payload {
  contentType: string;
  parts: readonly Part[];
  /** JSON, indented; text where it is text. */
  example: string;
}

export interface Answer {
  status: string;
  says: string;
  payloads: readonly Payload[];
}

export interface Described {
  id: string;
  method: string;
  path: string;
  /** What it does, and what the profile says of it. */
  says: string;
  parameters: readonly Part[];
  bodies: readonly Payload[];
  answers: readonly Answer[];
}

export type Description = { readonly [name: string]: unknown };

/** Values deeper than this are shown by the examples. */
const DEEPEST = 5;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** All operations, in their order in the description. */
export function operationsIn(description: Description): Described[] {
  return Object.entries(fieldsOf(description.paths)).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, one]) => described(description, path, method.toUpperCase(), fieldsOf(one))),
  );
}

function described(description: Description, path: string, method: string, one: Description): Described {
  const { operationId, summary, description: more, parameters, requestBody, responses } = one;
  return {
    id: String(operationId),
    method,
    path,
    says: [summary, more].filter(Boolean).join(' '),
    parameters: listIn(parameters).map((each) => {
      const { name, in: place, description: says, schema, required } = resolved(description, each);
      return {
        name: `${name}`,
        may: `in the ${place}: ${mayBe(description, schema)}`,
        says: String(says ?? ''),
        isRequired: required === true,
      };
    }),
    bodies: payloadsIn(description, resolved(description, requestBody)),
    answers: Object.entries(fieldsOf(responses)).map(([status, each]) => {
      const response = resolved(description, each);
      return {
        status,
        says: String(response.description ?? ''),
        payloads: payloadsIn(description, response),
      };
    }),
  };
}

function payloadsIn(description: Description, { content }: Description): Payload[] {
  return Object.entries(fieldsOf(content)).map(([contentType, media]) => {
    const { schema, examples } = fieldsOf(media);
    const [first] = Object.values(fieldsOf(examples));
    const { value } = fieldsOf(first);
    return {
      contentType,
      parts: partsIn(description, schema, '', true, 0),
      example: typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2),
    };
  });
}

/** The values in a schema that have no parts themselves. */
function partsIn(
  description: Description,
  schema: unknown,
  name: string,
  isRequired: boolean,
  depth: number,
): Part[] {
  const node = alternativeOf(description, resolved(description, schema));
  if (depth < DEEPEST && isFields(node.items) && hasParts(description, node.items))
    return partsIn(description, node.items, `${name}[]`, isRequired, depth + 1);
  const properties = Object.entries(fieldsOf(node.properties));
  if (properties.length === 0 || depth === DEEPEST)
    return name === ''
      ? []
      : [{ name, may: mayBe(description, schema), says: saysOf(description, schema), isRequired }];
  const required = listIn(node.required);
  return properties.flatMap(([field, one]) =>
    partsIn(
      description,
      one,
      name === '' ? field : `${name}.${field}`,
      isRequired && required.includes(field),
      depth + 1,
    ),
  );
}

function hasParts(description: Description, schema: unknown): boolean {
  const node = alternativeOf(description, resolved(description, schema));
  return isFields(node.properties) || isFields(node.items);
}

/** Of several forms the first that has parts. */
function alternativeOf(description: Description, node: Description): Description {
  const all = [...listIn(node.anyOf), ...listIn(node.oneOf)].map((one) => resolved(description, one));
  return all.find((one) => isFields(one.properties) || isFields(one.items)) ?? node;
}

function saysOf(description: Description, schema: unknown): string {
  const own = fieldsOf(schema).description ?? resolved(description, schema).description;
  return typeof own === 'string' ? own : '';
}

/** The type of a value and the bounds of it, in words. */
function mayBe(description: Description, schema: unknown): string {
  const node = resolved(description, schema);
  const { type, enum: values, const: only, format, pattern, minimum, maximum, maxLength, items } = node;
  if (values !== undefined) return listIn(values).map(written).join(', ');
  if (only !== undefined) return written(only);
  const several = [...listIn(node.anyOf), ...listIn(node.oneOf)];
  if (several.length > 0) return several.map((one) => mayBe(description, one)).join(' or ');
  const isBound = minimum !== undefined || maximum !== undefined;
  return [
    [type ?? 'any value'].flat().join(' or '),
    format,
    pattern,
    isBound && `${minimum ?? '…'} to ${maximum ?? '…'}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    isFields(items) && `each ${mayBe(description, items)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function written(value: unknown): string {
  return JSON.stringify(value);
}

/** References within the description are followed, and those of what they lead to. */
function resolved(description: Description, node: unknown, steps = 0): Description {
  const { $ref, ...own } = fieldsOf(node);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || steps > DEEPEST) return fieldsOf(node);
  const found = splitPointer($ref.slice(1)).reduce<unknown>(
    (inner, name) => fieldsOf(inner)[name],
    description,
  );
  return { ...resolved(description, found, steps + 1), ...own };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
