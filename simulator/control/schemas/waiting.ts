/** Waits for calls, events and messages. */
import { integer, list, object, oneOf, optional, string, typed } from '../../../contracts/kit/schema.ts';
import type { ShownEvent } from '../../../contracts/specification/events/index.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import { requestFields } from './filters.ts';
import { message } from './fleet.ts';
import { journalEntry } from './service.ts';
import { wholeNumber } from './shared.ts';

/** The conditions are those of one kind of things: which kind has which is checked where they are read. */
export const wait = {
  ...object({
    for: oneOf('requests', 'events', 'messages'),
    ...requestFields,
    /** The kind of event. */
    kind: optional(oneOf(...eventKinds)),
    /** Their number, with those that there are already. Default 1. */
    count: optional(wholeNumber(1, 100_000)),
    /** Real time, such as `10s`, at most 5 minutes. Default 10 seconds. */
    timeout: optional(string()),
  }),
  examples: [{ for: 'requests', operation: 'listDevices', timeout: '10s' }],
};

/** The list of what was waited for; the others are empty. */
export const came = object({
  /** How many matched. */
  count: integer(),
  /** The newest of all, to go on from with `since`. */
  sequence: integer(),
  requests: list(journalEntry),
  events: list(typed<ShownEvent>({ type: 'object' })),
  messages: list(message),
});
