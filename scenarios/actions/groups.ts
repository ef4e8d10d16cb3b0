/** What the actions on groups share. */
import { anyText, option, orNothing, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import type { Reading } from './define.ts';

/** Beside the name of a group. */
export const groupFields = {
  description: option('Of the group.', anyText),
  devices: option('Its devices; null for none.', orNothing(ref('devices'))),
};
export const newName = option('The new name; default the one it has.', text);

interface GroupFields {
  description?: string;
  devices?: string | null;
}

/** A group with all its facts: what is not said is empty. */
export function wholeGroup(name: string, reading: Reading<unknown, GroupFields>) {
  const { description = '' } = reading.fields;
  return { name, description, devices: groupDevices(reading) ?? null };
}

/** `undefined` where nothing is said, null for none. */
export function groupDevices({
  fields: { devices },
  path,
  names,
}: Reading<unknown, GroupFields>): Devices | null | undefined {
  if (devices === undefined || devices === null) return devices;
  return names.those(devices, [...path, 'devices'], false);
}
