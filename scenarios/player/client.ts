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
import type { StoryState } from './state.ts';

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

export type Service = () => Pick<Simulator, 'handle' | 'lens' | 'profile'>;

export interface ApiClient {
  /** Asks for a token; `undefined`, or the reason for which there was none. */
  askForToken(): string | undefined;
  /** The service's reply to a call without a body; `query` with its `?`. */
  call(id: OperationId, named: Named, shown: Shown, query?: string): Reply;
}

export function createClient(
  { fleet, timeline }: PluginWorld,
  service: Service,
  state: Pick<StoryState, 'tokens'>,
  onCall?: (call: ApiCall) => void,
): ApiClient {
  function send(
    id: OperationId,
    segment: string,
    { token, body, query = '' }: { token?: string | undefined; body?: string; query?: string },
  ): Reply {
    const { handle, profile } = service();
    const { method, path } = operation(id);
    // Simulated time does not advance during a call: the answer comes at once.
    return handle({
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

  function issueToken(): Reply {
    const { userName, apiKey } = fleet.account;
    return send('issueToken', '', { body: JSON.stringify({ userName, apiKey }) });
  }

  function askForToken(): string | undefined {
    const reply = issueToken();
    const answer = tokenAnswer(reply);
    if (answer.token === undefined) return answer.error ?? `status ${reply.status}`;
    const token = { text: answer.token, expires: parseInstant(answer.expires ?? '') };
    state.tokens = { first: state.tokens.first ?? token, current: token };
    return undefined;
  }

  function tokenFor(shown: Shown): string | undefined {
    if (shown === 'no-token') return undefined;
    const { first, current } = state.tokens;
    const isGood = shown === 'first-token' ? first !== null : current && current.expires > timeline.now;
    if (!isGood) askForToken();
    return (shown === 'first-token' ? state.tokens.first : state.tokens.current)?.text;
  }

  return {
    askForToken,
    call(id, named, shown, query = '') {
      if (id === 'issueToken') return issueToken();
      const { pathId } = operation(id);
      const { lens } = service();
      // Without anything named it is asked for the number 0, which nothing has.
      const segment = pathId === null ? '' : lens.pathId(pathId, named[pathId] ?? 0);
      const reply = send(id, segment, { token: tokenFor(shown), query });
      onCall?.({ operation: id, named, with: shown, refused: !serves(id, reply, lens) });
      return reply;
    },
  };
}

/**
 * Returns whether a reply serves what was asked for: by its status, and in dialects that refuse with a good one by what
 * the body says.
 */
export function serves(id: OperationId, reply: Reply, lens: Simulator['lens']): boolean {
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
  const { success, ...answer } = Object(jsonOf(reply));
  return success === true ? answer : { error: answer.error ?? `status ${reply.status}` };
}
