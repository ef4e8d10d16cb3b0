/** The lines of a journal: their schemas, which are also their types. */
import {
  number as anyNumber,
  constant,
  discriminated,
  id,
  integer,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  yesNo,
} from '../../kit/schema.ts';

/** No line is longer, in characters: neither one that is written nor one that is read. */
export const MOST_LINE = 1024 * 1024;

const text = (maxLength: number) => string({ maxLength });
const number = integer({ minimum: 1 });
const resource = oneOf('group', 'user', 'device');
const quota = optional(orNull(anyNumber()));
const expiry = optional(orNull(string({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })));

/** Letters and digits, and so many that no other record has them in its name by chance. */
export const NONCE = '^[a-z0-9]{6,32}$';

/** The facts that each setting is made of. */
const settings = {
  /** API access of the account. */
  'api-access': object({ enabled: yesNo }),
  /** The licences that the account has. */
  licences: object({ total: integer() }),
  /** Tells whether a device that the run did not make counts as a used licence. */
  licence: object({ licence: oneOf('used', 'expired') }),
  /** Limits and expiry of a device that the run did not make. */
  limits: object({
    expires: optional(yesNo),
    expirationDate: expiry,
    dailyEmail: quota,
    dailySms: quota,
    usageEmail: optional(anyNumber()),
    usageSms: optional(anyNumber()),
  }),
};

export type SettingName = keyof typeof settings;
export type FactsOf<S extends SettingName> = Static<(typeof settings)[S]>;
export type SettingFacts = { readonly [fact: string]: unknown };

/** `was` is what is put back; `set` may have been set, once or several times under one number. */
const change = <S extends SettingName>(setting: S) => ({
  entry: constant('change'),
  number,
  was: settings[setting],
  set: settings[setting],
});

/** By the name that each line has under `entry`. */
export const schemas = {
  run: object({
    entry: constant('run'),
    format: constant('roadtest-journal'),
    version: oneOf(1, 2),
    nonce: string({ pattern: NONCE }),
    target: text(2_000),
    /** The prefix that the profile puts before every path; version 1 does not state it. */
    basePath: optional(text(1_000)),
    startedAt: optional(text(40)),
  }),
  /** Something is about to be created. `name` is found in the record, where it has one. */
  intend: object({ entry: constant('intend'), number, resource, name: text(1_000) }),
  made: object({ entry: constant('made'), number, resource, id }),
  /** A create was answered with the id of a record that was there before: it is never removed. */
  others: object({ entry: constant('others'), resource, id }),
  'not-made': object({ entry: constant('not-made'), number }),
  removed: object({ entry: constant('removed'), resource, id }),
  /** A setting is about to be changed. */
  change: discriminated('setting', {
    'api-access': object(change('api-access')),
    licences: object(change('licences')),
    licence: object({ ...change('licence'), id }),
    limits: object({ ...change('limits'), id }),
  }),
  restored: object({ entry: constant('restored'), number }),
  /** Something is about to happen that cannot be undone. */
  effect: discriminated('effect', {
    clock: object({ entry: constant('effect'), milliseconds: anyNumber() }),
    messages: object({
      entry: constant('effect'),
      device: id,
      channel: oneOf('email', 'sms'),
      count: integer({ minimum: 1 }),
    }),
    activation: object({ entry: constant('effect'), device: id }),
    reports: object({ entry: constant('effect'), what: oneOf('locations', 'alerts'), device: id }),
  }),
  /** The run is over, with so much left to sweep. */
  end: object({ entry: constant('end'), left: integer({ minimum: 0 }) }),
  /** The entries that follow are of a sweep, about the run of that nonce. */
  sweep: object({ entry: constant('sweep'), nonce: string({ pattern: NONCE }) }),
} as const;

export type EntryName = keyof typeof schemas;
export type JournalEntry = Static<(typeof schemas)[EntryName]>;
export type EntryOf<E extends EntryName> = Static<(typeof schemas)[E]>;
export type Change = EntryOf<'change'>;
export type Effect = EntryOf<'effect'>;
