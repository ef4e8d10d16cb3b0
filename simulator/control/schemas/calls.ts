/** Calls of the public API, their filters, and waits for calls, events and messages. */
import {
  describe,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  orNull,
  orWord,
  type Static,
  string,
  typed,
} from '../../../contracts/kit/schema.ts';
import { eventKinds, type ShownEvent } from '../../../contracts/specification/events/index.ts';
import { type OperationId, operations } from '../../../contracts/specification/operations.ts';
import { message } from './fleet.ts';
import { id, time, wholeNumber } from './shared.ts';

const headers = map(string());

/** One call of the public API, its secrets redacted. */
export const journalEntry = object({
  sequence: integer(),
  /** Real time. */
  receivedAt: time,
  simulatedAt: time,
  milliseconds: number(),
  operation: typed<OperationId | null>({ enum: [...operations.map(({ id }) => id), null] }),
  by: oneOf('client', 'story'),
  request: object({ method: string(), target: string(), headers, body: string() }),
  /** Status `null`: the connection was cut. */
  reply: object({ status: orNull(integer()), headers, body: string() }),
  /** A note, such as on a location that is ahead of the clock. */
  note: optional(string()),
});
export const requests = object({
  /** How many of those that are kept match. */
  count: integer(),
  /** How many older ones are no longer kept. */
  dropped: integer(),
  /** The newest of those that are kept without headers and bodies; absent where there is none. */
  bare: optional(integer()),
  /** The newest call that there was, to go on from with `since`. */
  sequence: integer(),
  /** The calls that a `delay` lets wait for the fake clock; absent where there are none. */
  waiting: optional(list(string())),
  requests: list(journalEntry),
});

/** Conditions of filters. What a value has to be like is checked where it is read: a query has texts alone. */
const since = optional(
  describe(
    'a sequence number, or an instant in ISO 8601',
    typed<number | string>({ type: ['number', 'string'] }),
  ),
);
const limit = optional(wholeNumber(0, 100_000));
/** `name` or `name:value`, or several of these. */
const field = optional(
  typed<string | readonly string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
);

export const requestFields = {
  operation: optional(oneOf(...operations.map(({ id }) => id))),
  /** The id as the profile writes it, in the path or in the body. */
  device: optional(id),
  /** `cut`: the connection was cut. */
  status: optional(
    orWord(describe('a status from 100 to 599', integer({ minimum: 100, maximum: 599 })), 'cut'),
  ),
  /** Calls of clients, or those of the story that is played. */
  by: optional(oneOf('client', 'story')),
  /** Without the query; `*` stands for any characters. */
  path: optional(string()),
  field,
  since,
  limit,
};
const requestSought = object(requestFields);
export type RequestSought = Static<typeof requestSought>;

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
