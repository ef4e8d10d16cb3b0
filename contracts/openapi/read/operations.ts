/** The operations of the interface document in a description, by method and path, and what is said of each. */
import { type Fields, fieldsOf, isFields } from '../../kit/fields.ts';
import { bodilessStatuses } from '../../kit/http.ts';
import { type Operation, type OperationId, operations } from '../../specification/operations.ts';
import { alternativesOf, type Description, isRefusal, type Look, listOf, textOf } from './look.ts';

export interface Body {
  readonly contentType: string;
  readonly look: Look;
}

/** A success without the branches that are refusals: like one of these, or nothing is known of it unless it is empty. */
export interface Success {
  /** Absent where it stands for several: `2XX`, `default`. */
  readonly status: number | undefined;
  /** The names of its headers. */
  readonly headers: readonly string[];
  readonly contentType: string | undefined;
  readonly looks: readonly Look[];
  /** Tells whether it has no body for certain: one that is not described may have any. */
  readonly isEmpty: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly look: Look;
}

export interface Described {
  readonly operation: Operation;
  /** For evidence: `paths./api/devices.get`. */
  readonly where: string;
  readonly says: string;
  readonly parameters: readonly Parameter[];
  readonly request: readonly Body[];
  /** The body of a request that is JSON. */
  readonly sent: Look | undefined;
  readonly success: Success | undefined;
  /** References out of the description that it rests on. */
  readonly lacks: ReadonlySet<string>;
}

export interface Placed {
  readonly basePath: string;
  readonly described: ReadonlyMap<OperationId, Described>;
}

/** Places each operation at the one path that ends with its own, whatever its ids are called and its case. */
export function placeOperations(description: Description): Placed | undefined {
  const server = pathOfServer(description);
  const paths = fieldsOf(description.root.paths);
  const found = operations.flatMap((operation) => {
    const method = operation.method.toLowerCase();
    const [path, ...others] = Object.keys(paths).filter(
      (one) =>
        shapeOf(server + one).endsWith(shapeOf(operation.path)) &&
        isFields(description.at(description.at(paths[one])[method]).responses),
    );
    if (path === undefined || others.length > 0) return [];
    const names = (server + path).replace(/\/$/, '').split('/');
    const prefix = names.slice(0, names.length - (operation.path.split('/').length - 1)).join('/');
    return [{ operation, path, prefix }];
  });
  const [basePath, ...others] = new Set(found.map(({ prefix }) => prefix));
  if (others.length > 0) description.notes.add('The paths of operations begin in different ways.');
  if (others.length > 0 || basePath === undefined) return undefined;
  const described = found.map(
    ({ operation, path }) => [operation.id, describe(description, operation, path)] as const,
  );
  return { basePath, described: new Map(described) };
}

/** The path of the first server; templates have their defaults. */
function pathOfServer({ root }: Description): string {
  const { url, variables } = fieldsOf(listOf(root.servers)[0]);
  return textOf(url)
    .replace(/\{([^{}]*)\}/g, (_, name) => textOf(fieldsOf(fieldsOf(variables)[name]).default))
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')
    .replace(/(?<!\/)\/+$/, '');
}

function shapeOf(path: string): string {
  const plain = path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');
  return plain.toLowerCase();
}

function describe(description: Description, operation: Operation, path: string): Described {
  const item = description.at(fieldsOf(description.root.paths)[path]);
  const method = operation.method.toLowerCase();
  const node = description.at(item[method]);
  const request = bodiesOf(description, description.at(node.requestBody).content);
  return {
    ...{ operation, request, where: `paths.${path}.${method}` },
    says: `${textOf(node.summary)} ${textOf(node.description)}`,
    parameters: [...listOf(item.parameters), ...listOf(node.parameters)].map((one) => {
      const { name, in: place, schema } = description.at(one);
      return { name: textOf(name), in: textOf(place), look: description.look(schema) };
    }),
    sent: request.find(({ contentType }) => /json/i.test(contentType))?.look,
    success: successIn(description, fieldsOf(node.responses)),
    lacks: description.leadingOut([item.parameters, item[method]]),
  };
}

/** The first success. Where none has a status, the response that stands for all others is one. */
function successIn(description: Description, responses: Fields): Success | undefined {
  const names = Object.keys(responses);
  const successes = names.filter((name) => /^2(\d\d|XX)$/i.test(name));
  const others = names.filter((name) => successes.length === 0 && /^default$/i.test(name));
  return [...successes, ...others].flatMap((name) => {
    const { headers, content, description: says } = description.at(responses[name]);
    const status = /^\d+$/.test(name) ? Number(name) : undefined;
    const bodies = bodiesOf(description, content);
    const body = bodies.find(({ contentType }) => /json/i.test(contentType)) ?? bodies[0];
    const looks = body ? alternativesOf(body.look).filter((branch) => !isRefusal(branch)) : [];
    const isSaidEmpty = /\bempty\b|(no|without a) (body|content)/i.test(textOf(says));
    const isEmpty = looks.length === 0 && (bodilessStatuses.has(status ?? 0) || isSaidEmpty);
    if (body && looks.length === 0 && !isEmpty) return [];
    const contentType = looks.length > 0 ? body?.contentType : undefined;
    return [{ status, headers: Object.keys(fieldsOf(headers)), contentType, looks, isEmpty }];
  })[0];
}

function bodiesOf(description: Description, content: unknown): Body[] {
  const all = Object.entries(fieldsOf(content));
  return all.map(([contentType, one]) => ({ contentType, look: description.look(fieldsOf(one).schema) }));
}
