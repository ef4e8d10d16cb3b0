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

/** After what must be refused a write is read back once. */
export function costOf(judged: Judged, requests: number): Cost {
  const { method, family } = operationOf(guardedOperation(judged.operation));
  if (method === 'GET' || requests === 0) return { requests };
  if (method !== 'DELETE') return { requests: requests + 1 };
  return { requests: requests + 3, creates: [family === 'groups' ? 'group' : 'user'] };
}
