/**
 * A stand-in for the simulator: it answers with the call it was given. What a host adds, loses or
 * changes on the way shows at once.
 */
import type { Call, Handle, Reply } from '../../../simulator/http/call.ts';

export const ECHO_DATE = 'Mon, 05 Jan 2026 08:00:00 GMT';
export const BODY_LIMIT = 1_024;

export interface Echo {
  handle: Handle;
  bodyLimit: number;
  /** Every call that arrived. */
  calls: Call[];
}

/** `answers` replaces the echo for one path. */
export function createEcho(answers: { [path: string]: (call: Call) => Reply | Promise<Reply> } = {}): Echo {
  const calls: Call[] = [];
  return {
    calls,
    bodyLimit: BODY_LIMIT,
    handle: (call) => {
      calls.push(call);
      const answer = answers[call.target.split('?')[0] ?? ''];
      return answer ? answer(call) : echoed(call);
    },
  };
}

function echoed(call: Call): Reply {
  return json(call.unread?.refusal === 'too-large' ? 413 : 200, {
    method: call.method,
    target: call.target,
    body: call.body ?? null,
    unread: call.unread?.code ?? null,
  });
}

export function json(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', date: ECHO_DATE, ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
