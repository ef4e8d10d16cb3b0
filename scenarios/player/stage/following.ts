/**
 * Event streams that follow the stage: when another simulator takes its place, a stream that is open goes on
 * with what the new one sends, on the same connection. It begins with `event: world`, so that listeners
 * know that all is new.
 */
import type { Call, Handle, Reply } from '../../../simulator/http/call.ts';

/** @param handle answers by the simulator that is served at the time */
export function createFollowing(handle: Handle) {
  const open = new Set<{ hold(): void; goOver(): Promise<void> }>();
  /** Counts the simulators that were served. */
  let generation = 0;

  return {
    /** The same reply; its stream follows. */
    follow(call: Call, reply: Reply): Reply {
      const { stream: begin, headers } = reply;
      // One with a length is an answer that comes in pieces (an injected fault).
      if (begin === undefined || headers['content-length'] !== undefined) return reply;
      const begun = generation;
      const nothing = () => {};
      return {
        ...reply,
        stream(write) {
          let close = nothing;
          const stream = {
            hold() {
              close();
              close = nothing;
            },
            async goOver() {
              stream.hold();
              const at = generation;
              const next = await handle(withoutPast(call));
              // Another one may have come while this one made up its answer: then that one is followed.
              if (open.has(stream) && at === generation) close = next.stream?.(write) ?? nothing;
            },
          };
          open.add(stream);
          // The reply may have been made by a simulator that is gone by now.
          if (begun === generation) close = begin(write);
          else void stream.goOver();
          return () => {
            open.delete(stream);
            stream.hold();
          };
        },
      };
    },

    /** Open streams receive nothing until they go over. */
    hold(): void {
      for (const stream of open) stream.hold();
    },

    /** Another world is served now: open streams begin anew with it. */
    goOver(): void {
      generation++;
      for (const stream of [...open]) void stream.goOver();
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
