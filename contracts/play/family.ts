/** Groups and users: the two families of records that are created, read, replaced, updated and deleted alike. */
import type { familyOperations } from '../specification/operations.ts';

export type Family = keyof typeof familyOperations;
