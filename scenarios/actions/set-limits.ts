import { isDate } from '../language/resolve/dates.ts';
import { isOn } from '../language/resolve/diagnostics.ts';
import { option, orNothing } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { limits } from '../language/schema/setting.ts';
import { pairs } from '../language/words.ts';
import { licenceOrder } from '../target/order.ts';
import { movedDate } from '../target/times.ts';
import { defineDeviceAction } from './define.ts';

export interface Change {
  expires?: boolean;
  expirationDate?: string | null;
  dailyEmail?: number | null;
  dailySms?: number | null;
}

export const setLimits = defineDeviceAction({
  kind: 'set-limits',
  summary: 'Changes the limit settings of devices.',
  beside: {
    ...limits,
    expires: option('The Expires option.', ref('switch')),
    expirationDate: option('null takes it away.', orNothing(ref('date'))),
  },
  read({ fields, path, names }): { change: Change } | undefined {
    const { expires, expirationDate, dailyEmail, dailySms } = fields;
    if ([expires, expirationDate, dailyEmail, dailySms].every((given) => given === undefined)) {
      const hint = 'give dailyEmail, dailySms, expires or expirationDate';
      return names.diagnostics.wrong('NOTHING_SAID', path, 'no setting is changed', hint);
    }
    isDate(expirationDate, [...path, 'expirationDate'], names.diagnostics);
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
  step: ({ change }, device) => ({ device, change }),
  perform({ device, change }, { fleet }) {
    fleet.limits.set(device, change);
  },
  onTarget: {
    order: licenceOrder,
    step({ device, change }, { ids, moved }) {
      const { expirationDate } = change;
      const date = expirationDate && { expirationDate: movedDate(expirationDate, moved) };
      return {
        does: 'control',
        control: 'setLimits',
        device: ids.device(device),
        change: { ...change, ...date },
      };
    },
  },
});
