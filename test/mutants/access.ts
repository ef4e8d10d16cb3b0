/** Simulators that break a rule of the token request, of who may call, or of what is served. */
import { bearerMutants } from './access/bearers.ts';
import { operationMutants } from './access/operations.ts';
import { tokenMutants } from './access/token.ts';
import type { Mutant } from './mutant.ts';

export const accessMutants: readonly Mutant[] = [...tokenMutants, ...bearerMutants, ...operationMutants];
