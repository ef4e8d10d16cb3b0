/** Devices: how many there are, the state of each, and the licences of the account. */
import { type Static, typed } from '../../contracts/kit/schema.ts';
import { object, oneOf, option, optional } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channelWord, numberInWords } from '../language/words.ts';
import { defineDeviceExpectation, defineExpectation } from './define.ts';
import { both, each, fact, number } from './finding.ts';
import { wantedOf } from './wanted.ts';

const licenceStates = oneOf('used', 'expired');
const statuses = oneOf('online', 'offline', 'unknown');

export interface DeviceFacts {
  licence?: 'used' | 'expired';
  status?: 'online' | 'offline' | 'unknown';
}

const licenceCounts = object({
  used: optional(ref('wanted')),
  available: optional(ref('wanted')),
  total: optional(ref('wanted')),
});
const counters = object({ email: optional(ref('wanted')), sms: optional(ref('wanted')) });

export const fleetExpectations = {
  devices: defineExpectation({
    summary: 'How many devices there are.',
    value: ref('wanted'),
    beside: { licence: optional(licenceStates), status: optional(statuses) },
    read: ({ value, here, names, fields: { licence = null, status = null } }) => [
      { wanted: wantedOf(value, here, names), licence, status },
    ],
    words({ wanted, licence, status }) {
      const having = licence === null ? '' : ` with licence ${licence}`;
      return `${status === null ? '' : `${status} `}devices${having}: ${numberInWords(wanted)}`;
    },
    check({ wanted, licence, status }, { fleet }) {
      if (licence === null && status === null) return number(fleet.devices.count, wanted);
      const matching = fleet.devices.countWhere(
        (facts) =>
          (licence === null || facts.licence === licence) && (status === null || facts.status === status),
      );
      return number(matching, wanted);
    },
  }),

  licences: defineExpectation({
    summary: "The account's licences.",
    value: typed<Static<typeof licenceCounts>>({ ...licenceCounts, minProperties: 1 }),
    beside: {},
    read: ({ value, here, names }) =>
      (['used', 'available', 'total'] as const).flatMap((of) => {
        const written = value[of];
        return written === undefined ? [] : [{ of, wanted: wantedOf(written, [...here, of], names) }];
      }),
    words: ({ of, wanted }) => `licences ${of}: ${numberInWords(wanted)}`,
    check: ({ of, wanted }, { fleet }) => number(fleet.account.view().licences[of], wanted),
  }),
};

export const stateExpectations = {
  device: defineDeviceExpectation({
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
  }),

  usage: defineDeviceExpectation({
    beside: { usage: option("The day's counters.", counters) },
    read: ({ fields: { usage = {} }, path, names }) =>
      (['email', 'sms'] as const).flatMap((channel) => {
        const written = usage[channel];
        if (written === undefined) return [];
        return [{ channel, wanted: wantedOf(written, [...path, 'usage', channel], names) }];
      }),
    words: ({ channel, wanted }, who) =>
      `${channelWord(channel)} sent today by ${who}: ${numberInWords(wanted)}`,
    check: ({ devices, channel, wanted }, scene, it) =>
      each(scene, devices, it, (id) => number(scene.fleet.limits.get(id).usage[channel], wanted)),
  }),
};
