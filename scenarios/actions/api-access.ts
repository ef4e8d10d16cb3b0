import { isOn } from '../language/resolve/diagnostics.ts';
import { ref } from '../language/schema/forms.ts';
import { accountOrder } from '../target/order.ts';
import { defineAction } from './define.ts';

export const apiAccess = defineAction({
  kind: 'api-access',
  summary: "Switches the account's API access.",
  value: ref('switch'),
  beside: {},
  read: ({ value }) => ({ on: isOn(value) }),
  words: ({ on }) => `API access is switched ${on ? 'on' : 'off'}`,
  step: ({ on }) => ({ on }),
  perform({ on }, { fleet }) {
    fleet.account.setApiEnabled(on);
  },
  onTarget: {
    order: accountOrder,
    step: ({ on }) => ({ does: 'control', control: 'setApiEnabled', enabled: on }),
  },
});
