import type { Group } from '../../simulator/fleet/types.ts';
import { isOn } from '../language/resolve/diagnostics.ts';
import { option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { numberInWords } from '../language/words.ts';
import { refusalIn } from '../target/refusal.ts';
import { defineExpectation } from './define.ts';
import { existence, number } from './finding.ts';
import { numberOnTarget } from './on-target.ts';
import { wantedOf } from './wanted.ts';

export interface GroupWanted {
  name: string;
  exists: boolean;
  /** How many are in it. */
  devices?: Wanted;
}

export const group = defineExpectation({
  kind: 'group',
  summary: 'A group of this name.',
  value: text,
  beside: {
    exists: option('Default on.', ref('switch')),
    members: option('How many devices are in it.', ref('wanted')),
  },
  read({ value: name, here, path, fields: { exists = true, members }, names }): GroupWanted[] {
    if (names.group(name, here) === undefined) return [];
    const devices = members === undefined ? undefined : wantedOf(members, [...path, 'members'], names);
    return [{ name, exists: isOn(exists), ...(devices && { devices }) }];
  },
  words({ name, exists, devices }) {
    const members = devices ? `, devices: ${numberInWords(devices)}` : '';
    return `group ${name} ${exists ? 'exists' : 'does not exist'}${members}`;
  },
  check({ name, exists, devices }, { fleet }) {
    const group: Group | undefined = fleet.groups.list().find((each) => each.name === name);
    const found = existence(group !== undefined, exists);
    return found.met && group && devices ? number(group.deviceIds.length, devices, inDevices) : found;
  },
  onTarget: {
    async check({ name, exists, devices }, { client, ids }) {
      if (!ids.has('group', name)) return existence(false, exists);
      const { id } = ids.record('group', name);
      const answer = await client.call('readGroup', { purpose: 'expectation', id });
      const isThere = refusalIn(answer, client.lens) === undefined;
      if (!isThere || !exists || !devices) return existence(isThere, exists);
      const { deviceIds } = client.lens.reply('group').read(answer.json).facts;
      return deviceIds ? numberOnTarget(deviceIds.length, devices) : undefined;
    },
  },
});

function inDevices(count: number | null): string {
  return count === 1 ? '1 device' : `${count} devices`;
}
