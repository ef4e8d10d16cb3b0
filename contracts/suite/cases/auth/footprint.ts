/** What the cases of one operation touch, and cause at most. */
import type { Judged } from '../../../specification/judged.ts';
import { guardedOperation, operation as operationOf } from '../../../specification/operations.ts';
import type { Cost, Touches } from '../../case.ts';

/** Reading touches nothing; writes go to what the run has made itself. */
export function touches({ operation }: Judged): Touches {
  const { method, family } = operationOf(guardedOperation(operation));
  if (method === 'GET') return 'nothing';
  return family === 'devices' ? 'device' : 'records';
}

/** After what must be refused a write is read back once. What deletes goes to a record of its own, as do `apart` those that change one. */
export function costOf(judged: Judged, requests: number, apart = false): Cost {
  const { method, pathId } = operationOf(guardedOperation(judged.operation));
  if (method === 'GET' || requests === 0) return { requests };
  const isOwn = pathId !== 'device' && pathId !== null && (apart || method === 'DELETE');
  return isOwn ? { requests: requests + 3, creates: [pathId] } : { requests: requests + 1 };
}
