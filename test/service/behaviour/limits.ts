/** Sections 1, 2 and 8: daily limits, what they withhold, and the outbox. */
import { expect } from 'vitest';
import type { Facts } from '../caller.ts';
import { each, type Rows } from './row.ts';

export const limits = {
  'an alert goes out to the users of its group, until the limit withholds it': [
    { devices: 1 },
    async (at) => {
      await at.setLimits(1, { dailyEmail: 3 });
      for (let raised = 0; raised < 8; raised++)
        at.served('postAlerts', await at.postAlert(1, { type: 'sos', channels: ['email'] }));
      const { sent, withheld, messages } = await at.controlled('GET', '/outbox');
      expect({ sent, withheld }).toEqual({ sent: 3, withheld: expect.toSatisfy((count) => count >= 5) });
      for (const message of messages as Facts[])
        expect(message).toMatchObject({ reason: message.outcome === 'sent' ? null : 'daily-limit' });
      expect(messages.filter(({ outcome }: Facts) => outcome === 'sent')).toHaveLength(3);
      expect((await at.limits(1)).usage).toEqual({ email: 3, sms: 0 });
    },
  ],

  ...each(
    '%s: sends below the limit, stops at it, sends again on the next day',
    ['email', 'sms'],
    async (at, channel) => {
      await at.setLimits(1, channel === 'email' ? { dailyEmail: 5 } : { dailySms: 5 });
      expect(await at.send(1, channel, 4)).toEqual({ sent: 4, withheld: 0 });
      expect(await at.send(1, channel, 3)).toEqual({ sent: 1, withheld: 2 });
      expect((await at.limits(1)).usage).toMatchObject({ [channel]: 5 });
      await at.advance('P1D');
      expect((await at.limits(1)).usage).toMatchObject({ [channel]: 0 });
      expect(await at.send(1, channel, 6)).toEqual({ sent: 5, withheld: 1 });
    },
  ),

  async 'a limit of zero is a limit'(at) {
    await at.setLimits(1, { dailyEmail: 0 });
    expect(await at.send(1, 'email', 2)).toEqual({ sent: 0, withheld: 2 });
  },

  async 'devices and channels are counted apart'(at) {
    await at.setLimits(1, { dailyEmail: 1, dailySms: 1 });
    await at.send(1, 'email', 5);
    expect(await at.send(1, 'sms', 1)).toEqual({ sent: 1, withheld: 0 });
    expect(await at.send(2, 'email', 5)).toEqual({ sent: 5, withheld: 0 });
  },

  async 'a limit takes effect as soon as it is changed'(at) {
    await at.setLimits(1, { dailySms: 2 });
    await at.send(1, 'sms', 5);
    await at.setLimits(1, { dailySms: 4 });
    expect(await at.send(1, 'sms', 5)).toEqual({ sent: 2, withheld: 3 });
    await at.setLimits(1, { dailySms: 1 });
    expect(await at.send(1, 'sms', 1)).toEqual({ sent: 0, withheld: 1 });
    await at.setLimits(1, { dailySms: null });
    expect(await at.send(1, 'sms', 9)).toEqual({ sent: 9, withheld: 0 });
  },
} satisfies Rows;
