import { wholeUser } from '../language/resolve/people.ts';
import { text } from '../language/schema/builders.ts';
import { userContent } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { created, userFacts } from '../target/records.ts';
import { defineAction } from './define.ts';
import { userFields } from './users.ts';

export const createUser = defineAction({
  kind: 'create-user',
  summary: 'Creates a user of this name.',
  value: text,
  beside: userFields,
  introduces: { users: 'createUser' },
  read: ({ value, fields, path, names }) => ({ user: wholeUser(value, fields, path, names) }),
  words: ({ user }) => `create user ${user.name}`,
  step: ({ user }) => ({ user }),
  perform({ user }, { fleet }) {
    fleet.users.create(userContent(fleet, user));
  },
  onTarget: {
    order: recordOrder,
    step: ({ user }, context) => created('user', user.name, userFacts(user, context), context),
  },
});
