/** Small fetch wrappers that break one thing of a deployment that is otherwise right. */
import { type OperationId, operations } from '../../contracts/specification/index.ts';
import type { Fetch } from './support.ts';

export type Wrap = (fetch: Fetch) => Fetch;

/** The operation that a request is to; `undefined` for any other. */
export function operationOf(request: Request): OperationId | undefined {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf('/api/'));
  const literal = operations.find((one) => one.method === request.method && one.path === path);
  if (literal) return literal.id;
  return operations.find(
    (one) =>
      one.method === request.method && new RegExp(`^${one.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
  )?.id;
}

/** Changes requests before they arrive. */
export function sendingOtherwise(change: (request: Request) => Request | Promise<Request>): Wrap {
  return (fetch) => async (request) => fetch(await change(request));
}

/** Changes answers before they are seen. */
export function answeringOtherwise(
  change: (request: Request, response: Response) => Response | Promise<Response>,
): Wrap {
  return (fetch) => async (request) => {
    const seen = request.clone();
    return change(seen, await fetch(request));
  };
}

export function withAuthorization(request: Request, value: string | undefined): Request {
  const changed = new Request(request);
  if (value === undefined) changed.headers.delete('authorization');
  else changed.headers.set('authorization', value);
  return changed;
}

/** The bearer in a request, if there is one. */
export function bearerOf(request: Request): string | undefined {
  return request.headers.get('authorization')?.replace(/^Bearer /, '');
}
