/** Groups and users: the two families of records that are created, read, replaced, updated and deleted alike. */
import type { familyOperations } from '../../../specification/operations.ts';

export type Family = keyof typeof familyOperations;

/** What of the profile describes their records. */
export const unlock = {
  group: ['records.group', 'samples.group'],
  user: ['records.user', 'samples.user'],
} as const;
