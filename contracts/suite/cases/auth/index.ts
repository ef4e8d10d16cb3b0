/**
 * Who may call, for each of the 19 operations. A refusal proves a rule only if its cause is the
 * rule: each request that must be refused is held against its twins, the same request with a token
 * in force and without any.
 *
 * - `bearer.ts`     a token accepted, a header required, garbage and altered tokens refused
 * - `expiry.ts`     shortly before and shortly after the end of a token
 * - `round.ts`      other spellings of path and method (`ways.ts`)
 * - `judging.ts`    what all of them share, `data.ts` whether two answers show the same data
 * - `spread.ts`     which operation tries which row of a table
 * - `footprint.ts`  what they touch and cost
 */
import type { CasesOf } from '../../case.ts';
import { bearerCases } from './bearer.ts';
import { expiryCases } from './expiry.ts';
import { roundCases } from './round.ts';

export const authCases: CasesOf<'auth'> = { ...bearerCases, ...expiryCases, ...roundCases };
