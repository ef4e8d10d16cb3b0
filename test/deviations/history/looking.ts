/** A helper for faults that look at calls. */
import type { OperationId } from '../../../contracts/specification/operations.ts';
import { operationFinder } from '../../../simulator/deviations/calls.ts';
import type { Around } from '../../../simulator/deviations/deviation.ts';
import type { Call, Handle, Reply } from '../../../simulator/http/call.ts';

interface Asked {
  operation: OperationId | undefined;
  call: Call;
  /** The id in the path; empty where there is none. */
  device: string;
  handle: Handle;
}

/** A service around which each call is looked at. */
export function looking(answer: () => (asked: Asked) => Promise<Reply> | Reply): () => Around {
  return () => (handle, simulator) => {
    const operationOf = operationFinder(simulator);
    const answering = answer();
    return async (call) => {
      const device = /\/devices\/([^/?]+)/.exec(call.target)?.[1] ?? '';
      return answering({ operation: operationOf(call), call, device, handle });
    };
  };
}
