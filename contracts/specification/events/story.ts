/** The entries that the player of a story writes into the log beside the service: its text, expectations and refusals. */
import { phraseOf } from '../../kit/phrases.ts';
import { count } from '../../kit/saved.ts';
import { optional, yesNo } from '../../kit/schema.ts';
import { ordinal, text } from '../records/values.ts';
import { defineEvent } from './row.ts';

/** The place of an entry in the timeline of the story. */
const entry = count;
/** The device that the entry is about, if it is about one. */
const deviceId = optional(ordinal);

export const storyEvents = [
  defineEvent('story-chapter', {
    facts: { entry, title: text },
    family: 'story',
    icon: 'book',
    words: ({ title }) => `chapter: ${title}`,
  }),
  defineEvent('story-caption', {
    facts: { entry, text, deviceId },
    family: 'story',
    icon: 'book',
    words: (event) => event.text,
    timeline: { shape: 'caption', weight: 3 },
  }),
  defineEvent('story-expectation', {
    facts: { entry, label: text, met: yesNo, wanted: text, actual: text, deviceId },
    family: 'story',
    tone: ({ met }) => (met ? 'info' : 'critical'),
    icon: ({ met }) => (met ? 'check' : 'cross'),
    words: ({ label, met, wanted, actual }) => (met ? label : `${label}: expected ${wanted}, got ${actual}`),
    timeline: ({ met }) => (met ? { shape: 'met', weight: 4 } : { shape: 'unmet', weight: 9 }),
    terminal: ({ label, met }) =>
      met
        ? { mark: '✔', colour: 'dim', alike: `times met: ${label}` }
        : { mark: '✗', colour: 'red', alike: `times not met: ${label}` },
  }),
  defineEvent('story-refusal', {
    /** Without an entry and an action: why the story cannot go on. */
    facts: {
      entry: optional(entry),
      action: optional(text),
      deviceId,
      code: text,
      reason: text,
      met: yesNo,
    },
    family: 'story',
    tone: ({ met }) => (met ? 'info' : 'critical'),
    icon: ({ met }) => (met ? 'book' : 'cross'),
    words: ({ action, met, reason }) =>
      action === undefined
        ? `the story cannot go on: ${reason}`
        : `${phraseOf(action)} refused, ${met ? 'as expected' : 'unexpectedly'}: ${reason}`,
    terminal: ({ action = 'the story', met }) => ({
      ...(met ? { mark: '⊘', colour: 'cyan' } : { mark: '✗', colour: 'red' }),
      alike: `refusals of ${phraseOf(action)}`,
    }),
  }),
] as const;
