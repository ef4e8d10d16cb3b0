/** The effects of a run that cannot be undone, in words: each kind is listed once, however often it was done. */

import { spokenDuration } from '../../kit/durations.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Do } from './entries.ts';
import type { Ledger } from './ledger.ts';

export const noWayToRemove = 'the API has no operation that removes one';

/** No more ids are listed in one line. */
const MAX_IDS = 20;

export function lastingOf(ledger: Ledger): string[] {
  const devices = ledger.made('device').filter(({ undo }) => !undo);
  const open = devices.filter(({ id }) => id === undefined).length;
  const maybe = `${open === 1 ? 'a device' : `${open} devices`} may have been made: look in the user interface`;
  return [
    ...devices.flatMap(({ id }) => (id === undefined ? [] : [`device ${id}: ${noWayToRemove}`])),
    ...(open > 0 ? [maybe] : []),
    ...words.flatMap(({ of, say }) => {
      const those = ledger.lasting.filter(of);
      return those.length > 0 ? [say(those)] : [];
    }),
  ];
}

const words: readonly { of(effect: Do): boolean; say(effects: readonly Do[]): string }[] = [
  {
    of: ({ call }) => call === 'advance',
    say: (all) =>
      `the clock was brought forward by ${spokenDuration(sum(all, (one) => (one.call === 'advance' ? one.milliseconds : 0)))} in all`,
  },
  { of: sends('email'), say: (all) => `up to ${messages(all)} e-mails were sent from ${devicesIn(all)}` },
  { of: sends('sms'), say: (all) => `up to ${messages(all)} SMS messages were sent from ${devicesIn(all)}` },
  { of: ({ call }) => call === 'postLocations', say: (all) => `locations were posted to ${devicesIn(all)}` },
  { of: ({ call }) => call === 'postAlerts', say: (all) => `alerts were posted to ${devicesIn(all)}` },
  { of: ({ call }) => call === 'activate', say: (all) => `${devicesIn(all)} activated` },
];

function sends(channel: 'email' | 'sms') {
  return (one: Do) => one.call === 'send' && one.channel === channel;
}

function messages(effects: readonly Do[]): number {
  return sum(effects, (one) => (one.call === 'send' ? one.count : 0));
}

function sum(effects: readonly Do[], of: (effect: Do) => number): number {
  return effects.reduce((all, one) => all + of(one), 0);
}

function devicesIn(effects: readonly Do[]): string {
  const ids = [...new Set(effects.flatMap((one): AnyId[] => ('id' in one ? [one.id] : [])))];
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : '';
  return `${ids.length === 1 ? 'device' : 'devices'} ${ids.slice(0, MAX_IDS).join(', ')}${more}`;
}
