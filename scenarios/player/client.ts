/**
 * The story's own client of the public API. It asks for a token with the account's
 * credentials (section 4.1), shows it with each call, and asks for another when it has expired. It knows the
 * dialect of the profile only by the lens.
 */
import { type OperationId, operation } from '../../contracts/specification/operations.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import type { ClientState } from './state.ts';

export type Shown = 'token' | 'first-token' | 'no-token';

/** The ids in the path of a call. */
export interface Named {
  device: number | null;
  group: number | null;
  user: number | null;
}

/** A call of the story, and whether the service refused it. */
export interface ApiCall {
  operation: OperationId;
  named: Named;
  with: Shown;
  refused: boolean;
}

type Service = Pick<Simulator, 'handle' | 'lens' | 'profile'>;

export class ApiClient {
  readonly #world: PluginWorld;
  readonly #service: () => Service;
  readonly #onCall: ((call: ApiCall) => void) | undefined;
  #state: ClientState = { first: null, current: null };

  constructor(world: PluginWorld, service: () => Service, onCall?: (call: ApiCall) => void) {
    this.#world = world;
    this.#service = service;
    this.#onCall = onCall;
  }

  /** Asks for a token; `undefined`, or the reason for which there was none. */
  askForToken(): string | undefined {
    const { userName, apiKey } = this.#world.fleet.account;
    const reply = this.#call('issueToken', '', { body: JSON.stringify({ userName, apiKey }) });
    const answer = tokenAnswer(reply);
    if (answer.token === undefined) return answer.error ?? `status ${reply.status}`;
    const token = { text: answer.token, expires: parseInstant(answer.expires ?? '') };
    this.#state = { first: this.#state.first ?? token, current: token };
    return undefined;
  }

  /** The service's reply to a call without a body; `query` with its `?`. */
  call(id: OperationId, named: Named, shown: Shown, query = ''): Reply {
    if (id === 'issueToken') {
      const { userName, apiKey } = this.#world.fleet.account;
      return this.#call(id, '', { body: JSON.stringify({ userName, apiKey }) });
    }
    const { pathId } = operation(id);
    const { lens } = this.#service();
    // Without anything named it is asked for the number 0, which nothing has.
    const segment = pathId === null ? '' : lens.pathId(pathId, named[pathId] ?? 0);
    const reply = this.#call(id, segment, { token: this.#token(shown), query });
    this.#onCall?.({ operation: id, named, with: shown, refused: !serves(id, reply, lens) });
    return reply;
  }

  save(): ClientState {
    return { ...this.#state };
  }

  restore(state: ClientState): void {
    this.#state = { ...state };
  }

  #token(shown: Shown): string | undefined {
    if (shown === 'no-token') return undefined;
    const { current } = this.#state;
    const wanted = shown === 'first-token' ? this.#state.first : current;
    const good = wanted !== null && (shown === 'first-token' || wanted.expires > this.#world.timeline.now);
    if (!good) this.askForToken();
    return (shown === 'first-token' ? this.#state.first : this.#state.current)?.text;
  }

  #call(
    id: OperationId,
    segment: string,
    { token, body, query = '' }: { token?: string | undefined; body?: string; query?: string },
  ): Reply {
    const { profile } = this.#service();
    const { method, path } = operation(id);
    // Simulated time does not advance during a call: the answer comes at once.
    return this.#service().handle({
      atOnce: true,
      method,
      target: `${profile.basePath}${path.replace(/\{\w+\}/, segment)}${query}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    }) as Reply;
  }
}

/**
 * Returns whether a reply serves what was asked for: by its status, and in dialects that refuse with a good one by what
 * the body says.
 */
export function serves(id: OperationId, reply: Reply, lens: Service['lens']): boolean {
  if (reply.dropped || reply.status < 200 || reply.status > 299) return false;
  if (id === 'issueToken') return tokenAnswer(reply).token !== undefined;
  return lens.errors.read(reply.body).facts.success !== false;
}

/** The JSON of a reply; `undefined` where it has none. */
export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(reply.body);
  } catch {
    return undefined;
  }
}

/** The token reply is fixed by the document (sections 2 and 7), whatever the profile. */
function tokenAnswer(reply: Reply): { token?: string; expires?: string; error?: string } {
  const answer = (jsonOf(reply) ?? {}) as {
    success?: unknown;
    token?: string;
    expires?: string;
    error?: string;
  };
  return answer.success === true ? answer : { error: answer.error ?? `status ${reply.status}` };
}
