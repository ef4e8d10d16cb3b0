import { quoted } from '../../contracts/kit/untrusted.ts';
import { option, text } from '../language/schema/builders.ts';
import { groupNamed } from '../player/records.ts';
import { licenceOrder } from '../target/order.ts';
import { defineAction } from './define.ts';

export const addDevice = defineAction({
  kind: 'add-device',
  summary: 'A device of this name comes into the fleet.',
  value: text,
  beside: { group: option('The group it is in.', text) },
  introduces: { devices: 'addDevice' },
  read({ value: name, fields: { group }, path, here, names }) {
    if (names.parts.has(name)) {
      return names.diagnostics.wrong('NAME_TWICE', here, `the fleet has a part ${quoted(name)} already`);
    }
    if (group !== undefined) names.group(group, [...path, 'group']);
    return { name, group: group ?? null };
  },
  words: ({ name, group }) => `add device ${name}${group === null ? '' : ` to group ${group}`}`,
  /** `device` is the number that it gets. */
  step: ({ name, group }, _it, { fleet }) => ({ device: fleet.devices.last + 1, name, group }),
  perform({ name, group }, { fleet, traffic }) {
    const { id } = fleet.devices.create({
      name,
      ...(group !== null && { groupId: groupNamed(fleet, group).id }),
    });
    traffic.add(id);
  },
  onTarget: {
    order: licenceOrder,
    step: ({ device }) => ({ does: 'control', control: 'createDevice', number: device }),
  },
});
