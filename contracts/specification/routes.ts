/** From a method and a path to the operation of the interface. */
import { decodedSegment } from '../kit/http.ts';
import { type OperationId, operations } from './operations.ts';

const routes = operations.map(({ id, method, path }) => ({
  id,
  method,
  // An id in a path is never the name of another path there: operations without one come first.
  hasId: path.includes('{'),
  pattern: new RegExp(`^(.*)${path.replaceAll('/', '\\/').replace(/\{\w+\}/, '([^/]+)')}\\/?$`),
}));
const inOrder = routes.toSorted((a, b) => Number(a.hasId) - Number(b.hasId));

/** The operation of a path, what is before it there, and the id in it. */
export function routeOf(
  method: string,
  path: string,
): { operation: OperationId; basePath: string; id: string | undefined } | undefined {
  for (const { id, method: wanted, pattern } of inOrder) {
    const [, basePath, segment] = (method === wanted && pattern.exec(path)) || [];
    if (basePath !== undefined) return { operation: id, basePath, id: segment && decodedSegment(segment) };
  }
  return undefined;
}
