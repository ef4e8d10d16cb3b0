import { describe, expect, it } from 'vitest';
import { eventKinds, events, serviceEventKinds } from '../../contracts/specification/events/index.ts';

describe('events in words', () => {
  it('name what happened, on the page and in the terminal alike', () => {
    expect(events['alert-raised'].words({ ...alert, type: 'power-cut' })).toBe('power cut (critical)');
    expect(events['alert-raised'].words({ ...alert, type: 'gps-lost' })).toBe('GPS lost (critical)');
    const reached = { kind: 'limit-reached', deviceId: 'dev-1', channel: 'sms', limit: 5 } as const;
    expect(events['limit-reached'].words(reached)).toBe('daily SMS limit of 5 reached');
    expect(events['group-created'].words({ kind: 'group-created', groupId: 'g-7' })).toBe(
      'group g-7 created',
    );
  });

  it('give the reason why messages were withheld, and their number', () => {
    const facts = { deviceId: 1, alertId: null, channel: 'email' } as const;
    const sent = { kind: 'message-sent', ...facts, count: 1 } as const;
    expect(events['message-sent'].words(sent)).toBe('1 e-mail sent');
    const withheld = { kind: 'message-withheld', ...facts, count: 1_200, reason: 'daily-limit' } as const;
    expect(events['message-withheld'].words(withheld)).toBe(
      '1,200 e-mails withheld: the daily limit is reached',
    );
    expect(events['message-withheld'].words({ ...withheld, count: 1, reason: 'device-expired' })).toBe(
      '1 e-mail withheld: the device is expired',
    );
  });

  it('list the settings that were changed, and no others', () => {
    const set = { kind: 'limits-set', deviceId: 1, expires: true, dailyEmail: null } as const;
    expect(events['limits-set'].words(set)).toBe('settings: expires on, daily e-mail limit none');
    expect(events['limits-set'].words({ kind: 'limits-set', deviceId: 1 })).toBe('settings: unchanged');
  });

  it('distinguish a refusal that a story expects from one that it does not', () => {
    const refusal = {
      kind: 'story-refusal',
      action: 'set-limits',
      code: 'NO_LICENCE_AVAILABLE',
      reason: 'All 3 licences are used.',
      met: true,
    } as const;
    expect(events['story-refusal'].words(refusal)).toBe(
      'set limits refused, as expected: All 3 licences are used.',
    );
    expect(events['story-refusal'].words({ ...refusal, met: false })).toBe(
      'set limits refused, unexpectedly: All 3 licences are used.',
    );
    const { action: _, ...ended } = { ...refusal, reason: 'It goes round.', met: false };
    expect(events['story-refusal'].words(ended)).toBe('the story cannot go on: It goes round.');
  });
});

const alert = {
  kind: 'alert-raised',
  alertId: 1,
  deviceId: 'dev-1',
  severity: 'critical',
  raisedAt: '2026-01-05T08:00:00Z',
} as const;

describe('the kinds of events', () => {
  it('are all different, and those of stories are not of the service', () => {
    expect(new Set(eventKinds).size).toBe(eventKinds.length);
    expect(eventKinds.filter((kind) => !new Set<string>(serviceEventKinds).has(kind))).toEqual([
      'story-chapter',
      'story-caption',
      'story-expectation',
      'story-refusal',
    ]);
  });
});
