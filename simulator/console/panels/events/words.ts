/** Events in words. Names come from outside: they are only ever shown as text. */
import type { FleetEvent } from '../../api/types.ts';
import { countOf, plural, wordsOf } from '../../look/format.ts';
import type { IconName } from '../../look/Icon.tsx';
import type { Delivery, FeedItem, FeedKind } from '../../state/feed.ts';

export const KIND_WORDS: { readonly [K in FeedKind]: { label: string; icon: IconName } } = {
  alerts: { label: 'Alerts', icon: 'bell' },
  messages: { label: 'Messages', icon: 'mail' },
  licences: { label: 'Licences', icon: 'licence' },
  settings: { label: 'Settings', icon: 'settings' },
  records: { label: 'Groups and users', icon: 'people' },
  story: { label: 'Story', icon: 'book' },
};

/** Why a message was not sent (sections 2 and 8 of the interface). */
export const REASONS: { readonly [reason: string]: string } = {
  'daily-limit': 'the daily limit is reached',
  'device-expired': 'the device is expired',
};

export const CHANNEL_WORDS = { email: 'e-mail', sms: 'SMS' } as const;

export function deliveryInWords({ channel, outcome, count, reason }: Delivery): string {
  const what = channel === 'email' ? plural(count, 'e-mail') : `${countOf(count)} SMS`;
  if (outcome === 'sent') return `${what} sent`;
  return `${what} withheld: ${REASONS[reason ?? ''] ?? reason ?? 'no reason told'}`;
}

type Tell = (event: FleetEvent) => string;
const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
const channelOf = ({ channel }: FleetEvent) => CHANNEL_WORDS[channel as 'email' | 'sms'] ?? text(channel);

const WORDS: { readonly [kind: string]: Tell } = {
  'alert-raised': ({ type }) => wordsOf(text(type)),
  'message-sent': () => 'Message sent',
  'message-withheld': () => 'Message withheld',
  'limit-reached': (event) => `Daily ${channelOf(event)} limit of ${text(event.limit)} reached`,
  'day-ended': () => 'The day ended: counters start again',
  'device-created': () => 'Device created',
  'device-expired': ({ licencesUsed }) => `Expired: a licence is released, ${text(licencesUsed)} used`,
  'device-activated': ({ licencesUsed }) => `Activated: a licence is taken, ${text(licencesUsed)} used`,
  'limits-set': (event) => `Settings: ${settingsInWords(event)}`,
  'account-changed': (event) => `Account: ${accountInWords(event)}`,
  'token-issued': ({ tokenId }) => `Token ${text(tokenId)} issued`,
  'token-expired': ({ tokenId }) => `Token ${text(tokenId)} expired`,
  'story-chapter': ({ title }) => `Chapter: ${text(title)}`,
  'story-caption': ({ text: told }) => text(told),
  'story-expectation': ({ label, met, wanted, actual }) =>
    met === true
      ? `Met: ${text(label)}`
      : `Not met: ${text(label)} (wanted ${shown(wanted)}, was ${shown(actual)})`,
  'story-refusal': ({ action, met, reason, code }) =>
    action === undefined
      ? `The story cannot go on: ${text(reason ?? code)}`
      : `${wordsOf(text(action))} refused, ${met === true ? 'as' : 'which is not what'} the story expects: ${text(reason ?? code)}`,
};

/** One line for an event, without the name of its device. */
export function inWords(event: FleetEvent): string {
  const { kind, groupId, userId } = event;
  return WORDS[kind]?.(event) ?? `${wordsOf(kind)} ${text(groupId ?? userId)}`.trim();
}

export function iconOf({ kind, event, tone }: FeedItem): IconName {
  if (event.type === 'sos') return 'sos';
  if (event.kind === 'limit-reached') return 'warn';
  if (event.kind === 'story-expectation') return tone === 'critical' ? 'cross' : 'check';
  if (kind === 'messages' && event.channel === 'sms') return 'sms';
  return KIND_WORDS[kind].icon;
}

const SETTINGS: { readonly [fact: string]: string } = {
  expires: 'Expires',
  expirationDate: 'expiration date',
  dailyEmail: 'daily e-mail limit',
  dailySms: 'daily SMS limit',
};

function settingsInWords(event: FleetEvent): string {
  const told = Object.entries(SETTINGS).filter(([fact]) => fact in event);
  return told.map(([fact, label]) => `${label} ${valueInWords(event[fact])}`).join(', ') || 'as before';
}

function valueInWords(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function accountInWords({ apiEnabled, licences, fields }: FleetEvent): string {
  if (apiEnabled !== undefined) return `API access ${apiEnabled ? 'on' : 'off'}`;
  if (licences) return `${text((licences as { total: number }).total)} licences`;
  return Array.isArray(fields) && fields.includes('apiKey') ? 'a new API key' : 'changed';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '—');
}
