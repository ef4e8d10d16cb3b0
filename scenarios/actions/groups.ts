import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import { anyText, option, orNothing } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import { renamed } from '../language/words.ts';
import { idsOf } from '../player/scene.ts';
import { defineAction } from './define.ts';
import { newName, recordActions } from './records.ts';

/** Beside the name of a group. */
const fields = {
  description: option('Of the group.', anyText),
  devices: option('Its devices; null for none.', orNothing(ref('devices'))),
};

interface Written {
  description?: string;
  devices?: string | null;
}

/** Devices are `null` for none. */
export interface GroupFacts {
  name?: string;
  description?: string;
  devices?: Devices | null;
}

/** The same at the moment of an action. */
export interface SettledGroup {
  name?: string;
  description?: string;
  devices?: readonly number[];
}

const actions = recordActions({
  resource: 'group',
  whole: (name, { description = '', devices }: Written, path, names) => ({
    name,
    description,
    devices: membersIn(devices, path, names) ?? null,
  }),
  some({ devices: written, ...facts }, path, names): GroupFacts {
    const devices = membersIn(written, path, names);
    return { ...facts, ...(devices !== undefined && { devices }) };
  },
  changeInWords: (name, change) => renamed(name, change.name),
  settled: ({ devices, ...facts }, it): SettledGroup => ({
    ...facts,
    ...(devices !== undefined && { devices: devices === null ? [] : idsOf(devices, it) }),
  }),
  collection: ({ groups }) => groups,
  content: ({ devices, ...facts }) => ({ ...facts, ...(devices && { deviceIds: [...devices] }) }),
});

export const groupActions = {
  'create-group': defineAction({
    ...actions.create,
    beside: fields,
    introduces: { groups: 'createGroup' },
  }),
  'replace-group': defineAction({
    ...actions.replace,
    beside: { name: newName, ...fields },
    introduces: { groups: 'name' },
  }),
  'patch-group': defineAction({
    ...actions.patch,
    beside: { name: newName, ...fields },
    introduces: { groups: 'name' },
  }),
  'delete-group': defineAction({ ...actions.delete, beside: {} }),
};

/** `undefined` where nothing is said, null for none. */
function membersIn(written: Written['devices'], path: Path, names: Names): Devices | null | undefined {
  return typeof written === 'string' ? names.those(written, [...path, 'devices'], false) : written;
}
