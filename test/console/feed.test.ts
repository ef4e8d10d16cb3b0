import { describe, expect, it } from 'vitest';
import {
  type EventFacts,
  type EventKind,
  messagesInWords,
} from '../../contracts/specification/events/index.ts';
import { type FeedItem, withEvents } from '../../simulator/console/state/feed.ts';
import type { ShownEvent } from '../../simulator/control/schemas/index.ts';

let sequence = 0;
const event = <K extends EventKind>(kind: K, facts: Partial<EventFacts[K]> = {}) =>
  ({ at: '2026-01-05T08:00:00Z', sequence: ++sequence, kind, ...facts }) as ShownEvent;
const first = (items: readonly FeedItem[]) => items[0] as FeedItem;

describe('the feed', () => {
  it('lays the messages of an alert beside it: those sent, and those withheld with the reason', () => {
    const items = withEvents(
      [],
      [
        event('alert-raised', { deviceId: 4, alertId: 9, type: 'sos', severity: 'critical' }),
        event('message-sent', { deviceId: 4, channel: 'email', count: 2, alertId: 9 }),
        event('message-sent', { deviceId: 4, channel: 'email', count: 1, alertId: 9 }),
        event('message-withheld', {
          deviceId: 4,
          channel: 'sms',
          count: 1,
          reason: 'daily-limit',
          alertId: 9,
        }),
      ],
    );
    expect(items).toHaveLength(1);
    expect(first(items).tone).toBe('critical');
    expect(first(items).deliveries.map(messagesInWords)).toEqual([
      '3 e-mails sent',
      '1 SMS withheld: the daily limit is reached',
    ]);
  });

  it('does so for messages that come later than the alert, whatever happened between', () => {
    const raised = withEvents([], [event('alert-raised', { alertId: 9, type: 'tow' })]);
    const items = withEvents(raised, [
      event('day-ended'),
      event('message-withheld', { channel: 'email', count: 1, reason: 'device-expired', alertId: 9 }),
    ]);
    expect(items.map((item) => item.event.kind)).toEqual(['day-ended', 'alert-raised']);
    expect(items[1]?.deliveries.map(messagesInWords)).toEqual(['1 e-mail withheld: the device is expired']);
  });

  it('makes much of what the story did not foresee, and little of what it did', () => {
    const reported = (kind: 'story-refusal' | 'story-expectation', met: boolean) =>
      first(withEvents([], [event(kind, { met })])).tone;
    expect([reported('story-refusal', true), reported('story-expectation', true)]).toEqual(['info', 'info']);
    expect([reported('story-refusal', false), reported('story-expectation', false)]).toEqual([
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
});
