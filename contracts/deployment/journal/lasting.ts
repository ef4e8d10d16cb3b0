/** The effects of a run that cannot be undone, in words: each kind is listed once, however often it was done. */

import { spokenDuration } from '../../kit/durations.ts';
import type { Do } from './entries.ts';
import type { Ledger } from './ledger.ts';

export const noWayToRemove = 'the API has no operation that removes one';

/** By call, and by channel for messages. */
const words: { readonly [what: string]: (devices: string, sum: number) => string } = {
  advance: (_, ms) => `the clock was brought forward by ${spokenDuration(ms)} in all`,
  email: (devices, sum) => `up to ${sum} e-mails were sent from ${devices}`,
  sms: (devices, sum) => `up to ${sum} SMS messages were sent from ${devices}`,
  postLocations: (devices) => `locations were posted to ${devices}`,
  postAlerts: (devices) => `alerts were posted to ${devices}`,
  activate: (devices) => `${devices} activated`,
};

export function lastingOf(ledger: Ledger): string[] {
  const devices = ledger.made('device').filter(({ undo }) => !undo);
  const open = devices.filter(({ id }) => id === undefined).length;
  const maybe = `${open === 1 ? 'a device' : `${open} devices`} may have been made: look in the user interface`;
  const said = Object.entries(words).flatMap(([what, say]) => {
    const all = ledger.lasting.filter((one) => (one.call === 'send' ? one.channel : one.call) === what);
    const sum = all.reduce((total, one) => total + amountOf(one), 0);
    const ids = [...new Set(all.flatMap((one) => ('id' in one ? [one.id] : [])))];
    return all.length > 0 ? [say(`${ids.length === 1 ? 'device' : 'devices'} ${ids.join(', ')}`, sum)] : [];
  });
  return [
    ...devices.flatMap(({ id }) => (id === undefined ? [] : [`device ${id}: ${noWayToRemove}`])),
    ...(open > 0 ? [maybe] : []),
    ...said,
  ];
}

function amountOf(one: Do): number {
  return one.call === 'send' ? one.count : one.call === 'advance' ? one.milliseconds : 0;
}
