/** The words that several kinds of events share. */
import { counted } from '../../kit/phrases.ts';
import type { Static } from '../../kit/schema.ts';
import type { channel, withheldReasons } from '../records/values.ts';
import type { EventIcon } from './row.ts';

type Channel = Static<typeof channel>;
type Reason = (typeof withheldReasons)[number];

export const channelNames: { readonly [C in Channel]: string } = { email: 'e-mail', sms: 'SMS' };

export const channelIcons: { readonly [C in Channel]: EventIcon } = { email: 'mail', sms: 'sms' };

const plurals: { readonly [C in Channel]: string } = { email: 'e-mails', sms: 'SMS' };

/** Why a message was withheld (sections 2 and 8 of the document). */
export const reasonWords: { readonly [R in Reason]: string } = {
  'daily-limit': 'the daily limit is reached',
  'device-expired': 'the device is expired',
};

/** Messages that were sent or withheld, together. */
export interface Messages {
  channel: Channel;
  count: number;
  /** Why they were withheld; `null` for those that were sent. */
  reason: Reason | null;
}

/** `1 e-mail sent`, `3 SMS withheld: the daily limit is reached` */
export function messagesInWords({ channel, count, reason }: Messages): string {
  return `${counted(count, channelNames[channel], plurals[channel])} ${outcomeInWords(reason)}`;
}

/** `e-mails withheld: the daily limit is reached` */
export function messagesAlike({ channel, reason }: Omit<Messages, 'count'>): string {
  return `${plurals[channel]} ${outcomeInWords(reason)}`;
}

function outcomeInWords(reason: Reason | null): string {
  return reason === null ? 'sent' : `withheld: ${reasonWords[reason]}`;
}
