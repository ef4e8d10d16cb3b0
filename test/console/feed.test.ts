import { describe, expect, it } from 'vitest';
import type { FleetEvent } from '../../simulator/console/api/types.ts';
import { deliveryInWords, inWords } from '../../simulator/console/panels/events/words.ts';
import { type FeedItem, withEvents } from '../../simulator/console/state/feed.ts';

let sequence = 0;
const event = (kind: string, facts: { [fact: string]: unknown } = {}): FleetEvent => ({
  at: '2026-01-05T08:00:00Z',
  sequence: ++sequence,
  kind,
  ...facts,
});
const first = (items: readonly FeedItem[]) => items[0] as FeedItem;

describe('the feed', () => {
  it('lays the messages of an alert beside it: those sent, and those withheld with the reason', () => {
    const items = withEvents(
      [],
      [
        event('alert-raised', { deviceId: '4', alertId: '9', type: 'sos', severity: 'critical' }),
        event('message-sent', { deviceId: '4', channel: 'email', count: 2, alertId: '9' }),
        event('message-sent', { deviceId: '4', channel: 'email', count: 1, alertId: '9' }),
        event('message-withheld', {
          deviceId: '4',
          channel: 'sms',
          count: 1,
          reason: 'daily-limit',
          alertId: '9',
        }),
      ],
    );
    expect(items).toHaveLength(1);
    expect(first(items).tone).toBe('critical');
    expect(first(items).deliveries.map(deliveryInWords)).toEqual([
      '3 e-mails sent',
      '1 SMS withheld: the daily limit is reached',
    ]);
  });

  it('does so for messages that come later than the alert, whatever happened between', () => {
    const raised = withEvents([], [event('alert-raised', { alertId: 'a', type: 'tow' })]);
    const items = withEvents(raised, [
      event('day-ended'),
      event('message-withheld', { channel: 'email', count: 1, reason: 'device-expired', alertId: 'a' }),
    ]);
    expect(items.map((item) => item.event.kind)).toEqual(['day-ended', 'alert-raised']);
    expect(items[1]?.deliveries.map(deliveryInWords)).toEqual(['1 e-mail withheld: the device is expired']);
  });

  it('makes much of what the story did not foresee, and little of what it did', () => {
    const told = (kind: string, met: boolean) => first(withEvents([], [event(kind, { met })])).tone;
    expect([told('story-refusal', true), told('story-expectation', true)]).toEqual(['info', 'info']);
    expect([told('story-refusal', false), told('story-expectation', false)]).toEqual([
      'critical',
      'critical',
    ]);
  });

  it('keeps the newest thousand, newest first', () => {
    const many = Array.from({ length: 1_500 }, () => event('day-ended'));
    const items = withEvents([], many);
    expect(items).toHaveLength(1_000);
    expect(first(items).sequence).toBe(sequence);
  });

  it('has words for each kind, and shows one that it does not know', () => {
    expect(inWords(event('alert-raised', { type: 'power-cut' }))).toBe('Power cut');
    expect(inWords(event('alert-raised', { type: 'gps-lost' }))).toBe('GPS lost');
    expect(inWords(event('limit-reached', { channel: 'sms', limit: 5 }))).toBe(
      'Daily SMS limit of 5 reached',
    );
    expect(inWords(event('limits-set', { expires: true, dailyEmail: null }))).toBe(
      'Settings: Expires on, daily e-mail limit none',
    );
    expect(inWords(event('group-created', { groupId: 7 }))).toBe('Group created 7');
    const refusal = {
      action: 'set-limits',
      code: 'NO_LICENCE_AVAILABLE',
      reason: 'All 3 licences are used.',
    };
    expect(inWords(event('story-refusal', { ...refusal, met: true }))).toBe(
      'Set limits refused, as the story expects: All 3 licences are used.',
    );
    expect(inWords(event('story-refusal', { ...refusal, met: false }))).toBe(
      'Set limits refused, which is not what the story expects: All 3 licences are used.',
    );
    expect(inWords(event('story-refusal', { code: 'LOOP', reason: 'It goes round.', met: false }))).toBe(
      'The story cannot go on: It goes round.',
    );
    expect(inWords(event('something-new'))).toBe('Something new');
  });
});
