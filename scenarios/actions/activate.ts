import { isDate } from '../language/resolve/dates.ts';
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { licenceOrder } from '../target/order.ts';
import { movedDate } from '../target/times.ts';
import { defineDeviceAction } from './define.ts';

export const activate = defineDeviceAction({
  kind: 'activate',
  summary: 'Activates expired devices.',
  beside: { expirationDate: option('A new expiration date, set with it.', ref('date')) },
  read({ fields, path, names }): { expirationDate?: string } {
    const date = isDate(fields.expirationDate, [...path, 'expirationDate'], names.diagnostics);
    return date === undefined ? {} : { expirationDate: date };
  },
  words: ({ expirationDate }, who) =>
    `activate ${who}${expirationDate === undefined ? '' : ` until ${expirationDate}`}`,
  step: ({ expirationDate }, device) => ({
    device,
    facts: expirationDate === undefined ? {} : { expirationDate },
  }),
  perform({ device, facts }, { fleet }) {
    fleet.licences.activate(device, facts);
  },
  onTarget: {
    order: licenceOrder,
    step({ device, facts }, { ids, moved }) {
      const { expirationDate } = facts;
      return {
        does: 'control',
        control: 'activate',
        device: ids.device(device),
        ...(expirationDate !== undefined && { expirationDate: movedDate(expirationDate, moved) }),
      };
    },
  },
});
