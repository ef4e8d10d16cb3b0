/**
 * The steps of a history: what is done, without what comes of it. Records and devices have numbers of the history's
 * own, so that it can be played again on fresh ones. They are plain data with a schema: a history that is read from a
 * file is checked before anything is sent. A step is a row: its fields, itself in words to be read after a number, and
 * what it is beside that.
 */

import { mistakenDates } from '../deployment/reading/dates.ts';
import type { Credentials } from '../judge/event.ts';
import {
  discriminated,
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  type TObject,
  type TSchema,
  yesNo,
} from '../kit/schema.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import { reportPlaces } from '../specification/dangers/reports.ts';
import { guardedOperations, operation as operationOf } from '../specification/operations.ts';
import { channelIds } from '../specification/records/values.ts';
import { bearerInWords, bearerNames } from './bearers.ts';
import { nearlyRight } from './credentials.ts';
import { MOMENTS } from './places.ts';
import { DRAWN } from './values.ts';
import { namesOfWays } from './ways.ts';

export { alterations, type BearerName, garbage } from './bearers.ts';
export { isOfKey, type Near, nearlyRight } from './credentials.ts';
export { respelt } from './ways.ts';
/** Other spellings of path and method. */
export const spellings = namesOfWays;

/** The credentials of token requests. */
const credentials = [
  ...(['good', 'wrong-api-key', 'unknown-user', 'empty-credentials'] as const),
  ...(['missing-user-name', 'missing-api-key', 'missing-both', 'near-miss'] as const),
] as const satisfies readonly Credentials[];

const family = oneOf('group', 'user');
/** Names a record, a device or a token of the history. */
const number = integer({ minimum: 1, maximum: 1_000 });
const device = number;
const channel = oneOf(...channelIds);
const side = oneOf('before', 'after');
const back = integer({ minimum: 0, maximum: 10 });
/** Beyond 16 bits, which no store may cut. */
const limit = orNull(integer({ minimum: -100, maximum: 100_000 }));
const ofRecord = { family, record: number };
const flag = optional(yesNo);

/** So many moments of long ago there are at which reports are known to be kept otherwise, or nothing is known of. */
export const moments = MOMENTS;
/** So many texts that stores get wrong are all of a value, then as many are several in one; and all with rarer ones. */
export const drawnTexts = DRAWN;

/** The contents of a write beside what it must have. */
const content = {
  /** With the facts beside the texts for which there is a place. */
  further: flag,
  /** Devices of a group, or groups of a user, by their numbers in the history. */
  members: optional(list(number, { maxItems: 10 })),
  /** Texts that stores get wrong, by number. */
  drawn: optional(integer({ minimum: 1, maximum: DRAWN.all })),
};
/** Facts beside the texts of a record. Whether they are kept is open; the rest is to stay as it was. */
export const furtherFacts = [
  ...(['email', 'phone', 'country', 'timeZone', 'notify', 'disabled', 'members'] as const),
] as const;

/** The lists that a bearer value is tried on in drawn histories. */
export const triedOn = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'] as const;

interface Beside {
  /** It changes nothing. */
  readonly reads?: true;
  /** It is about tokens, and not about a record or a device. */
  readonly ofTokens?: true;
}

type Fields = { readonly [field: string]: TSchema };
type Of<F extends Fields> = Static<TObject<{ -readonly [N in keyof F]: F[N] }>>;

const reads = { reads: true } as const;
const ofTokens = { ofTokens: true } as const;

function row<F extends Fields>(fields: F, say: (step: Of<F>) => string, beside: Beside = {}) {
  return { schema: object(fields as { -readonly [N in keyof F]: F[N] }), say, ...beside };
}

/** Steps that can be taken at the same time as others. */
const calls = {
  /** PUT of new content. `partial`: without what it need not have; `same`: with the name that it has. */
  replace: row(
    { ...ofRecord, partial: flag, same: flag, ...content },
    (step) =>
      `PUT ${step.partial ? 'part of a new' : 'new'} content${step.same ? ' of the same name' : ''}${contentInWords(step)} to ${recordInWords(step)}`,
  ),
  /**
   * PATCH of one fact; `other` is the description where there is one, and `both` that and the name. `back`: to the value
   * that the fact had so many writes ago; `empty`: to nothing.
   */
  update: row(
    {
      ...{ ...ofRecord, fact: oneOf('name', 'other', 'both', ...furtherFacts), empty: flag },
      ...{ back: optional(integer({ minimum: 1, maximum: 10 })) },
      ...{ members: content.members, drawn: content.drawn },
    },
    (step) => {
      const earlier = step.back === undefined ? '' : ` back to what it was ${step.back} writes before`;
      const to = step.empty ? ' to nothing' : earlier;
      return `PATCH ${factsInWords[step.fact]}${contentInWords(step)}${to} of ${recordInWords(step)}`;
    },
  ),
  delete: row(ofRecord, (step) => `DELETE ${recordInWords(step)}`),
  /** The limit of a channel; `null` is none. */
  limit: row(
    { device, channel, to: limit },
    (step) => `set the daily ${step.channel} limit of device ${step.device} to ${step.to ?? 'none'}`,
  ),
  /** `undated`: without a date, also where one can be given. */
  activate: row(
    { device, undated: flag },
    (step) => `activate device ${step.device}${step.undated ? ' without a date' : ''}`,
  ),
};

const rows = {
  ...calls,
  /** Together, in as many requests under way at once. */
  burst: row(
    { calls: list(discriminated('do', schemasOf(calls)), { minItems: 2, maxItems: 10 }) },
    (step) => `at the same time: ${step.calls.map((one) => calls[one.do].say(one as never)).join('; ')}`,
  ),
  /**
   * `like`: with the texts of that record, if it is there and ids tell them apart; `named`: with the name of one that is
   * deleted. `bare`: with what it must have alone.
   */
  create: row(
    { ...ofRecord, like: optional(number), named: optional(number), bare: flag, ...content },
    (step) => {
      const like = step.like === undefined ? '' : ` with the texts of ${step.family} ${step.like}`;
      const called = step.named === undefined ? '' : ` with the name of ${step.family} ${step.named}`;
      return `create ${recordInWords(step)}${like}${called}${step.bare ? ' with what it must have' : ''}${contentInWords(step)}`;
    },
  ),
  read: row(ofRecord, (step) => `read ${recordInWords(step)}`, reads),
  /**
   * `size`: with so many on a page, where the profile names a way to ask for that. `whole`: records of the history whose texts
   * it does not show are read.
   */
  list: row(
    { family, size: optional(integer({ minimum: 1, maximum: 100 })), whole: flag },
    (step) => `list the ${step.family}s${step.size === undefined ? '' : `, ${step.size} on a page`}`,
    reads,
  ),
  /** The countries or time zones that a user can have. */
  choices: row(
    { of: oneOf('countries', 'timeZones') },
    (step) => `list the ${step.of === 'countries' ? 'countries' : 'time zones'}`,
    reads,
  ),

  /**
   * `inUse`: brought back to use, with Expires off, where an earlier history gave it an expiry. `foreign`: the first of the
   * list that the run did not make; it is only read.
   */
  device: row({ device, inUse: flag, foreign: flag }, (step) =>
    step.foreign
      ? `take the first device that is not the run's as device ${step.device}`
      : `take device ${step.device}${step.inUse ? ', in use' : ''}`,
  ),
  /** Both limits in one change. */
  limits: row(
    { device, to: limit },
    (step) => `set both daily limits of device ${step.device} to ${step.to ?? 'none'}`,
  ),
  /** So many messages; `atOnce` in as many requests together. */
  send: row(
    { device, channel, count: integer({ minimum: 1, maximum: 10 }), atOnce: flag },
    (step) => `send ${step.count} ${step.channel} from device ${step.device}${step.atOnce ? ' at once' : ''}`,
  ),
  /** `licence`: no more than whether the device counts as a used licence, where that is read by itself. */
  settings: row(
    { device, licence: flag },
    (step) =>
      `read ${step.licence ? `whether device ${step.device} counts as a used licence` : `the settings of device ${step.device}`}`,
    reads,
  ),
  /** An attempt to write the counter. */
  counter: row(
    { device, channel, to: integer({ minimum: 0, maximum: 100 }) },
    (step) => `try to write ${step.to} to the ${step.channel} counter of device ${step.device}`,
  ),
  /**
   * Expires on or off, with a date so many days ahead; without a date `days` is null. Below zero it lies in the past;
   * `like`: the last one before that which is easily taken for another. `sent`: not both in one change, but the date alone,
   * Expires alone, an empty text for the date, or both beside a limit of e-mails.
   */
  expiry: row(
    {
      device,
      on: yesNo,
      days: orNull(integer({ minimum: -60, maximum: 60 })),
      like: optional(oneOf(...mistakenDates)),
      sent: optional(oneOf('the date alone', 'Expires alone', 'an empty date', 'beside a limit')),
    },
    ({ device, on, days, like, sent }) => {
      const ahead = days === null ? '' : ` with a date ${Math.abs(days)} days ${days < 0 ? 'ago' : 'ahead'}`;
      const dated = like === undefined ? ahead : ` with a date in the past, ${like}`;
      const undated = on || sent !== undefined ? ' without a date' : '';
      return `switch Expires of device ${device} ${on ? 'on' : 'off'}${days === null ? undated : dated}${sent === undefined ? '' : `, ${sent}`}`;
    },
  ),
  licences: row({}, () => 'read the licence counts', reads),
  /** Licences are allotted so that this many are available; below zero fewer than are used. */
  allot: row(
    { available: integer({ minimum: -5, maximum: 5 }) },
    (step) => `allot licences so that ${step.available} are available`,
  ),
  /** Until shortly before or after the moment of its date at which a device expires, where the profile states it. */
  instant: row(
    { device, side },
    (step) => `wait until shortly ${step.side} device ${step.device} expires by the profile`,
  ),
  /** Until shortly before or after the end of the day, where the profile states it. */
  dayEnd: row({ side }, (step) => `wait until shortly ${step.side} the end of the day by the profile`),
  wait: row({ hours: integer({ minimum: 1, maximum: 2_000 }) }, (step) => `wait ${step.hours} hours`),

  /**
   * `late`: older than the newest. `now`: newer than all that the run has posted. `to`: somewhere else than the next place on its road; the same place is some minutes later.
   * `past`: of so many moments of long ago the next one, before all that it reports. `together`: several in one body, the
   * newest last or in the middle.
   */
  locate: row(
    {
      device,
      late: yesNo,
      now: flag,
      to: optional(oneOf('the same place', ...namesOf(reportPlaces))),
      past: optional(integer({ minimum: 0, maximum: moments - 1 })),
      together: optional(oneOf('in order', 'mixed')),
    },
    ({ device, late, to, past, together }) => {
      const mixed = together === 'mixed' ? ', the newest in the middle' : '';
      if (together) return `post several locations of device ${device} in one body${mixed}`;
      const when = past === undefined ? (late ? ' that is older than its last' : '') : ' of long ago';
      return `post a location of device ${device}${to === undefined ? '' : ` from ${to}`}${when}`;
    },
  ),
  last: row({ device }, (step) => `read the last location of device ${step.device}`, reads),
  /** The device itself is read. */
  visit: row({ device }, (step) => `read device ${step.device}`, reads),
  /** An id is read that names no device. */
  strange: row({}, () => 'read a device of an id that names none', reads),
  alert: row({ device }, (step) => `post an alert of device ${step.device}`),
  /** `pages`: on so many, where the profile names a way to ask for that. */
  devices: row(
    { pages: optional(integer({ minimum: 2, maximum: 10 })) },
    (step) => `list the devices${step.pages === undefined ? '' : ` on ${step.pages} pages`}`,
    reads,
  ),

  /** `near`: what is almost right about credentials that are a near miss. */
  token: row(
    { credentials: oneOf(...credentials), near: optional(oneOf(...nearlyRight)) },
    (step) =>
      `request a token with ${step.credentials === 'good' ? 'valid credentials' : (step.near ?? step.credentials)}`,
    ofTokens,
  ),
  /** The token that the run uses: histories that are played beside each other share it, so that none ends that of another. */
  runToken: row({}, () => 'take the token that the run uses', { ...reads, ...ofTokens }),
  /** The answer to the first token request of the run. */
  firstToken: row({}, () => 'the first token request', { ...reads, ...ofTokens }),
  /**
   * An operation with a bearer value; `token` and what it is altered from: the one that was issued so many tokens ago. It
   * goes to that record or device of the history, or to what is at hand; a record that it creates has that number.
   * `by`: another spelling of path and method, at one of the places where it can be.
   */
  call: row(
    {
      operation: oneOf(...guardedOperations.map(({ id }) => id)),
      bearer: oneOf(...bearerNames),
      back,
      to: optional(number),
      by: optional(oneOf(...spellings)),
      place: optional(integer({ minimum: 0, maximum: 20 })),
    },
    ({ operation, bearer, back, to, by }) => {
      const { pathId, writes } = operationOf(operation);
      const target = to === undefined ? '' : ` of ${pathId ?? writes ?? 'record'} ${to}`;
      const value = bearer === 'token' ? tokenInWords(back) : bearerInWords(bearer);
      return `${operation}${target} with ${value}${by === undefined ? '' : `, by ${by}`}`;
    },
    ofTokens,
  ),
  /** A look at what calls that must be refused would have changed. */
  look: row({}, () => 'look at what calls that are to be refused would have changed', {
    ...reads,
    ...ofTokens,
  }),
  /** Until shortly before or after the end of the token that was issued so many tokens ago; `again`: only where the history was played before; `single`: one request follows, which no rate limit holds up. */
  until: row(
    { side, back, again: flag, single: flag },
    (step) => `wait until shortly ${step.side} the end of ${tokenInWords(step.back)}`,
    ofTokens,
  ),
  access: row({ enabled: yesNo }, (step) => `switch API access ${step.enabled ? 'on' : 'off'}`, ofTokens),
  /** The token that was issued so many tokens ago is tried on what was surely served; also while API access is off. */
  try: row({ back }, (step) => `try ${tokenInWords(step.back)}`, { ...reads, ...ofTokens }),
};

function schemasOf<R extends { readonly [kind: string]: { readonly schema: TObject } }>(table: R) {
  return mapTable(table, ({ schema }) => schema) as { [K in keyof R]: R[K]['schema'] };
}

export const stepSchema = discriminated('do', schemasOf(rows));

export type Step = Static<typeof stepSchema>;
export type StepKind = Step['do'];
export type StepOf<K extends StepKind> = Extract<Step, { do: K }>;
export type Burst = StepOf<'burst'>;

/** A step in words, to be read after a number. */
export function inWords(step: Step): string {
  return rows[step.do].say(step as never);
}

function besideOf({ do: kind }: Step): Beside {
  return rows[kind];
}

/** Returns whether a step changes nothing: a call with a good token may write. */
export function onlyReads(step: Step): boolean {
  if (step.do === 'device') return step.foreign === true;
  return step.do === 'call' ? operationOf(step.operation).method === 'GET' : besideOf(step).reads === true;
}

/** The target of a step: steps of one target form a chain. */
export function targetOf(step: Step): string {
  if (step.do === 'burst') return step.calls[0] ? targetOf(step.calls[0]) : 'account';
  if ('record' in step) return recordInWords(step);
  if ('device' in step) return `device ${step.device}`;
  if ('family' in step) return `${step.family}s`;
  return besideOf(step).ofTokens ? 'tokens' : 'account';
}

/** The number of the record or device that a step is about. */
export function numberOf(step: Step): number | undefined {
  if (step.do === 'burst') return step.calls[0] && numberOf(step.calls[0]);
  if ('record' in step) return step.record;
  return 'device' in step ? step.device : undefined;
}

/** The steps that show the records which a step has written. */
export function readingsOf(step: Step): Step[] {
  const written = (step.do === 'burst' ? step.calls : [step]).flatMap((call): [string, Step][] =>
    'record' in call ? [[targetOf(call), { do: 'read', family: call.family, record: call.record }]] : [],
  );
  return [...new Map(written).values()];
}

function recordInWords({ family, record }: { family: string; record: number }): string {
  return `${family} ${record}`;
}

const factsInWords: { readonly [fact: string]: string } = {
  ...{ name: 'the name', other: 'the description', both: 'the name and the description' },
  ...{ email: 'the address', phone: 'the phone number', country: 'the country', timeZone: 'the time zone' },
  ...{ notify: 'the channels', disabled: 'whether it is disabled', members: 'the members' },
};

function contentInWords(step: { further?: boolean; members?: readonly number[]; drawn?: number }): string {
  const { further, members, drawn } = step;
  const facts = further ? ' with further facts' : '';
  const held = members === undefined ? '' : ` with members ${members.join(', ') || 'none'}`;
  return `${facts}${held}${drawn === undefined ? '' : ` with the drawn text ${drawn}`}`;
}

function tokenInWords(back: number): string {
  return back === 0 ? 'the newest token' : `the token issued ${back} before the newest`;
}
