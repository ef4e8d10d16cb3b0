import { text } from '../language/schema/builders.ts';
import { userNamed } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { removed } from '../target/records.ts';
import { defineAction } from './define.ts';

export const deleteUser = defineAction({
  kind: 'delete-user',
  summary: 'Deletes a user.',
  value: text,
  beside: {},
  read({ value, here, names }) {
    const name = names.user(value, here);
    return name === undefined ? undefined : { name };
  },
  words: ({ name }) => `delete user ${name}`,
  step: ({ name }) => ({ name }),
  perform({ name }, { fleet }) {
    fleet.users.delete(userNamed(fleet, name).id);
  },
  onTarget: { order: recordOrder, step: ({ name }, context) => removed('user', name, context) },
});
