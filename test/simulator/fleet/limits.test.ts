import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Channel, channels } from '../../../simulator/fleet/types.ts';
import { DAY, HOUR, refusal, world } from './world.ts';

const setting = { email: 'dailyEmail', sms: 'dailySms' } as const;

describe.each(channels)('the daily limit of %s', (channel: Channel) => {
  const other: Channel = channel === 'email' ? 'sms' : 'email';
  const limited = (limit: number) => {
    const made = world();
    made.fleet.limits.set(1, { [setting[channel]]: limit });
    return { ...made, send: (count: number, id = 1) => made.fleet.limits.send(id, channel, count) };
  };

  it('lets messages through below it, and withholds them once it is reached', () => {
    const { send, fleet } = limited(3);
    expect(send(2)).toEqual({ sent: 2, withheld: 0, reason: null });
    expect(send(2)).toEqual({ sent: 1, withheld: 1, reason: 'daily-limit' });
    expect(send(1)).toEqual({ sent: 0, withheld: 1, reason: 'daily-limit' });
    expect(fleet.limits.get(1).usage[channel]).toBe(3);
  });

  it('of 0 is a limit', () => {
    expect(limited(0).send(1)).toEqual({ sent: 0, withheld: 1, reason: 'daily-limit' });
  });

  it('is none where none was set', () => {
    const { fleet } = world();
    expect(fleet.limits.send(1, channel, 500)).toEqual({ sent: 500, withheld: 0, reason: null });
    expect(fleet.limits.get(1)[setting[channel]]).toBeNull();
  });

  it('holds for one day: on the next the counter starts from zero', () => {
    const { send, fleet, until } = limited(2);
    send(5);
    until('2026-01-05T23:59:59.999Z');
    expect(send(1).sent).toBe(0);
    until('2026-01-06T00:00:00Z');
    expect(fleet.limits.get(1).usage).toEqual({ email: 0, sms: 0 });
    expect(send(5)).toEqual({ sent: 2, withheld: 3, reason: 'daily-limit' });
  });

  it('stops neither another device nor the other channel', () => {
    const { send, fleet } = limited(1);
    fleet.limits.set(2, { [setting[channel]]: 1 });
    fleet.limits.set(1, { [setting[other]]: 1 });
    expect(send(2).sent).toBe(1);
    expect(send(1, 2).sent).toBe(1);
    expect(fleet.limits.send(1, other, 1).sent).toBe(1);
    expect(fleet.limits.get(1).usage).toEqual({ email: 1, sms: 1 });
  });

  it('counts at once when it is raised, lowered or taken away', () => {
    const { send, fleet } = limited(2);
    send(3);
    fleet.limits.set(1, { [setting[channel]]: 4 });
    expect(send(3)).toMatchObject({ sent: 2, withheld: 1 });
    fleet.limits.set(1, { [setting[channel]]: 1 });
    expect(send(1)).toMatchObject({ sent: 0, withheld: 1 });
    expect(fleet.limits.get(1).usage[channel]).toBe(4);
    fleet.limits.set(1, { [setting[channel]]: null });
    expect(send(10)).toMatchObject({ sent: 10 });
  });

  it('is reported once a day when it is reached, and again when it was changed', () => {
    const { send, fleet, pass } = limited(1);
    const reported = () => fleet.log.counts['limit-reached'];
    send(1);
    expect(reported()).toBe(0);
    send(1);
    send(1);
    expect(reported()).toBe(1);
    fleet.limits.set(1, { [setting[channel]]: 0 });
    send(1);
    expect(reported()).toBe(2);
    pass(DAY);
    send(1);
    expect(reported()).toBe(3);
  });

  it('leaves a record of every message, sent or withheld and why', () => {
    const { send, fleet } = limited(1);
    send(2);
    expect(fleet.outbox.list()).toMatchObject([
      { id: 1, deviceId: 1, channel, outcome: 'sent', reason: null },
      { id: 2, deviceId: 1, channel, outcome: 'withheld', reason: 'daily-limit' },
    ]);
    expect([fleet.outbox.sent, fleet.outbox.withheld]).toEqual([1, 1]);
  });

  it.each([-1, 1_000_001, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %s', (limit) => {
    const { fleet } = limited(3);
    const attempt = () =>
      fleet.limits.set(1, { [setting[channel]]: limit, expires: true, expirationDate: '2026-02-01' });
    expect(attempt).toThrowError(
      expect.objectContaining(refusal('LIMIT_OUT_OF_RANGE', { field: setting[channel] })),
    );
    expect(fleet.limits.get(1)).toMatchObject({
      [setting[channel]]: 3,
      expires: false,
      expirationDate: null,
    });
  });
});

describe('limits', () => {
  it('can begin with what the policy says, and be in its range', () => {
    const { fleet } = world({
      licences: 5,
      policy: { 'limits.default': { email: 2, sms: 0 }, 'limits.range': { min: 0, max: 10, whole: false } },
    });
    expect(fleet.limits.get(4)).toMatchObject({ dailyEmail: 2, dailySms: 0 });
    expect(fleet.limits.send(fleet.devices.create({}).id, 'email', 3).sent).toBe(2);
    expect(fleet.limits.set(1, { dailyEmail: 2.5 }).dailyEmail).toBe(2.5);
    expect(fleet.limits.send(1, 'email', 9).sent).toBe(2);
    expect(() => fleet.limits.set(1, { dailyEmail: 11 })).toThrowError(
      expect.objectContaining(refusal('LIMIT_OUT_OF_RANGE')),
    );
  });

  it('refuse to have their usage written, and change nothing', () => {
    const { fleet } = world();
    fleet.limits.send(1, 'sms', 3);
    const change = { usage: { email: 0, sms: 0 }, dailySms: 9 };
    expect(() => fleet.limits.set(1, change)).toThrowError(
      expect.objectContaining(refusal('USAGE_READ_ONLY')),
    );
    expect(fleet.limits.get(1)).toMatchObject({ dailySms: null, usage: { email: 0, sms: 3 } });
  });

  it.each([
    ['a text for a number', { dailySms: '5' }],
    ['a number for a flag', { expires: 1 }],
    ['a setting that does not exist', { dailyFax: 1 }],
    ['a way into the prototype', JSON.parse('{"__proto__": 1, "dailySms": 1}')],
  ])('refuse %s', (_what, change) => {
    const { fleet } = world();
    const attempt = () => fleet.limits.set(1, change as object);
    expect(attempt).toThrowError(expect.objectContaining(refusal('SETTING_INVALID')));
    expect(fleet.limits.get(1).dailySms).toBeNull();
  });

  it.each([-1, 0.5, 1_000_001, Number.NaN])('do not send %s messages', (count) => {
    const { fleet } = world();
    expect(() => fleet.limits.send(1, 'sms', count)).toThrowError(
      expect.objectContaining(refusal('COUNT_OUT_OF_RANGE')),
    );
    expect(fleet.outbox.list()).toEqual([]);
  });

  it.each([0, 5, 1.5, -1, Number.NaN])('know no device %s', (id) => {
    const { fleet } = world();
    for (const attempt of [
      () => fleet.limits.get(id),
      () => fleet.limits.set(id, {}),
      () => fleet.limits.send(id, 'sms', 1),
    ]) {
      expect(attempt).toThrowError(expect.objectContaining(refusal('UNKNOWN_DEVICE')));
    }
  });

  it('are never passed at the time of sending, and count every message of the day', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('send' as const),
        channel: fc.constantFrom(...channels),
        count: fc.nat(6),
      }),
      fc.record({
        do: fc.constant('limit' as const),
        channel: fc.constantFrom(...channels),
        limit: fc.option(fc.nat(8)),
      }),
      fc.record({ do: fc.constant('wait' as const), hours: fc.nat(30) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { fleet, pass, timeline } = world({ devices: 1 });
        const sent = { email: 0, sms: 0 };
        for (const next of steps) {
          const day = Math.floor(timeline.now / DAY);
          if (next.do === 'wait') pass(next.hours * HOUR);
          if (Math.floor(timeline.now / DAY) !== day) Object.assign(sent, { email: 0, sms: 0 });
          if (next.do === 'limit') fleet.limits.set(1, { [setting[next.channel]]: next.limit });
          if (next.do === 'send') {
            const limit = fleet.limits.get(1)[setting[next.channel]];
            const result = fleet.limits.send(1, next.channel, next.count);
            sent[next.channel] += result.sent;
            expect(result.sent + result.withheld).toBe(next.count);
            if (limit !== null && result.sent > 0) expect(sent[next.channel]).toBeLessThanOrEqual(limit);
            if (limit !== null && result.withheld > 0)
              expect(sent[next.channel]).toBeGreaterThanOrEqual(limit);
          }
          expect(fleet.limits.get(1).usage).toEqual(sent);
        }
      }),
    );
  });
});

describe('the end of the day', () => {
  it.each([
    [
      'Europe/Berlin',
      '00:00',
      '2026-03-28T12:00:00Z',
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ],
    [
      'America/New_York',
      '00:00',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '00:00',
      '2026-04-04T00:00:00Z',
      ['2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ],
    [
      'America/Santiago',
      '00:00',
      '2026-09-05T12:00:00Z',
      ['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    ],
    ['UTC', '17:30', '2026-01-06T12:00:00Z', ['2026-01-06T17:30:00.000Z', '2026-01-07T17:30:00.000Z']],
  ])('is in %s at %s, clock changes included', (dayTimeZone, dayEnds, from, expected) => {
    const { fleet, until, pass } = world({ policy: { 'day.time-zone': dayTimeZone, 'day.ends': dayEnds } });
    until(from);
    const before = fleet.log.head;
    pass(2 * DAY);
    const ends = fleet.log.since(before, 10).map(({ at }) => new Date(at).toISOString());
    expect(ends.slice(0, 2)).toEqual(expected);
  });

  it('is one event for the account, however many devices it has', () => {
    const { timeline } = world({ devices: 10_000 });
    expect(timeline.runUntil(timeline.now + DAY)).toMatchObject({ events: 1 });
    expect(timeline.upcoming(10, ['day-end'])).toHaveLength(1);
  });
});

describe('an expired device', () => {
  const expired = (options: Parameters<typeof world>[0] = {}) => {
    const made = world(options);
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05', dailySms: 1 });
    return made.fleet;
  };

  it('sends nothing', () => {
    const fleet = expired();
    expect(fleet.limits.send(1, 'sms', 2)).toEqual({ sent: 0, withheld: 2, reason: 'device-expired' });
    expect(fleet.outbox.list()[0]).toMatchObject({ outcome: 'withheld', reason: 'device-expired' });
  });

  it('sends without limits where its limits lift', () => {
    const fleet = expired({ policy: { 'expiry.limits': 'limits-lift' } });
    expect(fleet.limits.send(1, 'sms', 7)).toEqual({ sent: 7, withheld: 0, reason: null });
    expect(fleet.limits.get(1).usage.sms).toBe(7);
  });
});

describe('messages at once', () => {
  it('are a million at the most', () => {
    const { fleet } = world();
    expect(fleet.limits.send(1, 'email', 1_000_000)).toMatchObject({ sent: 1_000_000, withheld: 0 });
    for (const count of [1_000_001, -1, 0.5])
      expect(() => fleet.limits.send(1, 'email', count)).toThrowError(
        expect.objectContaining(refusal('COUNT_OUT_OF_RANGE', { field: 'count' })),
      );
    expect(fleet.limits.get(1).usage.email).toBe(1_000_000);
  });
});
