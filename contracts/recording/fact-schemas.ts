/** The facts of a recording as they are in a file: whatever reaches the judge has this form. */
import type { Event } from '../judge/event.ts';
import {
  discriminated,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  optionals,
  orNull,
  string,
  type TObject,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { guardedOperations } from '../specification/operations.ts';
import { channelIds } from '../specification/records/values.ts';

type Kinds<K extends Event['kind']> = { readonly [N in K]: TObject };

const some = string();
const at = number();
const family = oneOf('group', 'user');
const taken = oneOf('taken', 'refused', 'unclear', 'unanswered');
const channel = oneOf(...channelIds);
const texts = map(some);
const ofRecord = { at, family, record: some };
const ofDevice = { at, device: some };
const limit = orNull(number());
const limits = optionals({ dailyEmail: limit, dailySms: limit });
const change = {
  ...limits,
  ...optionals({ usageEmail: number(), usageSms: number(), expires: yesNo, expirationDate: orNull(some) }),
};
const written = { ...ofRecord, texts, taken, drawn: optional(yesNo), left: optional(list(some)) };
const counts = { at, ...optionals({ used: number(), available: number(), filled: number() }) };

const ofRecords = {
  choices: object({ at, of: oneOf('countries', 'timeZones'), count: optional(number()) }),
  created: object({
    ...{ ...ofRecord, texts, drawn: optional(yesNo), open: optional(list(some)) },
    others: optional(yesNo),
  }),
  replaced: object(written),
  updated: object(written),
  deleted: object({ ...ofRecord, taken }),
  stray: object({ at, family, by: oneOf('read', 'replaced', 'updated', 'deleted') }),
  read: object({ ...ofRecord, found: optional(yesNo), texts }),
  listed: object({
    ...{ at, family, complete: yesNo },
    entries: list(object({ id: optional(some), texts })),
    returned: optional(list(some)),
  }),
} as const satisfies Partial<Kinds<Event['kind']>>;

const ofDevices = {
  device: object({
    ...{ ...ofDevice, fresh: yesNo, counts: yesNo, limits: optional(object(limits)) },
    ...optionals({ earlier: yesNo, dated: yesNo, unsent: yesNo, own: yesNo, foreign: yesNo, listed: yesNo }),
  }),
  set: object({ ...ofDevice, change: object(change), done: yesNo }),
  sent: object({ ...ofDevice, channel, asked: number(), sent: number(), atOnce: optional(yesNo) }),
  settings: object({
    ...ofDevice,
    read: object({ ...change, licence: optional(oneOf('used', 'expired')) }),
  }),
  activated: object({
    ...{ ...ofDevice, activated: yesNo, dated: yesNo },
    ...optionals({ insisted: yesNo, atOnce: yesNo }),
  }),
  licences: object(counts),
  allotted: object(counts),
  waited: object({ at }),
  located: object({
    ...{ ...ofDevice, place: some, newest: yesNo, taken },
    ...optionals({ time: number(), far: yesNo, again: yesNo, past: oneOf('ordinary', 'known') }),
  }),
  last: object({ ...ofDevice, place: optional(some), time: optional(number()) }),
  visited: object({ ...ofDevice, ...optionals({ found: yesNo, shown: some, emptied: yesNo, mixed: yesNo }) }),
  strange: object({ at, asKnown: yesNo, ...optionals({ id: some, shown: some }) }),
  alerted: object({ ...ofDevice, taken, placed: optional(yesNo) }),
  alerts: object({ ...ofDevice, marks: list(some) }),
  devices: object({
    ...{ at, listed: list(some), repeated: list(some), complete: yesNo, lacks: optional(list(some)) },
    total: optional(number()),
  }),
} as const satisfies Partial<Kinds<Event['kind']>>;

const held = oneOf('text', 'none', 'other');

/** The form of an answer to a token request. */
export const tokenFormSchema = object({
  ...{ object: yesNo, token: held, error: held, expires: held },
  ...optionals({
    success: yesNo,
    written: oneOf('iso-utc', 'iso', 'otherwise'),
    fault: some,
    ahead: list(number()),
    works: yesNo,
    shown: some,
  }),
});

const sent = discriminated('what', {
  create: object({ family, record: optional(some), texts }),
  replace: object({ family, record: some, texts }),
  update: object({ family, record: some, texts }),
  delete: object({ family, record: some }),
  location: object({ device: some, place: some }),
  alert: object({ device: some, mark: some }),
});

const ofTokens = {
  issued: object({
    at,
    credentials: oneOf(
      ...(['good', 'wrong-api-key', 'unknown-user', 'empty-credentials', 'missing-user-name'] as const),
      ...(['missing-api-key', 'missing-both', 'near-miss', 'open'] as const),
    ),
    issued: yesNo,
    ...optionals({ token: some, expires: number(), form: tokenFormSchema }),
    ...optionals({ busy: yesNo, further: yesNo, wasOff: yesNo, asksBearer: yesNo, absent: yesNo }),
  }),
  access: object({ at, enabled: yesNo }),
  called: object({
    at,
    operation: oneOf(...guardedOperations.map(({ id }) => id)),
    bearer: typed<Extract<Event, { kind: 'called' }>['bearer']>({
      anyOf: [oneOf('none', 'garbage', 'tampered'), object({ token: some, superseded: optional(yesNo) })],
    }),
    served: oneOf('yes', 'heard', 'no', 'absent', 'unclear'),
    ...optionals({ by: some, hidden: yesNo, done: yesNo, sent }),
    when: optional(object({ from: number(), to: number() })),
  }),
} as const satisfies Partial<Kinds<Event['kind']>>;

const single = { ...ofRecords, ...ofDevices, ...ofTokens } satisfies Kinds<Exclude<Event['kind'], 'burst'>>;
const burst = object({ at, calls: list(discriminated('kind', single), { maxItems: 100 }) });

export const factSchema = discriminated('kind', { ...single, burst } satisfies Kinds<Event['kind']>);
