import { guardedOperations } from '../../specification/operations.ts';

/** Operations without an id or a body: nothing but a token can be wrong about a request to them. */
export const plainOperations = guardedOperations
  .filter(({ method, pathId }) => method === 'GET' && pathId === null)
  .map(({ id }) => id);
