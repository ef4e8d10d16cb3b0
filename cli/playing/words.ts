/** What happens in a story, in words: a table from the kind of a happening to how it is told. */

import type { Palette } from '../../contracts/kit/palette.ts';
import type { Happening } from '../../simulator/index.ts';

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

type Tell = (happening: Happening, nameOf: NameOf, captionOf: CaptionOf) => Told;

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
  'alert-raised': (happening, nameOf) => ({
    mark: '!',
    colour: happening.severity === 'critical' ? 'red' : 'yellow',
    text: `${who(happening, nameOf)}: ${happening.type} (${happening.severity})`,
    alike: `${happening.type} alerts`,
  }),
  'message-withheld': (happening, nameOf) => {
    const reason = reasons[String(happening.reason)] ?? String(happening.reason);
    return {
      ...withheld,
      text: `${messages(happening)} of ${who(happening, nameOf)} withheld: ${reason}`,
      alike: `${manyOf(happening)} withheld: ${reason}`,
    };
  },
  'limit-reached': (happening, nameOf) => ({
    ...withheld,
    text: `${who(happening, nameOf)} has reached its daily limit: ${happening.limit} ${manyOf(happening)}`,
    alike: `daily limits of ${manyOf(happening)} reached`,
  }),
  'device-expired': (happening, nameOf) => ({
    mark: '○',
    colour: 'yellow',
    text: `${who(happening, nameOf)} has expired: its licence is free`,
    alike: 'devices expired',
  }),
  'device-activated': (happening, nameOf) => ({
    mark: '●',
    colour: 'green',
    text: `${who(happening, nameOf)} is activated and takes a licence`,
    alike: 'devices activated',
  }),
  'device-created': (happening, nameOf) => ({
    mark: '+',
    colour: 'cyan',
    text: `${who(happening, nameOf)} joins the fleet, licence ${happening.licence}`,
    alike: 'devices joined the fleet',
  }),
  'account-changed': (happening) => ({ ...quiet, text: accountChange(happening) }),
  'token-expired': () => ({ ...quiet, text: 'A token has expired', alike: 'tokens expired' }),
  'day-ended': () => ({ ...quiet, text: 'The day ends: counters start again' }),
  'group-created': () => ({ ...quiet, text: 'A group is created', alike: 'groups created' }),
  'group-deleted': () => ({ ...quiet, text: 'A group is deleted', alike: 'groups deleted' }),
  'user-created': () => ({ ...quiet, text: 'A user is created', alike: 'users created' }),
  'user-deleted': () => ({ ...quiet, text: 'A user is deleted', alike: 'users deleted' }),
  'story-refusal': (happening, nameOf) => ({
    ...(happening.met === true ? { mark: '⊘', colour: 'cyan' } : { mark: '✗', colour: 'red' }),
    text: refusal(happening, nameOf),
    alike: `refusals of ${happening.action}`,
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
export function inWords(happening: Happening, nameOf: NameOf, captionOf: CaptionOf): Told | undefined {
  return tellings[happening.kind]?.(happening, nameOf, captionOf);
}

function who({ deviceId }: Happening, nameOf: NameOf): string {
  return typeof deviceId === 'number' ? nameOf(deviceId) : 'the account';
}

function messages(happening: Happening): string {
  const { count, channel } = happening;
  return count === 1 ? (messageWords[String(channel)]?.one ?? 'A message') : `${count} ${manyOf(happening)}`;
}

function manyOf({ channel }: Happening): string {
  return messageWords[String(channel)]?.many ?? 'messages';
}

/** A refusal that the story wants is told as one. */
function refusal(happening: Happening, nameOf: NameOf): string {
  const { action = 'the story', deviceId, met, reason } = happening;
  const what = deviceId === undefined ? String(action) : `${action} ${who(happening, nameOf)}`;
  return `${what}: refused${met === true ? ' as it should be' : ''}. ${reason}`;
}

function accountChange({ apiEnabled, licences, fields }: Happening): string {
  if (apiEnabled !== undefined) return `API access is switched ${apiEnabled === true ? 'on' : 'off'}`;
  if (licences !== undefined) {
    const { total, used } = licences as { total: number; used: number };
    return `The account now has ${total} licences, ${used} of them used`;
  }
  if (Array.isArray(fields) && fields.includes('apiKey')) return 'The account has a new API key';
  return 'The account changes';
}
