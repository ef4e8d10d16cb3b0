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
export const MAX_LINE = 1024 * 1024;

const text = (maxLength: number) => string({ maxLength });
const number = integer({ minimum: 1 });
const quota = optional(orNull(anyNumber()));

/** Letters and digits, and so many that no other record has them in its name by chance. */
const NONCE = '^[a-z0-9]{6,32}$';

/** A create: the name is found in the record, where it has one. */
const named = object({ name: text(1_000) });
const ofDevice = object({ id });

/** Settings, as they are set, and as they are put back. */
const settings = {
  setApiEnabled: object({ enabled: yesNo }),
  setLicences: object({ total: integer() }),
  setLimits: object({
    id,
    expires: optional(yesNo),
    expirationDate: optional(orNull(string({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }))),
    dailyEmail: quota,
    dailySms: quota,
  }),
  activate: ofDevice,
};

/** The calls of operations and controls that change something. */
const changing = discriminated('call', {
  ...settings,
  ...{ createGroup: named, createUser: named, createDevice: named },
  ...{ postLocations: ofDevice, postAlerts: ofDevice },
  send: object({ id, channel: oneOf('email', 'sms'), count: integer({ minimum: 1 }) }),
  advance: object({ milliseconds: anyNumber() }),
});

/** Requests that undo it. The record that was made is that of the change. */
const undoing = discriminated('call', {
  ...settings,
  ...{ deleteGroup: object({}), deleteUser: object({}), removeDevice: object({}) },
});

/** By the name that each line has under `entry`. */
export const schemas = {
  run: object({
    entry: constant('run'),
    format: constant('roadtest-journal'),
    version: constant(3),
    nonce: string({ pattern: NONCE }),
    target: text(2_000),
    /** The prefix that the profile puts before every path. */
    basePath: optional(text(1_000)),
    startedAt: optional(text(40)),
  }),
  /**
   * Something is about to be done; without `undo` it lasts. Lines of one number are about one change: what was before the
   * first is put back. `id`: of the record that it made, once that is known.
   */
  change: object({
    entry: constant('change'),
    number,
    do: changing,
    undo: optional(undoing),
    id: optional(id),
  }),
  /** It was undone, or is as if it had never been. */
  undone: object({ entry: constant('undone'), number }),
  /** A create was answered with the id of a record that was there before: it is never removed. */
  others: object({ entry: constant('others'), resource: oneOf('group', 'user', 'device'), id }),
  /** The entries that follow are of a sweep, about the run of that nonce. */
  sweep: object({ entry: constant('sweep'), nonce: string({ pattern: NONCE }) }),
} as const;

export type EntryOf<E extends keyof typeof schemas> = Static<(typeof schemas)[E]>;
export type JournalEntry = EntryOf<keyof typeof schemas>;
export type Do = EntryOf<'change'>['do'];
export type Undo = NonNullable<EntryOf<'change'>['undo']>;
export type SettingCall = keyof typeof settings;

/** Returns whether it is a setting that is put back, and not a record that is removed. */
export function isSetting(undo: Undo): undo is Extract<Undo, { call: SettingCall }> {
  return undo.call in settings;
}
