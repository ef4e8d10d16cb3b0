/** The effects of a run that cannot be undone, in words: each kind is listed once, however often it was done. */

import { spokenDuration } from '../../kit/durations.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Do } from './entries.ts';
import type { Ledger } from './ledger.ts';

export const noWayToRemove = 'the API has no operation that removes one';

/** No more ids are listed in one line. */
const MAX_IDS = 20;

const words: readonly { isOne(effect: Do): boolean; say(devices: string, sum: number): string }[] = [
  {
    isOne: ({ call }) => call === 'advance',
    say: (_, ms) => `the clock was brought forward by ${spokenDuration(ms)} in all`,
  },
  { isOne: sends('email'), say: (devices, sum) => `up to ${sum} e-mails were sent from ${devices}` },
  { isOne: sends('sms'), say: (devices, sum) => `up to ${sum} SMS messages were sent from ${devices}` },
  { isOne: ({ call }) => call === 'postLocations', say: (devices) => `locations were posted to ${devices}` },
  { isOne: ({ call }) => call === 'postAlerts', say: (devices) => `alerts were posted to ${devices}` },
  { isOne: ({ call }) => call === 'activate', say: (devices) => `${devices} activated` },
];

export function lastingOf(ledger: Ledger): string[] {
  const devices = ledger.made('device').filter(({ undo }) => !undo);
  const open = devices.filter(({ id }) => id === undefined).length;
  const maybe = `${open === 1 ? 'a device' : `${open} devices`} may have been made: look in the user interface`;
  return [
    ...devices.flatMap(({ id }) => (id === undefined ? [] : [`device ${id}: ${noWayToRemove}`])),
    ...(open > 0 ? [maybe] : []),
    ...words.flatMap(({ isOne, say }) => {
      const all = ledger.lasting.filter(isOne);
      return all.length > 0
        ? [
            say(
              devicesIn(all),
              all.reduce((sum, one) => sum + amountOf(one), 0),
            ),
          ]
        : [];
    }),
  ];
}

function sends(channel: 'email' | 'sms') {
  return (one: Do) => one.call === 'send' && one.channel === channel;
}

function amountOf(one: Do): number {
  return one.call === 'send' ? one.count : one.call === 'advance' ? one.milliseconds : 0;
}

function devicesIn(effects: readonly Do[]): string {
  const ids = [...new Set(effects.flatMap((one): AnyId[] => ('id' in one ? [one.id] : [])))];
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : '';
  return `${ids.length === 1 ? 'device' : 'devices'} ${ids.slice(0, MAX_IDS).join(', ')}${more}`;
}
