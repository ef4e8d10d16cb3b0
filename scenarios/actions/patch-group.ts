import { text } from '../language/schema/builders.ts';
import { renamed } from '../language/words.ts';
import { groupNamed, membersOf } from '../player/records.ts';
import { recordOrder } from '../target/order.ts';
import { groupFacts, patched } from '../target/records.ts';
import { defineAction } from './define.ts';
import { groupDevices, groupFields, newName } from './groups.ts';

export interface Change {
  name?: string;
  description?: string;
  devices?: readonly number[];
}

export const patchGroup = defineAction({
  kind: 'patch-group',
  summary: 'Changes what is said and leaves the rest (PATCH).',
  value: text,
  beside: { name: newName, ...groupFields },
  introduces: { groups: 'name' },
  read(reading) {
    const group = reading.names.group(reading.value, reading.here);
    const { devices: _, ...change } = reading.fields;
    const devices = groupDevices(reading);
    return group === undefined ? undefined : { group, ...change, ...(devices !== undefined && { devices }) };
  },
  words: ({ group, name }) => `patch group ${group}${renamed(group, name)}`,
  step({ group, devices, ...facts }, it) {
    const change: Change = {
      ...(facts.name !== undefined && { name: facts.name }),
      ...(facts.description !== undefined && { description: facts.description }),
      ...(devices !== undefined && { devices: membersOf(devices, it) }),
    };
    return { name: group, change };
  },
  perform({ name, change: { devices, ...change } }, { fleet }) {
    const deviceIds = devices && [...devices];
    fleet.groups.update(groupNamed(fleet, name).id, { ...change, ...(deviceIds && { deviceIds }) });
  },
  onTarget: {
    order: recordOrder,
    step: ({ name, change }, context) =>
      patched('group', name, change.name, groupFacts(change, context), context),
  },
});
