/** From method and path to an operation: of the document (section 4), worked out once per profile, or of the control API. */
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import { percentDecoded } from './request.ts';

export type Route<Operation = OperationId> =
  | { found: 'operation'; operation: Operation; id: string | undefined }
  | { found: 'path'; allow: string }
  | { found: 'nothing' };

interface PathNode<Operation> {
  literals: Map<string, PathNode<Operation>>;
  parameter: PathNode<Operation> | undefined;
  methods: Map<string, Operation>;
}

type Router<Operation> = (method: string, path: string) => Route<Operation>;

/** The router of the document's operations. `anyCase`: the case of paths does not count. */
export function createRouter(basePath: string, anyCase = false): Router<OperationId> {
  const rows = operations.map(({ id, method, path }) => ({ method, path: basePath + path, operation: id }));
  return routerOf(rows, anyCase);
}

/** A function from method and path (without the query) to the operation that they name. A path has one `{…}` at the most. */
export function routerOf<Operation>(
  rows: readonly { method: string; path: string; operation: Operation }[],
  anyCase = false,
): Router<Operation> {
  const root = newNode<Operation>();
  const asCompared = (segment: string): string => (anyCase ? segment.toLowerCase() : segment);
  for (const { method, path, operation } of rows) {
    let node = root;
    for (const segment of path.split('/').slice(1)) node = childFor(node, asCompared(segment));
    node.methods.set(method, operation);
  }

  return (method, path) => {
    let node = root;
    let id: string | undefined;
    let start = 1;
    while (start <= path.length) {
      const slash = path.indexOf('/', start);
      const segment = slash < 0 ? path.slice(start) : path.slice(start, slash);
      const literal = node.literals.get(asCompared(segment));
      if (literal) node = literal;
      else if (node.parameter && segment !== '') {
        node = node.parameter;
        id = segment;
      } else return { found: 'nothing' };
      if (slash < 0) break;
      start = slash + 1;
    }
    const operation = node.methods.get(method === 'HEAD' ? 'GET' : method);
    if (operation) {
      return { found: 'operation', operation, id: id === undefined ? undefined : percentDecoded(id) };
    }
    const allow = [...node.methods.keys()].flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : one));
    return allow.length > 0 ? { found: 'path', allow: allow.join(', ') } : { found: 'nothing' };
  };
}

function newNode<Operation>(): PathNode<Operation> {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}

function childFor<Operation>(node: PathNode<Operation>, segment: string): PathNode<Operation> {
  if (segment.startsWith('{')) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, child);
  return child;
}
