/**
 * Groups and users (sections 1 and 4.2): one table of rules for both families.
 *
 * - `family.ts`      what of the profile describes their records
 * - `compare.ts`     whether a record holds what was sent
 * - `life.ts`        the life of a record, from create to delete
 * - `life-rules.ts`  what is judged of it
 * - `reference.ts`   countries and time zones
 */
import type { CasesOf } from '../../case.ts';
import { lifeCases } from './life-rules.ts';
import { referenceCases } from './reference.ts';

export const recordCases: CasesOf<'groups' | 'users'> = { ...lifeCases, ...referenceCases };
