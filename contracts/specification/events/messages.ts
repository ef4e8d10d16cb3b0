/** Messages, their daily limits, and the end of the day. */
import { count } from '../../kit/saved.ts';
import { number, oneOf, orNull } from '../../kit/schema.ts';
import { channel, ordinal, ordinalOrNull, withheldReasons } from '../records/values.ts';
import { defineEvent } from './row.ts';
import { channelIcons, channelNames, messagesAlike, messagesInWords } from './words.ts';

const deviceId = ordinal;
const alertId = ordinalOrNull;

export const messageEvents = [
  defineEvent('limit-reached', {
    facts: { deviceId, channel, limit: orNull(number()) },
    family: 'messages',
    tone: 'warning',
    icon: 'warn',
    words: (event) => `daily ${channelNames[event.channel]} limit of ${event.limit} reached`,
    timeline: { shape: 'limit', weight: 6 },
    terminal: (event) => ({
      mark: '⊘',
      colour: 'yellow',
      alike: `daily ${channelNames[event.channel]} limits reached`,
    }),
  }),
  defineEvent('message-sent', {
    facts: { deviceId, channel, count, alertId },
    family: 'messages',
    icon: (event) => channelIcons[event.channel],
    words: (event) => messagesInWords({ ...event, reason: null }),
    affects: ['device'],
  }),
  defineEvent('message-withheld', {
    facts: { deviceId, channel, count, reason: oneOf(...withheldReasons), alertId },
    family: 'messages',
    tone: 'warning',
    icon: (event) => channelIcons[event.channel],
    words: messagesInWords,
    terminal: (event) => ({ mark: '⊘', colour: 'yellow', alike: messagesAlike(event) }),
  }),
  defineEvent('day-ended', {
    facts: {},
    family: 'messages',
    icon: 'clock',
    words: 'the day ended; counters start again',
    terminal: { mark: '·', colour: 'dim', alike: 'days ended' },
    affects: ['deadlines'],
  }),
] as const;
