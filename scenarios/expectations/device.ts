import { oneOf, optional } from '../language/schema/builders.ts';
import { refusalIn } from '../target/refusal.ts';
import { defineDeviceExpectation } from './define.ts';
import { both, each, fact } from './finding.ts';
import { eachOnTarget } from './on-target.ts';

export const licenceStates = oneOf('used', 'expired');
export const statuses = oneOf('online', 'offline', 'unknown');

export interface DeviceFacts {
  licence?: 'used' | 'expired';
  status?: 'online' | 'offline' | 'unknown';
}

export const device = defineDeviceExpectation({
  kind: 'device',
  beside: { licence: optional(licenceStates), status: optional(statuses) },
  read: ({ fields: { licence, status } }): DeviceFacts[] => [
    ...(licence === undefined ? [] : [{ licence }]),
    ...(status === undefined ? [] : [{ status }]),
  ],
  words: ({ licence, status }, who) => `${who}: ${licence === undefined ? status : `licence ${licence}`}`,
  check: ({ devices, licence, status }, scene, it) =>
    each(scene, devices, it, (id) => {
      const device = scene.fleet.devices.get(id);
      return both([
        ...(licence === undefined ? [] : [fact<string | undefined>(device?.licence, licence)]),
        ...(status === undefined ? [] : [fact<string | undefined>(device?.status, status)]),
      ]);
    }),
  onTarget: {
    check: ({ devices, licence, status }, { client, ids, it }) =>
      eachOnTarget(devices, it, async (device) => {
        // Whether a device counts as online is each deployment's own rule.
        if (licence === undefined || status !== undefined) return undefined;
        const answer = await client.call('readDevice', { purpose: 'expectation', id: ids.device(device) });
        const found = client.lens.reply('device').read(answer.json).facts.licence;
        if (found === undefined || found === null || refusalIn(answer, client.lens)) return undefined;
        return { met: found === licence, wanted: licence, actual: found };
      }),
  },
});
