/** The reports of devices: locations and alerts. */
import { phraseOf } from '../../kit/phrases.ts';
import {
  instant,
  latitude,
  longitude,
  measured,
  ordinal,
  reportedTime,
  severity,
  text,
} from '../records/values.ts';
import { defineEvent } from './row.ts';

export const reportEvents = [
  /** There are too many to be numbered or kept; the live page reads them as positions instead. */
  defineEvent('location-recorded', {
    facts: {
      deviceId: ordinal,
      deviceTime: reportedTime,
      receivedAt: reportedTime,
      latitude,
      longitude,
      speed: measured,
      course: measured,
    },
    family: 'records',
    icon: 'flag',
    words: 'location recorded',
  }),
  defineEvent('alert-raised', {
    facts: { alertId: ordinal, deviceId: ordinal, type: text, severity, raisedAt: instant },
    family: 'alerts',
    tone: (event) => event.severity,
    icon: ({ type }) => (type === 'sos' ? 'sos' : 'bell'),
    words: (event) => `${phraseOf(event.type)} (${event.severity})`,
    timeline: (event) =>
      event.severity === 'critical' ? { shape: 'critical', weight: 8 } : { shape: 'alert', weight: 5 },
    terminal: (event) => ({
      mark: '!',
      colour: event.severity === 'critical' ? 'red' : 'yellow',
      alike: `${phraseOf(event.type)} alerts`,
    }),
  }),
] as const;
