/** Calls and replies as deviations look at them: the operation, the device, the bearer token, the tokens that were issued. */
import { fromBase64Url } from '../../contracts/kit/base64.ts';
import { fieldOf, jsonIn, parseJson } from '../../contracts/kit/json.ts';
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

/** The device and the body of a call such as `POST /_control/devices/{id}/send`; `undefined` for any other call. */
export function deviceCall(
  { method, target, body }: Call,
  { fleet, lens }: Simulator,
  wanted: `${'PUT' | 'POST'} ${string}`,
): { device: number; body: unknown } | undefined {
  const [, id, action] = /^\/_control\/devices\/([^/?]+)\/(\w+)$/.exec(target) ?? [];
  if (`${method} ${action}` !== wanted || id === undefined) return undefined;
  const device = lens.readPathId('device', decodeURIComponent(id));
  if (device === undefined || !fleet.devices.has(device)) return undefined;
  return { device, body: body === undefined || body === '' ? undefined : parseJson(body) };
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
  const payload = fromBase64Url(token.split('.')[1] ?? '');
  const exp = payload && fieldOf(jsonIn(new TextDecoder().decode(payload)), 'exp');
  return typeof exp === 'number' ? exp * 1000 : undefined;
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

/** The tokens that a service issues, as they pass. */
export function tokensOf(handle: Handle, simulator: Simulator) {
  const issued = new Set<string>();
  let newest: string | undefined;
  const note = (token: string | undefined) => {
    if (token === undefined) return;
    issued.add(token);
    newest = token;
  };
  return {
    isIssued: (token: string): boolean => issued.has(token),
    /** Handles a call, and notes the token that it issues. */
    async watched(call: Call): Promise<Reply> {
      const reply = await handle(call);
      note(tokenIn(reply));
      return reply;
    },
    /** A valid token; `undefined` while none is issued. The newest of others is taken: one of its own might end theirs. */
    async own(): Promise<string | undefined> {
      if (newest === undefined || (endOf(newest) ?? 0) <= simulator.clock.now())
        note(await issueToken(handle, simulator));
      return newest;
    },
  };
}
