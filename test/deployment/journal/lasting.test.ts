/** Effects that cannot be undone are listed once for each kind, with all the devices concerned. */
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../contracts/deployment/journal/entries.ts';
import { lastingOf } from '../../../contracts/deployment/journal/lasting.ts';
import type { JournalRun } from '../../../contracts/deployment/journal/reading.ts';

const nothing: JournalRun = {
  nonce: 'abcd2345',
  target: 'http://127.0.0.1:4010',
  basePath: undefined,
  made: [],
  intended: [],
  others: [],
  changes: [],
  effects: [],
};

const listed = (...effects: Effect[]) => lastingOf({ ...nothing, effects });

describe('the list of what cannot be undone', () => {
  it('is empty after a run that did nothing lasting', () => {
    expect(lastingOf(nothing)).toEqual([]);
    const group = { number: 1, resource: 'group', name: 'Group abcd2345' } as const;
    expect(lastingOf({ ...nothing, intended: [group], made: [{ ...group, id: 4 }] })).toEqual([]);
  });

  it.each<[string, Effect[], string]>([
    [
      'e-mails',
      [messages('email', 2, 7), messages('email', 3, 8), messages('email', 1, 7)],
      'up to 6 e-mails were sent from devices 7, 8',
    ],
    ['SMS messages', [messages('sms', 4, 7)], 'up to 4 SMS messages were sent from device 7'],
    ['locations', [reports('locations', 7)], 'locations were posted to device 7'],
    ['alerts', [reports('alerts', 7), reports('alerts', 8)], 'alerts were posted to devices 7, 8'],
    ['activations', [{ entry: 'effect', effect: 'activation', device: 9 }], 'device 9 activated'],
    [
      'moves of the clock',
      [clock(3_600_000), clock(1_000)],
      'the clock was brought forward by 1 hour 1 second in all',
    ],
  ])('has one line for all %s', (_, effects, line) => {
    expect(listed(...effects)).toEqual([line]);
  });

  it('keeps kinds apart, the clock first', () => {
    const effects = [
      reports('alerts', 1),
      reports('locations', 2),
      messages('sms', 1, 3),
      messages('email', 1, 4),
    ];
    expect(listed(...effects, clock(60_000))).toEqual([
      'the clock was brought forward by 1 minute in all',
      'up to 1 e-mails were sent from device 4',
      'up to 1 SMS messages were sent from device 3',
      'locations were posted to device 2',
      'alerts were posted to device 1',
    ]);
  });

  it('names 20 devices, and counts the others', () => {
    const upTo = (count: number) =>
      listed(...Array.from({ length: count }, (_, at) => reports('locations', at + 1)))[0];
    const twenty = Array.from({ length: 20 }, (_, at) => at + 1).join(', ');
    expect(upTo(20)).toBe(`locations were posted to devices ${twenty}`);
    expect(upTo(22)).toBe(`locations were posted to devices ${twenty} and 2 more`);
  });

  it('names each device that was made, and says of how many that is not known', () => {
    const device = (number: number) => ({ number, resource: 'device', name: 'x' }) as const;
    const made = [{ ...device(1), id: 'dev-4' }];
    expect(lastingOf({ ...nothing, made, intended: [device(2)] })).toEqual([
      'device dev-4: the API has no operation that removes one',
      'a device may have been made: look in the user interface',
    ]);
    expect(lastingOf({ ...nothing, intended: [device(2), device(3)] })).toEqual([
      '2 devices may have been made: look in the user interface',
    ]);
  });
});

function messages(channel: 'email' | 'sms', count: number, device: number): Effect {
  return { entry: 'effect', effect: 'messages', channel, count, device };
}

function reports(what: 'locations' | 'alerts', device: number): Effect {
  return { entry: 'effect', effect: 'reports', what, device };
}

function clock(milliseconds: number): Effect {
  return { entry: 'effect', effect: 'clock', milliseconds };
}
