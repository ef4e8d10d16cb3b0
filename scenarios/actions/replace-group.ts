import { text } from '../language/schema/builders.ts';
import { renamed } from '../language/words.ts';
import { groupNamed, membersOf } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { groupFacts, replaced } from '../target/records.ts';
import { defineAction } from './define.ts';
import { groupFields, newName, wholeGroup } from './groups.ts';

export const replaceGroup = defineAction({
  kind: 'replace-group',
  summary: 'Replaces a group whole (PUT).',
  value: text,
  beside: { name: newName, ...groupFields },
  introduces: { groups: 'name' },
  read(reading) {
    const group = reading.names.group(reading.value, reading.here);
    return group === undefined ? undefined : { ...wholeGroup(reading.fields.name ?? group, reading), group };
  },
  words: ({ group, name }) => `replace group ${group}${renamed(group, name)}`,
  step: ({ group, name, description, devices }, it) => ({
    was: group,
    name,
    description,
    devices: membersOf(devices, it),
  }),
  perform({ was, name, description, devices }, { fleet }) {
    fleet.groups.replace(groupNamed(fleet, was).id, { name, description, deviceIds: devices });
  },
  onTarget: {
    order: recordOrder,
    step: (step, context) => replaced('group', step.was, step.name, groupFacts(step, context), context),
  },
});
