/** What happens in a story, in words: a table from the kind of an event to how it is told. */

import type { Palette } from '../../contracts/kit/palette.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';

type Colour = keyof Palette | 'none';

export interface Told {
  /** One character in front of it. */
  mark: string;
  colour: Colour;
  text: string;
  /** What things that are alike are called together, such as `sos alerts`: of many of them only the first are told. */
  alike?: string;
}

/** What a device is called. */
export type NameOf = (device: number) => string;

/** What an entry of the story tells, as it stands in the file. */
export type CaptionOf = (entry: number) => string;

type Tell = (event: FleetEvent, nameOf: NameOf, captionOf: CaptionOf) => Told;

const messageWords: { readonly [channel: string]: { one: string; many: string } } = {
  email: { one: 'An e-mail', many: 'e-mails' },
  sms: { one: 'An SMS', many: 'SMS' },
};
const reasons: { readonly [reason: string]: string } = {
  'daily-limit': 'the daily limit is reached',
  'device-expired': 'the device has expired',
};

const withheld = { mark: '⊘', colour: 'yellow' } as const;
const quiet = { mark: '·', colour: 'dim' } as const;

/** Kinds that are not here are not told: their numbers stand in the reports. */
const tellings: { readonly [kind: string]: Tell } = {
  'story-caption': ({ text, entry }, _nameOf, captionOf) => ({
    mark: ' ',
    colour: 'none',
    text: String(text),
    alike: `times: ${captionOf(Number(entry))}`,
  }),
  'alert-raised': (event, nameOf) => ({
    mark: '!',
    colour: event.severity === 'critical' ? 'red' : 'yellow',
    text: `${who(event, nameOf)}: ${event.type} (${event.severity})`,
    alike: `${event.type} alerts`,
  }),
  'message-withheld': (event, nameOf) => {
    const reason = reasons[String(event.reason)] ?? String(event.reason);
    return {
      ...withheld,
      text: `${messages(event)} of ${who(event, nameOf)} withheld: ${reason}`,
      alike: `${manyOf(event)} withheld: ${reason}`,
    };
  },
  'limit-reached': (event, nameOf) => ({
    ...withheld,
    text: `${who(event, nameOf)} has reached its daily limit: ${event.limit} ${manyOf(event)}`,
    alike: `daily limits of ${manyOf(event)} reached`,
  }),
  'device-expired': (event, nameOf) => ({
    mark: '○',
    colour: 'yellow',
    text: `${who(event, nameOf)} has expired: its licence is free`,
    alike: 'devices expired',
  }),
  'device-activated': (event, nameOf) => ({
    mark: '●',
    colour: 'green',
    text: `${who(event, nameOf)} is activated and takes a licence`,
    alike: 'devices activated',
  }),
  'device-created': (event, nameOf) => ({
    mark: '+',
    colour: 'cyan',
    text: `${who(event, nameOf)} joins the fleet, licence ${event.licence}`,
    alike: 'devices joined the fleet',
  }),
  'account-changed': (event) => ({ ...quiet, text: accountChange(event) }),
  'token-expired': () => ({ ...quiet, text: 'A token has expired', alike: 'tokens expired' }),
  'day-ended': () => ({ ...quiet, text: 'The day ends: counters start again' }),
  'group-created': () => ({ ...quiet, text: 'A group is created', alike: 'groups created' }),
  'group-deleted': () => ({ ...quiet, text: 'A group is deleted', alike: 'groups deleted' }),
  'user-created': () => ({ ...quiet, text: 'A user is created', alike: 'users created' }),
  'user-deleted': () => ({ ...quiet, text: 'A user is deleted', alike: 'users deleted' }),
  'story-refusal': (event, nameOf) => ({
    ...(event.met === true ? { mark: '⊘', colour: 'cyan' } : { mark: '✗', colour: 'red' }),
    text: refusal(event, nameOf),
    alike: `refusals of ${event.action}`,
  }),
  'story-expectation': ({ label, met, wanted, actual }) =>
    met === true
      ? { mark: '✔', colour: 'dim', text: String(label), alike: `times met: ${label}` }
      : {
          mark: '✗',
          colour: 'red',
          text: `${label}: wanted ${wanted}, actual ${actual}`,
          alike: `times not met: ${label}`,
        },
};

/** How something is told; `undefined` for what is not. */
export function inWords(event: FleetEvent, nameOf: NameOf, captionOf: CaptionOf): Told | undefined {
  return tellings[event.kind]?.(event, nameOf, captionOf);
}

function who({ deviceId }: FleetEvent, nameOf: NameOf): string {
  return typeof deviceId === 'number' ? nameOf(deviceId) : 'the account';
}

function messages(event: FleetEvent): string {
  const { count, channel } = event;
  return count === 1 ? (messageWords[String(channel)]?.one ?? 'A message') : `${count} ${manyOf(event)}`;
}

function manyOf({ channel }: FleetEvent): string {
  return messageWords[String(channel)]?.many ?? 'messages';
}

/** A refusal that the story wants is told as one. */
function refusal(event: FleetEvent, nameOf: NameOf): string {
  const { action = 'the story', deviceId, met, reason } = event;
  const what = deviceId === undefined ? String(action) : `${action} ${who(event, nameOf)}`;
  return `${what}: refused${met === true ? ' as it should be' : ''}. ${reason}`;
}

function accountChange({ apiEnabled, licences, fields }: FleetEvent): string {
  if (apiEnabled !== undefined) return `API access is switched ${apiEnabled === true ? 'on' : 'off'}`;
  if (licences !== undefined) {
    const { total, used } = licences as { total: number; used: number };
    return `The account now has ${total} licences, ${used} of them used`;
  }
  if (Array.isArray(fields) && fields.includes('apiKey')) return 'The account has a new API key';
  return 'The account changes';
}
