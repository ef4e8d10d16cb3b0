/**
 * From method and path to an operation of the document (section 4), worked out once per profile.
 */
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import { percentDecoded } from './request.ts';

export type Route =
  | { found: 'operation'; operation: OperationId; id: string | undefined }
  | { found: 'path'; allow: string }
  | { found: 'nothing' };

interface PathNode {
  literals: Map<string, PathNode>;
  parameter: PathNode | undefined;
  methods: Map<string, OperationId>;
}

const NOTHING: Route = { found: 'nothing' };

/** A function from method and path (without the query) to the operation that it names. `anyCase`: the case of paths does not count. */
export function createRouter(basePath: string, anyCase = false): (method: string, path: string) => Route {
  const root = newNode();
  const asCompared = (segment: string): string => (anyCase ? segment.toLowerCase() : segment);
  for (const operation of operations) {
    let node = root;
    for (const segment of segmentsOf(basePath + operation.path)) node = childFor(node, asCompared(segment));
    node.methods.set(operation.method, operation.id);
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
      } else return NOTHING;
      if (slash < 0) break;
      start = slash + 1;
    }
    const operation = node.methods.get(method === 'HEAD' ? 'GET' : method);
    if (operation) {
      return { found: 'operation', operation, id: id === undefined ? undefined : percentDecoded(id) };
    }
    const allow = [...node.methods.keys()].flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : one));
    return allow.length > 0 ? { found: 'path', allow: allow.join(', ') } : NOTHING;
  };
}

function newNode(): PathNode {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}

function childFor(node: PathNode, segment: string): PathNode {
  if (segment.startsWith('{')) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, child);
  return child;
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}
