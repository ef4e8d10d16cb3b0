/** The outcome of a step, in words. */

import { describeValue } from '../deployment/reading/describe.ts';
import type { Event, Served, Settings } from '../judge/event.ts';

export function inWordsOf(event: Event): string {
  switch (event.kind) {
    case 'burst':
      return event.calls.map(inWordsOf).join('; ');
    case 'created':
      return `${event.record}, ${event.others ? 'which was another before' : `with ${texts(event.texts)}`}`;
    case 'replaced':
    case 'updated':
      return `${event.taken}: ${texts(event.texts)}`;
    case 'deleted':
      return event.taken;
    case 'read':
      if (event.found === undefined) return 'an answer that does not show it';
      return event.found
        ? `the ${event.family} ${event.record} with ${texts(event.texts)}`
        : `no ${event.family} ${event.record}`;
    case 'listed':
      return `${event.entries.length} ${event.family}s${event.complete ? '' : ', perhaps more'}`;
    case 'device':
      return `device ${event.device}`;
    case 'set':
      return event.done ? 'done' : 'refused';
    case 'sent':
      return `${event.sent} of ${event.asked} sent`;
    case 'settings':
      return settings(event.read);
    case 'activated':
      return event.activated ? 'activated' : 'refused';
    case 'licences':
    case 'allotted':
      return `${event.used ?? 'an unknown number'} used, ${event.available ?? 'an unknown number'} available`;
    case 'waited':
      return new Date(event.at).toISOString();
    case 'located':
      return `${event.taken}: ${event.place}`;
    case 'last':
      return `${event.place ?? 'none'}${event.time === undefined ? '' : ` of ${new Date(event.time).toISOString()}`}`;
    case 'visited':
      if (event.contradicts) return `the device ${event.device}, otherwise than the list shows it`;
      if (event.shown !== undefined) return `another device, ${event.shown}`;
      if (event.found === undefined) return 'an answer that does not show it';
      return event.found ? `the device ${event.device}` : `no device ${event.device}`;
    case 'strange':
      if (!event.asKnown) return 'not answered as a known device';
      return `${event.id ?? 'it'} answered as a known device${event.shown === undefined ? '' : `, with ${event.shown}`}`;
    case 'alerted':
      return event.taken;
    case 'devices':
      return `${event.listed.length} devices${event.complete ? '' : ', perhaps more'}${event.repeated.map((id) => `, the device ${id} more than once`).join('')}`;
    case 'issued':
      return `${event.issued ? 'a token' : 'no token'}${event.form?.shown === undefined ? '' : ` in ${event.form.shown}`}`;
    case 'choices':
      return event.count === undefined ? 'an answer that does not show them' : `${event.count} entries`;
    case 'access':
      return 'done';
    case 'alerts':
      return `it shows ${event.marks.length} of the alerts that were sent`;
    case 'called':
      return servedInWords[event.served];
  }
}

const servedInWords = {
  yes: 'served',
  heard: 'answered otherwise than without a token',
  no: 'refused',
  absent: 'answered like an unknown path',
  unclear: 'an answer that does not show it',
} as const satisfies { readonly [S in Served]: string };

/** The entries of a record that one list shows, and another of the same step does not show so, in words. */
export function entriesInWords(
  { family, entries }: Extract<Event, { kind: 'listed' }>,
  id: string | undefined,
): string {
  const own = entries.filter((entry) => entry.id === id);
  if (own.length === 0) return `no ${family} ${id} in the list`;
  return `the ${family} ${id} in the list${own.length > 1 ? ' more than once' : ''}, with ${own.map((entry) => texts(entry.texts)).join(', and ')}`;
}

function texts(facts: { readonly [fact: string]: string }): string {
  const known = Object.entries(facts).map(([fact, text]) => `${fact} ${describeValue(text)}`);
  return known.length === 0 ? 'nothing that is known' : known.join(', ');
}

function settings(read: Settings): string {
  const known = Object.entries(read).map(([name, value]) => `${name} ${value ?? 'none'}`);
  return known.length === 0 ? 'nothing' : known.join(', ');
}
