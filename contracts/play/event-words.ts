/** The outcome of a step, in words. */

import { describeValue } from '../deployment/reading/describe.ts';
import type { Event, Served, Settings, Texts } from '../judge/event.ts';

export function inWordsOf(event: Event): string {
  return words[event.kind](event as never);
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const done = () => 'done';
const written = ({ taken, texts }: Of<'replaced' | 'updated'>) => `${taken}: ${textsInWords(texts)}`;
const counted = ({ used, available }: Of<'licences' | 'allotted'>) =>
  `${used ?? 'an unknown number'} used, ${available ?? 'an unknown number'} available`;
const iso = (time: number) => new Date(time).toISOString();
const perhapsMore = ({ complete }: { complete: boolean }) => (complete ? '' : ', perhaps more');
const NOT_SHOWN = 'an answer that does not show it';

const words: { readonly [K in Event['kind']]: (event: Of<K>) => string } = {
  burst: ({ calls }) => calls.map(inWordsOf).join('; '),
  created: ({ record, others, texts }) =>
    `${record}, ${others ? 'which was another before' : `with ${textsInWords(texts)}`}`,
  replaced: written,
  updated: written,
  deleted: ({ taken }) => taken,
  read({ found, family, record, texts }) {
    if (found === undefined) return NOT_SHOWN;
    return found ? `the ${family} ${record} with ${textsInWords(texts)}` : `no ${family} ${record}`;
  },
  listed: (event) => `${event.entries.length} ${event.family}s${perhapsMore(event)}`,
  device: ({ device }) => `device ${device}`,
  set: (event) => (event.done ? 'done' : 'refused'),
  sent: ({ sent, asked }) => `${sent} of ${asked} sent`,
  settings: ({ read }) => settingsInWords(read),
  activated: ({ activated }) => (activated ? 'activated' : 'refused'),
  licences: counted,
  allotted: counted,
  waited: ({ at }) => iso(at),
  located: ({ taken, place }) => `${taken}: ${place}`,
  last: ({ place, time }) => `${place ?? 'none'}${time === undefined ? '' : ` of ${iso(time)}`}`,
  visited({ device, found, shown, contradicts }) {
    if (contradicts) return `the device ${device}, otherwise than the list shows it`;
    if (shown !== undefined) return `another device, ${shown}`;
    if (found === undefined) return NOT_SHOWN;
    return found ? `the device ${device}` : `no device ${device}`;
  },
  strange({ asKnown, id, shown }) {
    if (!asKnown) return 'not answered as a known device';
    return `${id ?? 'it'} answered as a known device${shown === undefined ? '' : `, with ${shown}`}`;
  },
  alerted: ({ taken }) => taken,
  devices: (event) =>
    `${event.listed.length} devices${perhapsMore(event)}${event.repeated.map((id) => `, the device ${id} more than once`).join('')}`,
  issued: ({ issued, form }) =>
    `${issued ? 'a token' : 'no token'}${form?.shown === undefined ? '' : ` in ${form.shown}`}`,
  choices: ({ count }) => (count === undefined ? 'an answer that does not show them' : `${count} entries`),
  access: done,
  alerts: ({ marks }) => `it shows ${marks.length} of the alerts that were sent`,
  called: ({ served }) => servedInWords[served],
};

const servedInWords = {
  yes: 'served',
  heard: 'answered otherwise than without a token',
  no: 'refused',
  absent: 'answered like an unknown path',
  unclear: NOT_SHOWN,
} as const satisfies { readonly [S in Served]: string };

/** The entries of a record that one list shows, and another of the same step does not show so, in words. */
export function entriesInWords({ family, entries }: Of<'listed'>, id: string | undefined): string {
  const own = entries.filter((entry) => entry.id === id);
  if (own.length === 0) return `no ${family} ${id} in the list`;
  return `the ${family} ${id} in the list${own.length > 1 ? ' more than once' : ''}, with ${own.map((entry) => textsInWords(entry.texts)).join(', and ')}`;
}

function textsInWords(texts: Texts): string {
  const known = Object.entries(texts).map(([fact, text]) => `${fact} ${describeValue(text)}`);
  return known.join(', ') || 'nothing that is known';
}

function settingsInWords(read: Settings): string {
  const known = Object.entries(read).map(([name, value]) => `${name} ${value ?? 'none'}`);
  return known.join(', ') || 'nothing';
}
