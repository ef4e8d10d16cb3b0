/** Limits and expiry of devices, the account's licences, and devices that come later. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { LimitSettings } from '../../contracts/specification/limits.ts';
import { dateOf, isOn } from '../language/resolve/each.ts';
import { option, orNothing, text, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { limits } from '../language/schema/setting.ts';
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
    read({ fields, path, names }): { change: Partial<LimitSettings> } | undefined {
      const { expires, expirationDate, dailyEmail, dailySms } = fields;
      if ([expires, expirationDate, dailyEmail, dailySms].every((given) => given === undefined)) {
        const hint = 'give dailyEmail, dailySms, expires or expirationDate';
        return names.wrong('NOTHING_SAID', path, 'no setting is changed', hint);
      }
      dateOf(expirationDate, [...path, 'expirationDate'], names);
      return {
        change: {
          // A date alone means that it is to count.
          ...(expires === undefined && typeof expirationDate === 'string' && { expires: true }),
          ...(expires !== undefined && { expires: isOn(expires) }),
          ...(expirationDate !== undefined && { expirationDate }),
          ...(dailyEmail !== undefined && { dailyEmail }),
          ...(dailySms !== undefined && { dailySms }),
        },
      };
    },
    words: ({ change }, who) => `set limits of ${who}: ${pairs(change)}`,
    perform({ change }, device, { fleet }) {
      fleet.limits.set(device, change);
    },
  }),

  activate: defineDeviceAction({
    summary: 'Activates expired devices.',
    beside: { expirationDate: option('A new expiration date, set with it.', ref('date')) },
    read({ fields, path, names }): { expirationDate?: string } {
      const date = dateOf(fields.expirationDate, [...path, 'expirationDate'], names);
      return date === undefined ? {} : { expirationDate: date };
    },
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
    read: ({ value }) => ({ total: value }),
    words: ({ total }) => `the account has ${total} licences`,
    perform({ total }, _subject, { fleet }) {
      fleet.account.setLicenceTotal(total);
    },
  }),

  addDevice: defineAction({
    summary: 'A device of this name comes into the fleet.',
    value: text,
    beside: { group: option('The group it is in.', text) },
    introduces: ['devices'],
    read({ value: name, fields: { group }, path, here, names }) {
      if (names.parts.has(name)) {
        return names.wrong('NAME_TWICE', here, `the fleet has a part ${quoted(name)} already`);
      }
      if (group !== undefined) names.group(group, [...path, 'group']);
      return { name, group: group ?? null };
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
