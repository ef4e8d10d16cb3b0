import { wholeUser } from '../language/resolve/people.ts';
import { text } from '../language/schema/builders.ts';
import { renamed } from '../language/words.ts';
import { userContent, userNamed } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { replaced, userFacts } from '../target/records.ts';
import { defineAction } from './define.ts';
import { newName } from './groups.ts';
import { userFields } from './users.ts';

export const replaceUser = defineAction({
  kind: 'replace-user',
  summary: 'Replaces a user whole (PUT).',
  value: text,
  beside: { name: newName, ...userFields },
  introduces: { users: 'name' },
  read({ value, fields, path, here, names }) {
    const name = names.user(value, here);
    return name === undefined
      ? undefined
      : { name, user: wholeUser(fields.name ?? name, fields, path, names) };
  },
  words: ({ name, user }) => `replace user ${name}${renamed(name, user.name)}`,
  step: ({ name, user }) => ({ was: name, user }),
  perform({ was, user }, { fleet }) {
    fleet.users.replace(userNamed(fleet, was).id, userContent(fleet, user));
  },
  onTarget: {
    order: recordOrder,
    step: ({ was, user }, context) => replaced('user', was, user.name, userFacts(user, context), context),
  },
});
