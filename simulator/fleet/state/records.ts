/** Groups and users. */

import { ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, orNull } from '../../../contracts/kit/schema.ts';
import { group, user } from '../forms.ts';

/** `null` until they are first read: then the records follow from the seed. */
export const groupsState = orNull(object({ nextId: ordinal, records: list(group) }));
export const usersState = orNull(object({ nextId: ordinal, records: list(user) }));
export type RecordsState<R> = { nextId: number; records: R[] } | null;
