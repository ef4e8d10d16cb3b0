/** Tells whether an exchange fits a description: paths, statuses, headers and bodies, held against the document alone. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import type { Json } from '../../../contracts/kit/json.ts';
import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { WITHOUT } from '../../../contracts/openapi/words.ts';
import type { OpenApiDocument } from '../../../contracts/openapi/write.ts';
import { type CompleteProfile, compileLens } from '../../../contracts/profile/index.ts';

export interface Exchange {
  method: string;
  /** Path and query. */
  target: string;
  /** The body as it was sent. */
  body?: string | undefined;
  reply: { status: number; headers: { readonly [name: string]: unknown }; text: string };
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const formats = {
  'date-time': dateTime,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid,
  'uri-reference': /^\S+$/,
  'json-pointer': /^(\/.*)?$/,
  int64: true as const,
};

type Node = { [name: string]: unknown };

const ajv = new Ajv2020({ strict: false, allErrors: true, formats, validateFormats: true });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Compiled once for all documents that have the schema. Throws for what is no schema. */
export function validatorOf(schema: object): ReturnType<typeof ajv.compile> {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  return validate;
}

/** Tells whether a reply is no refusal. */
export function isServedIn(profile: CompleteProfile): (exchange: Pick<Exchange, 'reply'>) => boolean {
  const { errors } = compileLens(profile.openings);
  return ({ reply }) =>
    reply.status < 300 &&
    !reply.text.includes('"success":false') &&
    errors.read(reply.text).facts.success !== false;
}

/** Gives what is wrong with an exchange. */
export type Fits = (exchange: Exchange) => string[];

/** `isServed` says whether a reply is none of a refusal: the body of a request is held against the description only then. */
export function fitsOf(document: OpenApiDocument, isServed: (exchange: Exchange) => boolean): Fits {
  const [server] = document.servers as { url: string }[];
  const base = server?.url === '/' ? '' : (server?.url ?? '');
  const paths = Object.keys(document.paths as Node);

  function faults(schema: unknown, value: unknown, isClosed: boolean): string[] {
    const made = isClosed ? closed(document, schema) : inlined(document, schema);
    const validate = validatorOf(made as object);
    return validate(value) ? [] : [ajv.errorsText(validate.errors)];
  }

  return (exchange) => {
    const { method, target, reply } = exchange;
    const path = (target.split('?', 1)[0] ?? '').slice(base.length);
    const template = paths.find((one) => one === path) ?? paths.find((one) => matches(one, path));
    const operation = fieldsOf(fieldsOf(fieldsOf(document.paths)[template ?? ''])[method.toLowerCase()]);
    if (template === undefined || operation.responses === undefined)
      return isServed(exchange) && !isKnown(target)
        ? [`${method} ${target}: nothing is described there`]
        : [];
    const where = `${method} ${template} ${reply.status}`;
    const response = fieldsOf(fieldsOf(operation.responses)[String(reply.status)]);
    if (response.description === undefined) return [`${where}: the status is not described`];
    const found = [
      ...headerFaults(response, reply.headers),
      ...bodyFaults(response, reply),
      ...(isServed(exchange) ? requestFaults(operation, exchange) : []),
    ];
    return found.map((fault) => `${where}: ${fault}`);
  };

  /** Tells whether another method of the path, or its name in other letters, is described. */
  function isKnown(target: string): boolean {
    const [path = ''] = target.toLowerCase().split('?', 1);
    return paths.some((one) => matches((base + one).toLowerCase(), path));
  }

  function headerFaults(response: Node, headers: Node): string[] {
    return Object.entries(fieldsOf(response.headers)).flatMap(([name, header]) => {
      const value = headers[name.toLowerCase()];
      if (value === undefined) return [];
      const { schema } = fieldsOf(header);
      const number = fieldsOf(schema).type === 'integer' ? Number(value) : value;
      return faults(schema, number, false).map((fault) => `header ${name}: ${fault}`);
    });
  }

  function bodyFaults(response: Node, { headers, text }: Exchange['reply']): string[] {
    const content = fieldsOf(response.content);
    const types = Object.keys(content);
    if (text === '')
      return types.length === 0 || String(response.description).includes(WITHOUT) ? [] : ['no body'];
    const type = types.find((one) => one === headers['content-type']);
    if (type === undefined) return [`a body of the type ${headers['content-type']}`];
    const { schema } = fieldsOf(content[type]);
    const value: unknown = /json/.test(type) ? JSON.parse(text) : text;
    return faults(schema, value, true).map((fault) => `${fault} in ${text.slice(0, 300)}`);
  }

  function requestFaults(operation: Node, { body }: Exchange): string[] {
    const [content] = Object.values(fieldsOf(fieldsOf(operation.requestBody).content));
    if (content === undefined) return [];
    return faults(fieldsOf(content).schema, JSON.parse(body ?? 'null'), false).map(
      (fault) => `request: ${fault} in ${body?.slice(0, 300)}`,
    );
  }
}

function matches(template: string, path: string): boolean {
  const given = path.split('/');
  const own = template.split('/');
  return (
    own.length === given.length &&
    own.every((name, at) => name === given[at] || (name.startsWith('{') && given[at] !== ''))
  );
}

/** The same schema without references. */
export function inlined(document: OpenApiDocument, schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map((one) => inlined(document, one));
  if (typeof schema !== 'object' || schema === null) return schema as Json;
  const { $ref, ...rest } = schema as Node;
  if (typeof $ref === 'string') return inlined(document, follow(document, $ref));
  const kept = Object.entries(rest).filter(([name]) => !['examples', 'example', 'default'].includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, inlined(document, value)]));
}

function follow(document: OpenApiDocument, reference: string): unknown {
  return splitPointer(reference.slice(1)).reduce<unknown>((node, name) => fieldsOf(node)[name], document);
}

/** The same schema, in which objects have no other fields than it names. */
function closed(document: OpenApiDocument, schema: unknown): Json {
  return close(inlined(document, schema), true);
}

function close(schema: Json, isWhole: boolean): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const parts = Object.entries(schema).map(([name, value]): [string, Json] => {
    if (name === 'properties' && typeof value === 'object' && value !== null && !Array.isArray(value))
      return [
        name,
        Object.fromEntries(Object.entries(value).map(([field, one]) => [field, close(one, true)])),
      ];
    if (['items', 'additionalProperties'].includes(name)) return [name, close(value, true)];
    if (['anyOf', 'oneOf', 'prefixItems'].includes(name))
      return [name, (value as Json[]).map((one) => close(one, true))];
    if (name === 'allOf') return [name, (value as Json[]).map((one) => close(one, false))];
    return [name, value];
  });
  const isOpen = ('properties' in schema || 'allOf' in schema) && !('additionalProperties' in schema);
  return { ...Object.fromEntries(parts), ...(isWhole && isOpen && { unevaluatedProperties: false }) };
}
