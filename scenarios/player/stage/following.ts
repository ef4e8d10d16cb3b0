/**
 * Event streams that follow the stage: when another simulator takes its place, a stream that is open goes on
 * with what the new one sends, on the same connection. It begins with `event: world`, so that listeners
 * know that all is new.
 */
import type { Call, Handle, Reply } from '../../../simulator/http/call.ts';

export interface Following {
  /** The same reply; its stream follows. */
  follow(call: Call, reply: Reply): Reply;
  /** Open streams receive nothing until they go over. */
  hold(): void;
  /** Another world is served now: open streams begin anew with it. */
  goOver(): void;
}

interface OpenStream {
  hold(): void;
  goOver(): Promise<void>;
}

/** @param handle answers by the simulator that is served at the time */
export function createFollowing(handle: Handle): Following {
  const open = new Set<OpenStream>();
  /** Counts the simulators that were served. */
  let generation = 0;

  function follow(call: Call, reply: Reply): Reply {
    // One with a length is an answer that comes in pieces (an injected fault).
    if (reply.stream === undefined || reply.headers['content-length'] !== undefined) return reply;
    const { stream: begin } = reply;
    const begun = generation;
    const anew = withoutPast(call);
    return {
      ...reply,
      stream(write) {
        let closed = false;
        let close: () => void = () => undefined;
        const hold = (): void => {
          close();
          close = () => undefined;
        };
        const goOver = async (): Promise<void> => {
          hold();
          const at = generation;
          const next = await handle(anew);
          // Another one may have come while this one made up its answer: then that one is followed.
          if (!closed && at === generation) close = next.stream?.(write) ?? close;
        };
        // The reply may have been made by a simulator that is gone by now.
        if (begun === generation) close = begin(write);
        else void goOver();
        const stream = { hold, goOver };
        open.add(stream);
        return () => {
          closed = true;
          open.delete(stream);
          close();
        };
      },
    };
  }

  return {
    follow,
    hold() {
      for (const { hold } of open) hold();
    },
    goOver() {
      generation++;
      for (const { goOver } of [...open]) void goOver();
    },
  };
}

/** The call without where to go on from: the new world has another past. */
function withoutPast(call: Call): Call {
  const { 'last-event-id': _past, ...headers } = call.headers;
  const [path = '', query] = call.target.split('?', 2);
  const kept = new URLSearchParams(query);
  kept.delete('since');
  return { ...call, headers, target: kept.size === 0 ? path : `${path}?${kept}` };
}
