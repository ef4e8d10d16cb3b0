/**
 * The token request and its answers.
 *
 * - `issued.ts`      what is granted, all judged by the first answer
 * - `refused.ts`     what must fail, and the shape of every answer
 * - `near-miss.ts`   almost right credentials
 * - `renewal.ts`     a further token in time
 * - `api-access.ts`  the account's switch
 * - `answer.ts`      the fields of an answer
 */
import type { CasesOf } from '../../case.ts';
import { apiAccessCases } from './api-access.ts';
import { issuedCases } from './issued.ts';
import { nearMissCases } from './near-miss.ts';
import { refusedCases } from './refused.ts';
import { renewalCases } from './renewal.ts';

export const tokenCases: CasesOf<'token'> = {
  ...issuedCases,
  ...refusedCases,
  ...renewalCases,
  ...apiAccessCases,
  ...nearMissCases,
};
