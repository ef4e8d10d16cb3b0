/** The operations of the interface document in a description, by method and path, and what is said of each. */
import { type Fields, fieldsOf, isFields } from '../../kit/fields.ts';
import { bodilessStatuses } from '../../kit/http.ts';
import { type Operation, type OperationId, operations } from '../../specification/operations.ts';
import { alternativesOf, type Description, isRefusal, type Look, listOf, textOf } from './look.ts';

export interface Body {
  readonly contentType: string;
  readonly look: Look;
}

export interface Response {
  /** Absent where it stands for several: `2XX`, `default`. */
  readonly status: number | undefined;
  readonly isSuccess: boolean;
  readonly says: string;
  readonly headers: ReadonlyMap<string, Fields>;
  readonly bodies: readonly Body[];
  /** Tells whether it has no body for certain: one that is not described may have any. */
  readonly isEmpty: boolean;
}

/** A success without the branches that are refusals: like one of these, or nothing is known of it unless it is empty. */
export interface Success extends Pick<Response, 'status' | 'isEmpty' | 'headers'> {
  readonly contentType: string | undefined;
  readonly looks: readonly Look[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
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
  readonly responses: readonly Response[];
  readonly success: Success | undefined;
  /** The responses that are refusals, or hold some beside a success. */
  readonly refusing: readonly Response[];
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
  const all = Object.entries(fieldsOf(node.responses));
  const hasStatus = all.some(([status]) => /^2/.test(status));
  const request = bodiesOf(description, description.at(node.requestBody).content);
  const responses = all
    .filter(([status]) => /^([2-5](\d\d|XX)|default)$/i.test(status))
    .map(([status, given]) => responseOf(description, status, given, hasStatus));
  return {
    ...{ operation, request, responses, where: `paths.${path}.${method}` },
    says: `${textOf(node.summary)} ${textOf(node.description)}`,
    parameters: [...listOf(item.parameters), ...listOf(node.parameters)].map((one) => {
      const { name, in: place, description: says, schema } = description.at(one);
      const texts = { name: textOf(name), in: textOf(place), description: textOf(says) };
      return { ...texts, look: description.look(schema) };
    }),
    sent: request.find(({ contentType }) => /json/i.test(contentType))?.look,
    success: responses.flatMap((one) => successIn(one) ?? [])[0],
    refusing: responses.filter((one) => !one.isSuccess || one.bodies.some(mayRefuse)),
    lacks: description.leadingOut([item.parameters, item[method]]),
  };
}

/** @param hasStatus whether a success has a status: where none has, the response that stands for all others is one */
function responseOf(description: Description, name: string, given: unknown, hasStatus: boolean): Response {
  const node = description.at(given);
  const status = /^\d+$/.test(name) ? Number(name) : undefined;
  const says = textOf(node.description);
  const headers = Object.entries(fieldsOf(node.headers));
  return {
    ...{ status, says, bodies: bodiesOf(description, node.content) },
    isSuccess: /^2/.test(name) || (/^default$/i.test(name) && !hasStatus),
    headers: new Map(headers.map(([one, header]) => [one, description.at(header)])),
    isEmpty: bodilessStatuses.has(status ?? 0) || /\bempty\b|(no|without a) (body|content)/i.test(says),
  };
}

function bodiesOf(description: Description, content: unknown): Body[] {
  const all = Object.entries(fieldsOf(content));
  return all.map(([contentType, one]) => ({ contentType, look: description.look(fieldsOf(one).schema) }));
}

function successIn({ status, isSuccess, bodies, isEmpty, headers }: Response): Success | undefined {
  if (!isSuccess) return undefined;
  const body = bodies.find(({ contentType }) => /json/i.test(contentType)) ?? bodies[0];
  const looks = body ? alternativesOf(body.look).filter((branch) => !isRefusal(branch)) : [];
  if (body && looks.length === 0 && !isEmpty) return undefined;
  const contentType = looks.length > 0 ? body?.contentType : undefined;
  return { status, headers, contentType, looks, isEmpty: looks.length === 0 && isEmpty };
}

function mayRefuse({ contentType, look }: Body): boolean {
  return !/json/i.test(contentType) || alternativesOf(look).some(isRefusal);
}
