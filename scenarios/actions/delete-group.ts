import { text } from '../language/schema/builders.ts';
import { groupNamed } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { removed } from '../target/records.ts';
import { defineAction } from './define.ts';

export const deleteGroup = defineAction({
  kind: 'delete-group',
  summary: 'Deletes a group.',
  value: text,
  beside: {},
  read({ value, here, names }) {
    const name = names.group(value, here);
    return name === undefined ? undefined : { name };
  },
  words: ({ name }) => `delete group ${name}`,
  step: ({ name }) => ({ name }),
  perform({ name }, { fleet }) {
    fleet.groups.delete(groupNamed(fleet, name).id);
  },
  onTarget: { order: recordOrder, step: ({ name }, context) => removed('group', name, context) },
});
