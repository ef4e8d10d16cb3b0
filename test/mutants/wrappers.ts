/** Defects in what goes over the wire: put between a simulator and whoever calls it. */
import { type OperationId, operations } from '../../contracts/specification/index.ts';

export type Fetch = (request: Request) => Promise<Response>;
export type Wrap = (fetch: Fetch) => Fetch;

/** The operation that a request is to; `undefined` for any other. The default profile has no path prefix. */
export function operationOf({ method, url }: Request): OperationId | undefined {
  const { pathname } = new URL(url);
  const found = operations.filter((one) => one.method === method && matches(one.path, pathname));
  // `/api/users/countries` is a path of its own, and not the user of that id.
  return (found.find(({ path }) => path === pathname) ?? found[0])?.id;
}

function matches(template: string, path: string): boolean {
  const segments = path.split('/');
  const wanted = template.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}

/** Another answer in the place of the right one. */
export function answering(
  operation: OperationId,
  change: (answer: Response) => Response | Promise<Response>,
): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    return operationOf(request) === operation ? change(answer) : answer;
  };
}

/** The same answer with another body. */
export async function rewritten(
  answer: Response,
  change: (text: string) => string,
  contentType?: string,
): Promise<Response> {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  if (contentType !== undefined) headers.set('content-type', contentType);
  return new Response(change(await answer.text()), { status, headers });
}

/** What a wrapper knows of the bearer in a request. */
export interface Bearer {
  /** `undefined` without an `Authorization` header. */
  text: string | undefined;
  /** Whether the simulator has issued it. */
  issued: boolean;
  /** Seconds to its end by the last `Date`; `undefined` when it is no JWT with an end. */
  left: number | undefined;
}

/**
 * Requests to some operations whose bearer is as described arrive with a good token, or with none:
 * those operations judge tokens in another way.
 */
export function judgingBearers(
  which: (operation: OperationId) => boolean,
  hits: (bearer: Bearer) => boolean,
  arrivesWith: 'a good token' | 'none',
): Wrap {
  return (fetch) => {
    const issued = new Set<string>();
    let now = 0;

    const noting: Fetch = async (request) => {
      const answer = await fetch(request);
      now = Date.parse(answer.headers.get('date') ?? '') / 1000;
      if (operationOf(request) === 'issueToken') issued.add(String((await jsonOf(answer.clone())).token));
      return answer;
    };
    return async (request) => {
      const operation = operationOf(request);
      if (operation === undefined || operation === 'issueToken' || !which(operation)) return noting(request);
      const text = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      const exp = expiryIn(text ?? '');
      const left = exp === undefined ? undefined : exp - now;
      if (!hits({ text, issued: text !== undefined && issued.has(text), left })) return noting(request);
      const changed = new Request(request);
      if (arrivesWith === 'none') changed.headers.delete('authorization');
      else changed.headers.set('authorization', `Bearer ${await freshToken(fetch, request.url)}`);
      return noting(changed);
    };
  };
}

async function freshToken(fetch: Fetch, url: string): Promise<string> {
  const request = new Request(new URL('/api/Auth/Token', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
  });
  return String((await jsonOf(await fetch(request))).token);
}

async function jsonOf(answer: Response): Promise<{ [name: string]: unknown }> {
  try {
    return (await answer.json()) ?? {};
  } catch {
    return {};
  }
}

function expiryIn(token: string): number | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: number;
    };
    return claims.exp;
  } catch {
    return undefined;
  }
}
