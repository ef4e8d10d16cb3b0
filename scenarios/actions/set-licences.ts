import { whole } from '../language/schema/builders.ts';
import { accountOrder } from '../target/order.ts';
import { defineAction } from './define.ts';

export const setLicences = defineAction({
  kind: 'set-licences',
  summary: 'How many licences the account has.',
  value: whole(0, 1_000_000_000),
  beside: {},
  read: ({ value }) => ({ total: value }),
  words: ({ total }) => `the account has ${total} licences`,
  step: ({ total }) => ({ total }),
  perform({ total }, { fleet }) {
    fleet.account.setLicenceTotal(total);
  },
  onTarget: {
    order: accountOrder,
    step: ({ total }) => ({ does: 'control', control: 'setLicences', total }),
  },
});
