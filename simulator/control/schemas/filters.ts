/** Filters of what a world keeps. What a value has to be like is checked where it is read: a query has texts alone. */
import {
  describe,
  integer,
  object,
  oneOf,
  optional,
  orWord,
  type Static,
  string,
  typed,
} from '../../../contracts/kit/schema.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import { id, wholeNumber } from './shared.ts';

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
