/** The lines of a journal: their schemas, which are also their types. */
import { type Static, type TProperties, Type } from 'typebox';

/** No line is longer, in characters: neither one that is written nor one that is read. */
export const MOST_LINE = 1024 * 1024;

const object = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const text = (maxLength: number) => Type.String({ maxLength });
const id = Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Type.Number()]);
const number = Type.Integer({ minimum: 1 });
const resource = Type.Union([Type.Literal('group'), Type.Literal('user'), Type.Literal('device')]);
const date = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const orNone = <T extends typeof date | ReturnType<typeof Type.Number>>(type: T) =>
  Type.Union([type, Type.Null()]);

/** Letters and digits, and so many that no other record has them in its name by chance. */
export const NONCE = '^[a-z0-9]{6,32}$';

/** What a setting is made of, fact by fact. */
const settings = {
  /** API access of the account. */
  'api-access': object({ enabled: Type.Boolean() }),
  /** The licences that the account has. */
  licences: object({ total: Type.Integer() }),
  /** Limits and expiry of a device that the run did not make. */
  limits: object({
    expires: Type.Optional(Type.Boolean()),
    expirationDate: Type.Optional(orNone(date)),
    dailyEmail: Type.Optional(orNone(Type.Number())),
    dailySms: Type.Optional(orNone(Type.Number())),
    usageEmail: Type.Optional(Type.Number()),
    usageSms: Type.Optional(Type.Number()),
  }),
  /** The devices of a group that the run did not make. */
  members: object({ deviceIds: Type.Array(id) }),
};

export type SettingName = keyof typeof settings;
export type FactsOf<S extends SettingName> = Static<(typeof settings)[S]>;
export type SettingFacts = { readonly [fact: string]: unknown };

/** `was` is what is put back; `set` may have been set, once or several times under one number. */
const change = <S extends SettingName>(setting: S) => ({
  entry: Type.Literal('change'),
  number,
  setting: Type.Literal(setting),
  was: settings[setting],
  set: settings[setting],
});

/** What cannot be undone. */
const effects = Type.Union([
  object({ entry: Type.Literal('effect'), effect: Type.Literal('clock'), milliseconds: Type.Number() }),
  object({
    entry: Type.Literal('effect'),
    effect: Type.Literal('messages'),
    device: id,
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
    count: Type.Integer({ minimum: 1 }),
  }),
  object({ entry: Type.Literal('effect'), effect: Type.Literal('activation'), device: id }),
  object({
    entry: Type.Literal('effect'),
    effect: Type.Literal('reports'),
    what: Type.Union([Type.Literal('locations'), Type.Literal('alerts')]),
    device: id,
  }),
]);

/** By the name that each line has under `entry`. */
export const schemas = {
  run: object({
    entry: Type.Literal('run'),
    format: Type.Literal('roadtest-journal'),
    version: Type.Union([Type.Literal(1), Type.Literal(2)]),
    nonce: Type.String({ pattern: NONCE }),
    target: text(2_000),
    /** What the profile puts before every path; version 1 does not tell. */
    basePath: Type.Optional(text(1_000)),
    startedAt: Type.Optional(text(40)),
  }),
  /** Something is about to be created. `name` is found in the record, where it has one. */
  intend: object({ entry: Type.Literal('intend'), number, resource, name: text(1_000) }),
  made: object({ entry: Type.Literal('made'), number, resource, id }),
  'not-made': object({ entry: Type.Literal('not-made'), number }),
  removed: object({ entry: Type.Literal('removed'), resource, id }),
  /** A setting is about to be changed. */
  change: Type.Union([
    object(change('api-access')),
    object(change('licences')),
    object({ ...change('limits'), id }),
    object({ ...change('members'), id }),
  ]),
  restored: object({ entry: Type.Literal('restored'), number }),
  /** Something is about to happen for good. */
  effect: effects,
  /** What is open stays, as the user wants it; only API access does not. */
  kept: object({ entry: Type.Literal('kept') }),
  /** The run is over, with so much left to sweep. */
  end: object({ entry: Type.Literal('end'), left: Type.Integer({ minimum: 0 }) }),
  /** What follows was done by a sweep, about the run of that nonce. */
  sweep: object({ entry: Type.Literal('sweep'), nonce: Type.String({ pattern: NONCE }) }),
} as const;

export type EntryName = keyof typeof schemas;
export type JournalEntry = Static<(typeof schemas)[EntryName]>;
export type EntryOf<E extends EntryName> = Static<(typeof schemas)[E]>;
export type Change = EntryOf<'change'>;
export type Effect = EntryOf<'effect'>;
