/** Groups and users: the two families of records that are created, read, replaced, updated and deleted alike. */
import { namesOf } from '../../../kit/tables.ts';
import { familyOperations } from '../../../specification/operations.ts';

export type Family = keyof typeof familyOperations;

export const families: readonly Family[] = namesOf(familyOperations);

/** What of the profile describes their records. */
export const unlock = {
  group: ['records.group', 'samples.group'],
  user: ['records.user', 'samples.user'],
} as const;
