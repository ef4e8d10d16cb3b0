/** The effects of a run that cannot be undone, in words: each kind is listed once, however often it was done. */

import { spokenDuration } from '../../kit/durations.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Effect } from './entries.ts';
import { isRemovable, type JournalRun } from './reading.ts';

export const noWayToRemove = 'the API has no operation that removes one';

/** No more ids are listed in one line. */
const MOST_IDS = 20;

export function lastingOf({ made, intended, effects }: JournalRun): string[] {
  const devices = made.filter((one) => !isRemovable(one));
  const open = intended.filter((one) => !isRemovable(one)).length;
  const maybe = `${open === 1 ? 'a device' : `${open} devices`} may have been made: look in the user interface`;
  return [
    ...devices.map(({ id }) => `device ${id}: ${noWayToRemove}`),
    ...(open > 0 ? [maybe] : []),
    ...clockMoves(effects),
    ...words.flatMap(({ of, say }) => {
      const those = effects.filter(of);
      return those.length > 0 ? [say(those)] : [];
    }),
  ];
}

function clockMoves(effects: readonly Effect[]): string[] {
  const moves = effects.flatMap((one) => (one.effect === 'clock' ? [one.milliseconds] : []));
  const all = moves.reduce((sum, ms) => sum + ms, 0);
  return moves.length === 0 ? [] : [`the clock was brought forward by ${spokenDuration(all)} in all`];
}

/** Kinds of effects on devices. */
const words: readonly { of(effect: Effect): boolean; say(effects: readonly Effect[]): string }[] = [
  { of: messagesBy('email'), say: (all) => `up to ${sum(all)} e-mails were sent from ${devicesIn(all)}` },
  { of: messagesBy('sms'), say: (all) => `up to ${sum(all)} SMS messages were sent from ${devicesIn(all)}` },
  { of: reportsOf('locations'), say: (all) => `locations were posted to ${devicesIn(all)}` },
  { of: reportsOf('alerts'), say: (all) => `alerts were posted to ${devicesIn(all)}` },
  { of: (one) => one.effect === 'activation', say: (all) => `${devicesIn(all)} activated` },
];

function messagesBy(channel: 'email' | 'sms') {
  return (one: Effect) => one.effect === 'messages' && one.channel === channel;
}

function reportsOf(what: 'locations' | 'alerts') {
  return (one: Effect) => one.effect === 'reports' && one.what === what;
}

function sum(effects: readonly Effect[]): number {
  return effects.reduce((all, one) => all + (one.effect === 'messages' ? one.count : 0), 0);
}

function devicesIn(effects: readonly Effect[]): string {
  const ids = [...new Set(effects.flatMap((one): AnyId[] => ('device' in one ? [one.device] : [])))];
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : '';
  return `${ids.length === 1 ? 'device' : 'devices'} ${ids.slice(0, MOST_IDS).join(', ')}${more}`;
}
