/** Calls and replies as deviations look at them: the operation, the bearer token, the token that is issued. */
import { fieldOf } from '../../contracts/kit/json.ts';
import { type OperationId, operation } from '../../contracts/specification/operations.ts';
import type { Call, Handle, Reply } from '../http/call.ts';
import { createRouter } from '../http/router.ts';
import type { Simulator } from '../simulator.ts';

/** Finds the operation that a call is to; `undefined` for anything that is not in the document. */
export function operationFinder({ profile }: Simulator): (call: Call) => OperationId | undefined {
  const route = createRouter(profile.basePath);
  return ({ method, target }) => {
    const found = route(method, target.split('?', 1)[0] ?? '');
    return found.found === 'operation' ? found.operation : undefined;
  };
}

/** The text after `Bearer`; `undefined` without the header. */
export function bearerOf({ headers }: Call): string | undefined {
  const { authorization } = headers;
  return typeof authorization === 'string' ? /^bearer (.*)$/i.exec(authorization)?.[1] : undefined;
}

/** The same call with another token, or with none. */
export function withBearer(call: Call, token: string | undefined): Call {
  const { authorization: _, ...headers } = call.headers;
  return {
    ...call,
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
  };
}

/** The token in the answer to a token request. */
export function tokenIn({ body }: Reply): string | undefined {
  const token = body.includes('"token"') ? fieldOf(JSON.parse(body), 'token') : undefined;
  return typeof token === 'string' ? token : undefined;
}

/** `exp` of a JWT, in milliseconds; `undefined` for any other text. */
export function endOf(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const exp = fieldOf(JSON.parse(atob(payload)), 'exp');
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** A token request with the account's own credentials. */
export async function issueToken(handle: Handle, { fleet, profile }: Simulator): Promise<string | undefined> {
  const { userName, apiKey } = fleet.account;
  const { method, path } = operation('issueToken');
  const reply = await handle({
    method,
    target: profile.basePath + path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  });
  return tokenIn(reply);
}
