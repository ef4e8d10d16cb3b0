import {
  anything,
  describe,
  integer,
  map,
  number,
  object,
  oneOf,
  optionals,
  type Static,
  string,
  typed,
} from '../../contracts/kit/schema.ts';
import { type Refusal, refusals } from '../../contracts/specification/openings/errors.ts';
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import { styles } from './limit.ts';

/** The bounds of rules, which come from outside. */
export const bounds = {
  /** How many rules there are at most. */
  rules: 1_000,
  /** Characters of a text, such as a name or the value of a header. */
  text: 1_000,
  headers: 32,
  /** Characters of a body, as JSON. */
  body: 65_536,
  /** Real milliseconds that an answer waits. */
  latency: 60_000,
  /** Calls that are counted, and times that a rule is used. */
  count: 1_000_000_000,
  /** Bytes of a body each second. */
  perSecond: 1_000_000,
  /** Devices that one rule names. */
  devices: 1_000,
} as const;

const operationIds = operations.map(({ id }) => id);
const counted = integer({ minimum: 1, maximum: bounds.count });
const text = string({ minLength: 1, maxLength: bounds.text });
/** A header's value is of one line, in plain ASCII. */
const headerValue = string({ maxLength: bounds.text, pattern: '^[ -~\\t]*$' });
const headerName = string({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" });
const duration = string({ minLength: 1, maxLength: 40 });

const deviceId = { type: ['string', 'integer'], minLength: 1, maxLength: 100 };

/** The names by which a rule says which calls it meets; all of those that it has must hold. */
export const matches = {
  operation: describe(
    'An operation, several of them, or * for each (default).',
    typed<OperationId | '*' | readonly OperationId[]>({
      anyOf: [
        { enum: ['*', ...operationIds] },
        { type: 'array', minItems: 1, maxItems: operationIds.length, items: { enum: operationIds } },
      ],
    }),
  ),
  device: describe(
    'The id of the device in the path of the call, or several of them.',
    typed<string | number | readonly (string | number)[]>({
      anyOf: [deviceId, { type: 'array', minItems: 1, maxItems: bounds.devices, items: deviceId }],
    }),
  ),
  user: describe('The user name that the token was issued to, or that a token request names.', text),
  token: describe('The number of the token among all that were issued, from 1.', counted),
  header: describe('Headers of the call with their values; * for any value.', map(headerValue, headerName)),
  from: describe('The moment of the fake clock from which the rule applies.', text),
  until: describe('The moment of the fake clock from which the rule no longer applies.', text),
  nth: describe(
    'The number of the call among those that match all of the above, from 1; or several numbers.',
    typed<number | readonly number[]>({
      anyOf: [counted, { type: 'array', minItems: 1, maxItems: 1_000, items: counted }],
    }),
  ),
  after: describe('Skips this many of those calls: 3 means the fourth and all later ones.', counted),
  every: describe('Every n-th of those calls: 3 means the third, the sixth, and so on.', counted),
  probability: describe(
    'The probability for each of those calls, from 0 to 1, drawn by the seed of the world.',
    number({ minimum: 0, maximum: 1 }),
  ),
};

/** The names by which a rule says what becomes of a call. */
export const effects = {
  latency: describe(
    'Delay of the answer in real time: milliseconds, or a duration such as 2s.',
    typed<number | string>({ anyOf: [number({ minimum: 0, maximum: bounds.latency }), duration] }),
  ),
  delay: describe('Delay of the answer on the fake clock: a duration such as 5m.', duration),
  status: describe(
    'The status of the answer; the call is not carried out.',
    integer({ minimum: 200, maximum: 599 }),
  ),
  headers: describe('Headers of the answer, with `status` or `refusal`.', map(headerValue, headerName)),
  body: describe('The body of the answer, with `status`: any JSON, or a text as it is.', anything),
  refusal: describe(
    'A refusal by its name, written as the profile has it; the call is not carried out.',
    oneOf('unauthorised', ...(Object.keys(refusals) as Refusal[])),
  ),
  cut: describe(
    'The connection is cut: before the call is carried out, after that in place of the answer, or in the middle of the body.',
    oneOf('before', 'after', 'middle'),
  ),
  slow: describe(
    'Bytes of the body of the answer that are sent each second.',
    integer({ minimum: 1, maximum: bounds.perSecond }),
  ),
  stale: describe(
    'Each read repeats its first answer for this long on the fake clock: a duration such as 10m.',
    duration,
  ),
  limit: describe(
    'A rate limit for each period of the fake clock; further calls are refused as the profile says (rate-limited).',
    object({
      requests: describe('Calls in a period.', integer({ minimum: 0, maximum: bounds.count })),
      per: describe('The period: a duration such as 10s.', duration),
      ...optionals({
        by: describe(
          'Which calls are counted together (default: all).',
          oneOf('all', 'operation', 'device', 'user', 'token'),
        ),
        headers: describe('The headers that announce the limit (default: retry-after).', oneOf(...styles)),
      }),
    }),
  ),
  revoke: describe('Revokes the token of the call.', typed<true>({ const: true })),
};

/** The fields that are neither. */
export const others = {
  name: describe('A name of its own, for reports.', text),
  times: describe('How many times the rule is used before it ends by itself.', counted),
};

export const faultRule = object(optionals({ ...matches, ...effects, ...others }));

/**
 * A rule by which calls of the public API meet a fault. Of several rules the first that meets a call decides.
 *
 * @example
 * import { createSimulator, type FaultRule } from 'roadtest';
 *
 * const lost: FaultRule = { operation: 'createGroup', cut: 'after', times: 1 };
 * const simulator = createSimulator();
 * simulator.faults.set([lost]);
 * console.log(simulator.faults.rules.length); // 1
 */
export type FaultRule = Static<typeof faultRule>;
