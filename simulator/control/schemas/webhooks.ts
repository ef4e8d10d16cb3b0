/** Webhooks: addresses to which the events of a world are sent. */
import {
  describe,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';

const share = optional(describe('a share from 0 to 1', number({ minimum: 0, maximum: 1 })));

/** How many a world has at most. */
export const mostWebhooks = 100;
/** The longest address, in characters. */
const LONGEST_ADDRESS = 2_048;

/** What goes wrong on the way. Shares are by the seed of the world. */
const faults = object({
  /** Deliveries that are sent twice, with the same id. */
  doubled: share,
  /** Deliveries that come after the next one; where none follows, a minute late. */
  reordered: share,
  /** Deliveries that are never sent. */
  lost: share,
  /** How much later on the fake clock each is sent, such as `30s`, at most 30 days. */
  late: optional(describe('a duration such as 30s', string({ minLength: 1, maxLength: 40 }))),
});

export const newWebhook = {
  ...object({
    url: describe(
      `an address of at most ${LONGEST_ADDRESS} characters`,
      string({ minLength: 1, maxLength: LONGEST_ADDRESS }),
    ),
    /** Default: all but `location-recorded`, of which there are very many. */
    kinds: optional(list(oneOf(...eventKinds), { minItems: 1, maxItems: eventKinds.length })),
    /** Default: deliveries are not signed. */
    secret: optional(describe('a text of 1 to 200 characters', string({ minLength: 1, maxLength: 200 }))),
    faults: optional(faults),
  }),
  examples: [{ url: 'http://127.0.0.1:9000/hook', kinds: ['limits-set'], secret: 'whsec' }],
};

export type NewWebhook = Static<typeof newWebhook>;

export const webhook = object({
  id: string(),
  url: string(),
  /** `null`: all but `location-recorded`. */
  kinds: orNull(list(string())),
  /** Whether it has a secret, which is never shown. */
  signed: yesNo,
  faults,
  /** Attempts, with those that are repeated. */
  sent: integer(),
  /** Attempts that were answered with a status of 2xx. */
  delivered: integer(),
  /** Deliveries that wait for a further attempt. */
  failing: integer(),
  /** All deliveries that wait, the failing ones among them. */
  waiting: integer(),
  /** Deliveries that were not accepted by the last attempt. */
  givenUp: integer(),
  /** Deliveries that gave way to newer ones, since too many waited. */
  dropped: integer(),
  /** Deliveries that the fault `lost` kept back. */
  lost: integer(),
  /** The status of the last answer, or why there was none; `null` before the first attempt. */
  lastStatus: typed<number | 'timeout' | 'unreachable' | null>({ type: ['integer', 'string', 'null'] }),
});
export const webhookList = object({
  webhooks: list(webhook),
  /** How many there can be. */
  most: integer(),
});
export const deletedWebhook = object({ id: string(), status: oneOf('deleted') });
