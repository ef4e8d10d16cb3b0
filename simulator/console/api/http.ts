/**
 * One request to the server. Its problem details become an `ApiError`; where it asks for the control token, the
 * page asks the user once and keeps the token for this tab alone (never in an address, where it would be logged).
 */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { worldPrefix } from '../../../contracts/kit/world-address.ts';
import type { Problem } from '../../control/schemas/index.ts';

/** The server refused, or was not reached: then the status is 0 and the code `UNREACHABLE`. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
  }
}

export type Send = (address: string, init?: RequestInit) => Promise<Response>;
/** Asks the user; returns what was typed, or nothing when it was called off. */
export type AskForToken = (refused: boolean) => Promise<string | undefined>;

interface Store {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const TOKEN = 'roadtest-control-token';

let send: Send = (address, init) => fetch(worldPrefix(location.pathname) + address, init);
let store: Store | undefined;
let ask: AskForToken = async () => undefined;
let asking: Promise<string | undefined> | undefined;

/** Replaces what the browser provides; for tests. */
export function configure(parts: { send?: Send; store?: Store }): void {
  send = parts.send ?? send;
  store = parts.store ?? store;
}

/** Says who asks the user for the control token. */
export function askForToken(asker: AskForToken): void {
  ask = asker;
}

/** The control token of this tab, where one was needed. */
export function controlToken(): string | undefined {
  return keeper().getItem(TOKEN) ?? undefined;
}

/** Takes up the token that a link has in its fragment, and takes it out of the address, which is shown and copied. */
export function takeToken(): void {
  const parts = new URLSearchParams(location.hash.slice(1));
  const token = parts.get('token');
  if (token === null) return;
  keeper().setItem(TOKEN, token);
  parts.delete('token');
  const rest = parts.toString();
  history.replaceState(history.state, '', rest === '' ? location.pathname : `#${rest}`);
}

function keeper(): Store {
  store ??= sessionStorage;
  return store;
}

export interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: { [name: string]: string };
  signal?: AbortSignal;
}

/** The reply to a request of the control API, once it is not refused. Throws an ApiError. */
export async function respond(path: string, options: RequestOptions = {}): Promise<Response> {
  for (;;) {
    const token = controlToken();
    const reply = await reach(path, options, token);
    if (reply.ok) return reply;
    const problem = await problemOf(reply);
    if (problem.code !== 'CONTROL_TOKEN_NEEDED') throw new ApiError(problem);
    // Another request may have got a token meanwhile.
    if (controlToken() === token && !(await learnToken(token !== undefined))) throw new ApiError(problem);
  }
}

/** A request of the control API and the JSON it is answered with. Throws an ApiError. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await respond(path, options)).json();
}

/** The reply as it is, whatever its status. Throws an ApiError when the server is not reached. */
async function reach(path: string, options: RequestOptions, token?: string): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal } = options;
  const init: RequestInit = {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { 'x-control-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    cache: 'no-store',
  };
  try {
    return await send(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: 'UNREACHABLE', detail: 'The server does not answer.' });
  }
}

/** All who need the token at the same time are answered by one question. */
async function learnToken(refused: boolean): Promise<boolean> {
  asking ??= ask(refused).finally(() => {
    asking = undefined;
  });
  const token = await asking;
  if (!token) return false;
  keeper().setItem(TOKEN, token);
  return true;
}

async function problemOf(reply: Response): Promise<Problem> {
  const details = fieldsOf(await reply.json().catch(() => undefined));
  const { status } = reply;
  return { status, code: 'REFUSED', detail: `The server answered ${status}.`, ...details };
}
