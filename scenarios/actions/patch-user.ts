import { someOfUser } from '../language/resolve/people.ts';
import { text } from '../language/schema/builders.ts';
import type { UserFacts } from '../language/terms.ts';
import { pairs } from '../language/words.ts';
import { userContent, userNamed } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { patched, userFacts } from '../target/records.ts';
import { defineAction } from './define.ts';
import { newName } from './groups.ts';
import { userFields } from './users.ts';

export const patchUser = defineAction({
  kind: 'patch-user',
  summary: 'Changes what is said and leaves the rest (PATCH).',
  value: text,
  beside: { name: newName, ...userFields },
  introduces: { users: 'name' },
  read({ value, fields, path, here, names }) {
    const name = names.user(value, here);
    const user: UserFacts = {
      ...someOfUser(fields, path, names),
      ...(fields.name !== undefined && { name: fields.name }),
    };
    return name === undefined ? undefined : { name, user };
  },
  words: ({ name, user }) => `patch user ${name}: ${pairs(user)}`,
  step: ({ name, user }) => ({ name, change: user }),
  perform({ name, change }, { fleet }) {
    fleet.users.update(userNamed(fleet, name).id, userContent(fleet, change));
  },
  onTarget: {
    order: recordOrder,
    step: ({ name, change }, context) =>
      patched('user', name, change.name, userFacts(change, context), context),
  },
});
