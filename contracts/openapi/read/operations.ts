/** The operations of the interface document in a description, by method and path, and what is said of each. */
import { type Fields, fieldsOf, isFields } from '../../kit/fields.ts';
import { type Operation, type OperationId, operations } from '../../specification/operations.ts';
import { type Description, listOf, textOf } from './document.ts';

export interface Body {
  readonly contentType: string;
  readonly schema: unknown;
  readonly examples: readonly unknown[];
}

export interface Response {
  readonly status: number;
  readonly says: string;
  /** The names of its examples, which often say when it comes. */
  readonly named: readonly string[];
  readonly headers: ReadonlyMap<string, Fields>;
  readonly bodies: readonly Body[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: unknown;
  readonly examples: readonly unknown[];
}

export interface Described {
  readonly operation: Operation;
  /** For evidence: `paths./api/devices.get`. */
  readonly where: string;
  readonly says: string;
  readonly parameters: readonly Parameter[];
  readonly request: readonly Body[];
  readonly responses: readonly Response[];
  /** The security schemes of each of its alternatives; `undefined` where it is not said. */
  readonly security: readonly (readonly string[])[] | undefined;
}

export interface Placed {
  readonly basePath: string | undefined;
  readonly described: ReadonlyMap<OperationId, Described>;
}

/** An operation that no other of the document has: the path that ends with its own, whatever its ids are called and its case. */
export function placeOperations(description: Description): Placed {
  const server = pathOfServer(description);
  const found = operations.flatMap((operation) => {
    const own = shapeOf(operation.path);
    const paths = Object.keys(fieldsOf(description.root.paths)).filter((path) => {
      const whole = shapeOf(server + path);
      return (
        (whole === own || whole.endsWith(own)) &&
        isFields(
          description.at(
            description.at(fieldsOf(description.root.paths)[path])[operation.method.toLowerCase()],
          ).responses,
        )
      );
    });
    const [path] = paths;
    if (path === undefined || paths.length > 1) return [];
    const whole = (server + path).replace(/\/$/, '');
    return [{ operation, path, prefix: prefixOf(whole, operation.path) }];
  });
  const prefixes = new Set(found.map(({ prefix }) => prefix));
  const [basePath] = prefixes;
  if (prefixes.size > 1) description.notes.add('The paths of operations begin in different ways.');
  if (prefixes.size > 1 || basePath === undefined) return { basePath: undefined, described: new Map() };
  const described = found.map(({ operation, path }): [OperationId, Described] => [
    operation.id,
    describe(description, operation, path),
  ]);
  return { basePath, described: new Map(described) };
}

/** The path of the one server that is named; templates have their defaults. */
function pathOfServer({ root }: Description): string {
  const [first, ...others] = listOf(root.servers).map((server) => {
    const { url, variables } = fieldsOf(server);
    const filled = textOf(url).replace(/\{([^{}]*)\}/g, (_, name) =>
      textOf(fieldsOf(fieldsOf(variables)[name]).default),
    );
    return filled
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
      .replace(/^\/\/[^/]*/, '')
      .replace(/(?<!\/)\/+$/, '');
  });
  return first !== undefined && others.every((one) => one === first) ? first : (first ?? '');
}

function shapeOf(path: string): string {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}

function prefixOf(whole: string, own: string): string {
  const names = whole.split('/');
  return names.slice(0, names.length - (own.split('/').length - 1)).join('/');
}

function describe(description: Description, operation: Operation, path: string): Described {
  const item = description.at(fieldsOf(description.root.paths)[path]);
  const method = operation.method.toLowerCase();
  const node = description.at(item[method]);
  const parameters = [...listOf(item.parameters), ...listOf(node.parameters)].map((one) => {
    const { name, in: place, description: says, schema, example, examples } = description.at(one);
    const given = { name: textOf(name), in: textOf(place), description: textOf(says), schema };
    return { ...given, examples: examplesOf(description, { example, examples }) };
  });
  const security = node.security ?? description.root.security;
  return {
    operation,
    where: `paths.${path}.${method}`,
    says: `${textOf(node.summary)} ${textOf(node.description)}`,
    parameters,
    request: bodiesOf(description, description.at(node.requestBody).content),
    responses: Object.entries(fieldsOf(node.responses)).flatMap(([status, response]) =>
      responseOf(description, status, response),
    ),
    security: Array.isArray(security) ? security.map((one) => Object.keys(fieldsOf(one))) : undefined,
  };
}

function responseOf(description: Description, status: string, given: unknown): Response[] {
  if (/^([2-5]XX|default)$/i.test(status)) description.leftOut('ranges', status);
  if (!/^[2-5]\d\d$/.test(status)) return [];
  const node = description.at(given);
  const bodies = bodiesOf(description, node.content);
  const named = Object.values(fieldsOf(node.content)).flatMap((content) =>
    Object.keys(fieldsOf(fieldsOf(content).examples)),
  );
  const headers = Object.entries(fieldsOf(node.headers)).map(([name, header]): [string, Fields] => [
    name,
    description.at(header),
  ]);
  return [
    { status: Number(status), says: textOf(node.description), named, headers: new Map(headers), bodies },
  ];
}

function bodiesOf(description: Description, content: unknown): Body[] {
  return Object.entries(fieldsOf(content)).map(([contentType, one]) => {
    const node = fieldsOf(one);
    return { contentType, schema: node.schema, examples: examplesOf(description, node) };
  });
}

function examplesOf(description: Description, { example, examples }: Fields): unknown[] {
  const named = Array.isArray(examples)
    ? examples
    : Object.values(fieldsOf(examples)).map((one) => description.at(one).value);
  return [...(example === undefined ? [] : [example]), ...named];
}
