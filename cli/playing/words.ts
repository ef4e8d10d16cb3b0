/** What happens in a story, in words: a table from the kind of a happening to how it is told. */
import type { Happening } from '../../simulator/index.ts';
import type { Io } from '../command.ts';

type Colour = keyof Pick<Io['colors'], 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'reset'>;

export interface Told {
  /** One character in front of it. */
  mark: string;
  colour: Colour;
  text: string;
  /** What is alike: of many alike only the first are told. Absent: always told. */
  alike?: string;
}

/** What a device is called. */
export type NameOf = (device: number) => string;

type Tell = (happening: Happening, nameOf: NameOf) => Told | undefined;

const channels: { readonly [channel: string]: string } = { email: 'e-mail', sms: 'SMS' };
const reasons: { readonly [reason: string]: string } = {
  'daily-limit': 'the daily limit is reached',
  'device-expired': 'the device has expired',
};

/** Kinds that are not here are not told: their numbers stand in the summary. */
const tellings: { readonly [kind: string]: Tell } = {
  'story-caption': ({ text, deviceId, entry }) => ({
    mark: ' ',
    colour: 'reset',
    text: String(text),
    ...(deviceId !== undefined && { alike: `caption ${entry}` }),
  }),
  'alert-raised': (happening, nameOf) => ({
    mark: '!',
    colour: happening.severity === 'critical' ? 'red' : 'yellow',
    text: `${who(happening, nameOf)}: ${happening.type} (${happening.severity})`,
    alike: `alerts ${happening.type}`,
  }),
  'message-withheld': (happening, nameOf) => ({
    mark: '⊘',
    colour: 'yellow',
    text: `${messages(happening)} of ${who(happening, nameOf)} withheld: ${word(reasons, happening.reason)}`,
    alike: `withheld ${happening.channel} ${happening.reason}`,
  }),
  'limit-reached': (happening, nameOf) => ({
    mark: '⊘',
    colour: 'yellow',
    text: `${who(happening, nameOf)} has reached its daily limit of ${happening.limit} by ${word(channels, happening.channel)}`,
    alike: `limit ${happening.channel}`,
  }),
  'device-expired': (happening, nameOf) => ({
    mark: '○',
    colour: 'yellow',
    text: `${who(happening, nameOf)} has expired: its licence is free`,
    alike: 'expired',
  }),
  'device-activated': (happening, nameOf) => ({
    mark: '●',
    colour: 'green',
    text: `${who(happening, nameOf)} is activated and takes a licence`,
    alike: 'activated',
  }),
  'device-created': (happening, nameOf) => ({
    mark: '+',
    colour: 'cyan',
    text: `${who(happening, nameOf)} joins the fleet, licence ${happening.licence}`,
    alike: 'created',
  }),
  'account-changed': (happening) => ({ mark: '·', colour: 'dim', text: accountChange(happening) }),
  'token-expired': () => ({ mark: '·', colour: 'dim', text: 'A token has expired', alike: 'token' }),
  'day-ended': () => ({ mark: '·', colour: 'dim', text: 'The day ends: counters start again' }),
  'group-created': () => record('A group is created'),
  'group-deleted': () => record('A group is deleted'),
  'user-created': () => record('A user is created'),
  'user-deleted': () => record('A user is deleted'),
  'story-refusal': (happening, nameOf) => ({
    ...(happening.met === true ? { mark: '⊘', colour: 'cyan' } : { mark: '✗', colour: 'red' }),
    text: refusal(happening, nameOf),
    alike: `refused ${happening.action} ${happening.code}`,
  }),
  'story-expectation': ({ label, met, wanted, actual, entry }) =>
    met === true
      ? { mark: '✔', colour: 'dim', text: String(label), alike: `met ${entry} ${label}` }
      : {
          mark: '✗',
          colour: 'red',
          text: `${label}: wanted ${wanted}, actual ${actual}`,
          alike: `failed ${entry} ${label}`,
        },
};

/** How something is told; `undefined` for what is not. */
export function inWords(happening: Happening, nameOf: NameOf): Told | undefined {
  return tellings[happening.kind]?.(happening, nameOf);
}

function who({ deviceId }: Happening, nameOf: NameOf): string {
  return typeof deviceId === 'number' ? nameOf(deviceId) : 'the account';
}

/** A refusal that the story wants is told as one. */
function refusal(happening: Happening, nameOf: NameOf): string {
  const { action = 'the story', deviceId, met, reason } = happening;
  const what = deviceId === undefined ? String(action) : `${action} ${who(happening, nameOf)}`;
  return `${what}: refused${met === true ? ' as it should be' : ''}. ${reason}`;
}

function messages({ count, channel }: Happening): string {
  const name = word(channels, channel);
  return count === 1
    ? `${name === 'SMS' ? 'An' : 'An'} ${name}`
    : `${count} ${name}${name === 'SMS' ? '' : 's'}`;
}

function accountChange({ apiEnabled, licences, fields }: Happening): string {
  if (apiEnabled !== undefined) return `API access is switched ${apiEnabled === true ? 'on' : 'off'}`;
  if (licences !== undefined) {
    const { total, used } = licences as { total: number; used: number };
    return `The account now has ${total} licences, ${used} of them used`;
  }
  return `The account changes: ${Array.isArray(fields) ? fields.join(', ') : ''}`;
}

function record(text: string): Told {
  return { mark: '·', colour: 'dim', text, alike: text };
}

function word(words: { readonly [word: string]: string }, given: unknown): string {
  return words[String(given)] ?? String(given);
}
