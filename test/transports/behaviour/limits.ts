/** Sections 1, 2 and 8: daily limits, what they withhold, and the outbox. */
import { describe, expect, test } from 'vitest';
import type { Caller, Open } from '../caller.ts';

interface Outbox {
  sent: number;
  withheld: number;
  messages: { channel: string; outcome: string; reason: string | null; deviceId: unknown }[];
}

export function limitBehaviour(open: Open): void {
  describe('limits', () => {
    test('an alert goes out to the users of its group, until the limit withholds it', async () => {
      const caller = await open({ devices: 1 });
      await caller.setLimits(1, { dailyEmail: 3 });
      for (let raised = 0; raised < 8; raised++) {
        caller.served('postAlerts', await caller.postAlert(1, { type: 'sos', channels: ['email'] }));
      }
      const { sent, withheld, messages } = await outboxOf(caller);
      expect(sent).toBe(3);
      expect(withheld).toBeGreaterThanOrEqual(5);
      expect(messages.filter(({ outcome }) => outcome === 'sent')).toHaveLength(3);
      for (const { outcome, reason } of messages)
        expect(reason).toBe(outcome === 'sent' ? null : 'daily-limit');
      expect((await caller.limits(1)).usage).toEqual({ email: 3, sms: 0 });
    });

    test.each(['email', 'sms'] as const)(
      '%s: sends below the limit, stops at it, sends again on the next day',
      async (channel) => {
        const caller = await open();
        const limit = channel === 'email' ? { dailyEmail: 5 } : { dailySms: 5 };
        await caller.setLimits(1, limit);
        expect(await send(caller, 1, channel, 4)).toEqual({ sent: 4, withheld: 0 });
        expect(await send(caller, 1, channel, 3)).toEqual({ sent: 1, withheld: 2 });
        expect((await caller.limits(1)).usage[channel]).toBe(5);
        await caller.advance('P1D');
        expect((await caller.limits(1)).usage[channel]).toBe(0);
        expect(await send(caller, 1, channel, 6)).toEqual({ sent: 5, withheld: 1 });
      },
    );

    test('a limit of zero is a limit', async () => {
      const caller = await open();
      await caller.setLimits(1, { dailyEmail: 0 });
      expect(await send(caller, 1, 'email', 2)).toEqual({ sent: 0, withheld: 2 });
    });

    test('devices and channels are counted apart', async () => {
      const caller = await open();
      await caller.setLimits(1, { dailyEmail: 1, dailySms: 1 });
      await send(caller, 1, 'email', 5);
      expect(await send(caller, 1, 'sms', 1)).toEqual({ sent: 1, withheld: 0 });
      expect(await send(caller, 2, 'email', 5)).toEqual({ sent: 5, withheld: 0 });
    });

    test('a limit takes effect as soon as it is changed', async () => {
      const caller = await open();
      await caller.setLimits(1, { dailySms: 2 });
      await send(caller, 1, 'sms', 5);
      await caller.setLimits(1, { dailySms: 4 });
      expect(await send(caller, 1, 'sms', 5)).toEqual({ sent: 2, withheld: 3 });
      await caller.setLimits(1, { dailySms: 1 });
      expect(await send(caller, 1, 'sms', 1)).toEqual({ sent: 0, withheld: 1 });
    });

    test.each([
      [{ dailyEmail: -1 }, 'LIMIT_OUT_OF_RANGE'],
      [{ dailySms: 1.5 }, 'LIMIT_OUT_OF_RANGE'],
      [{ dailyEmail: 5, dailySms: -1 }, 'LIMIT_OUT_OF_RANGE'],
      [{ dailyEmail: 'many' }, 'BODY_INVALID'],
      [{ usage: { email: 0, sms: 0 } }, 'USAGE_READ_ONLY'],
      [{ expires: true }, 'EXPIRY_NEEDS_DATE'],
      [{ expires: true, expirationDate: '2026-02-30' }, 'EXPIRY_DATE_INVALID'],
      [{ dailyFax: 3 }, 'BODY_INVALID'],
    ])('%j is refused and changes nothing', async (change, code) => {
      const caller = await open();
      await caller.setLimits(1, { dailyEmail: 3, dailySms: 4 });
      const before = await caller.limits(1);
      const { status, json } = await caller.setLimits(1, change);
      expect({ status, code: json.code }).toEqual({ status: 422, code });
      expect(await caller.limits(1)).toEqual(before);
    });
  });
}

async function send(
  caller: Caller,
  device: number,
  channel: string,
  count: number,
): Promise<{ sent: number; withheld: number }> {
  const { json } = await caller.control<{ sent: number; withheld: number }>(
    'POST',
    `/devices/${caller.device(device)}/send`,
    { channel, count },
  );
  return { sent: json.sent, withheld: json.withheld };
}

async function outboxOf(caller: Caller): Promise<Outbox> {
  return (await caller.control<Outbox>('GET', '/outbox')).json;
}
