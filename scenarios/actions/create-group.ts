import { text } from '../language/schema/builders.ts';
import { membersOf } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { created, groupFacts } from '../target/records.ts';
import { defineAction } from './define.ts';
import { groupFields, wholeGroup } from './groups.ts';

export const createGroup = defineAction({
  kind: 'create-group',
  summary: 'Creates a group of this name.',
  value: text,
  beside: groupFields,
  introduces: { groups: 'createGroup' },
  read: (reading) => wholeGroup(reading.value, reading),
  words: ({ name }) => `create group ${name}`,
  step: ({ name, description, devices }, it) => ({ name, description, devices: membersOf(devices, it) }),
  perform({ name, description, devices }, { fleet }) {
    fleet.groups.create({ name, description, deviceIds: devices });
  },
  onTarget: {
    order: recordOrder,
    step: (step, context) => created('group', step.name, groupFacts(step, context), context),
  },
});
