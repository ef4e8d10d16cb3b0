/** Limits and expiry of devices, the account's licences, and devices that come later. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { LimitSettings } from '../../contracts/specification/limits.ts';
import { option, orNothing, text, whole } from '../language/builders.ts';
import { limits } from '../language/fleet.ts';
import { groupName, ref } from '../language/forms.ts';
import { pairs } from '../language/words.ts';
import { defineAction, defineDeviceAction } from './define.ts';
import { recordNamed } from './records.ts';

export const licenceActions = {
  setLimits: defineDeviceAction({
    summary: 'Changes the limit settings of devices.',
    beside: {
      ...limits,
      expires: option('The Expires option.', ref('switch')),
      expirationDate: option('null takes it away.', orNothing(ref('date'))),
    },
    read({ expires, expirationDate, ...daily }, { path, names }): { change: Partial<LimitSettings> } {
      const given = {
        // A date alone means that it is to count.
        ...(typeof expirationDate === 'string' && { expires: true }),
        ...(expires !== undefined && { expires }),
        ...(expirationDate !== undefined && { expirationDate }),
        ...daily,
      };
      const hint = 'give dailyEmail, dailySms, expires or expirationDate';
      if (Object.keys(given).length === 0) names.wrong('NOTHING_SAID', path, 'no setting is changed', hint);
      return { change: given };
    },
    words: ({ change }, who) => `set limits of ${who}: ${pairs(change)}`,
    perform: ({ change }, device, { fleet }) => fleet.limits.set(device, change),
  }),

  activate: defineDeviceAction({
    summary: 'Activates expired devices.',
    beside: { expirationDate: option('A new expiration date, set with it.', ref('date')) },
    words: ({ expirationDate }, who) =>
      `activate ${who}${expirationDate === undefined ? '' : ` until ${expirationDate}`}`,
    perform({ expirationDate }, device, { fleet }) {
      fleet.licences.activate(device, expirationDate === undefined ? {} : { expirationDate });
    },
  }),

  setLicences: defineAction({
    summary: 'How many licences the account has.',
    value: whole(0, 1_000_000_000),
    beside: {},
    words: ({ main }) => `the account has ${main} licences`,
    perform: ({ main }, _subject, { fleet }) => fleet.account.setLicenceTotal(main),
  }),

  addDevice: defineAction({
    summary: 'A device of this name comes into the fleet.',
    value: text,
    beside: { group: option('The group it is in.', groupName) },
    introduces: ['devices'],
    read({ main: name, group = null }, { path, names }) {
      const message = `the fleet has a part ${quoted(name)} already`;
      if (names.parts.has(name)) names.wrong('NAME_TWICE', [...path, 'addDevice'], message);
      return { name, group };
    },
    words: ({ name, group }) => `add device ${name}${group === null ? '' : ` to group ${group}`}`,
    perform({ name, group }, _subject, { fleet, traffic }) {
      const { id } = fleet.devices.create({
        name,
        ...(group !== null && { groupId: recordNamed(fleet, 'group', group).id }),
      });
      traffic.add(id);
    },
  }),
};
