/**
 * Groups and users (sections 1 and 4.2): one table of rules for both families.
 *
 * - `family.ts`      what of the profile describes their records
 * - `compare.ts`     whether a record holds what was sent
 * - `reading.ts`, `writing.ts`   records read and written
 * - `course.ts`     what is done in the history of some records, as a table
 * - `history.ts`    the history, lived once in a run
 * - `coming-back.ts`  whether a record is as it was left, when the history comes back to it
 * - `at-once.ts`    many writes of one record at once, many reads of one at rest
 * - `life-rules.ts`, `beside.ts`   what is judged of it: of a record, and of those beside it
 * - `fieldwise.ts`  each field written by itself
 * - `texts.ts`, `kept.ts`   texts that a store may get wrong, and whether they come back
 * - `once.ts`       whether each record is in the list once
 * - `reference.ts`  countries and time zones
 */
import type { CasesOf } from '../../case.ts';
import { keptCases } from './kept.ts';
import { lifeCases } from './life-rules.ts';
import { onceCases } from './once.ts';
import { referenceCases } from './reference.ts';

export const recordCases: CasesOf<'groups' | 'users'> = {
  ...lifeCases,
  ...keptCases,
  ...onceCases,
  ...referenceCases,
};
