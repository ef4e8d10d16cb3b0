/**
 * The steps of a history: what is done, without what comes of it. Records and devices have numbers of the history's
 * own, so that it can be played again on fresh ones. They are plain data with a schema: a history that is read from a
 * file is checked before anything is sent.
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
  yesNo,
} from '../kit/schema.ts';
import { namesOf } from '../kit/tables.ts';
import { reportPlaces } from '../specification/dangers/reports.ts';
import { guardedOperations, operation as operationOf } from '../specification/operations.ts';
import { channelIds } from '../specification/records/values.ts';
import { bearerInWords, bearerNames } from './bearers.ts';
import { nearlyRight, perhapsRight } from './credentials.ts';
import { CLASSES, MOST_DRAWN } from './drawn.ts';
import { MOMENTS } from './past.ts';
import { namesOfWays } from './ways.ts';

export { alterations, type BearerName, garbage } from './bearers.ts';
export { isOfKey, type Near, nearlyRight, perhapsRight } from './credentials.ts';
export { respelt } from './ways.ts';
/** Other spellings of path and method. */
export const spellings = namesOfWays;

/** The credentials of token requests. */
const credentials = [
  ...(['good', 'wrong-api-key', 'unknown-user', 'empty-credentials'] as const),
  ...(['missing-user-name', 'missing-api-key', 'missing-both', 'near-miss', 'open'] as const),
] as const satisfies readonly Credentials[];

const family = oneOf('group', 'user');
/** Names a record, a device or a token of the history. */
const number = integer({ minimum: 1, maximum: 1_000 });
const device = number;
const channel = oneOf(...channelIds);
/** Beyond 16 bits, which no store may cut. */
const limit = orNull(integer({ minimum: -100, maximum: 100_000 }));
const ofRecord = { family, record: number };

/** So many moments of long ago there are at which reports are known to be kept otherwise, or nothing is known of. */
export const moments = MOMENTS;

/** Devices of a group, or groups of a user, by their numbers in the history. */
const members = optional(list(number, { maxItems: 10 }));
/** Another content type than that of the profile. */
const contentType = optional(
  oneOf(
    'application/json; charset=utf-8',
    'application/merge-patch+json',
    'application/json-patch+json',
    'text/plain',
    'application/x-www-form-urlencoded',
  ),
);
/** So many texts that stores get wrong are all of a value, then as many are several in one; and all with rarer ones. */
export const drawnTexts = { alone: CLASSES, all: MOST_DRAWN } as const;
/** Texts that stores get wrong, by number. */
const drawn = optional(integer({ minimum: 1, maximum: MOST_DRAWN }));
/** With the facts beside the texts for which there is a place. */
const further = optional(yesNo);
/** Facts beside the texts of a record. Whether they are kept is open; the rest is to stay as it was. */
export const furtherFacts = [
  ...(['email', 'phone', 'country', 'timeZone', 'notify', 'disabled', 'members'] as const),
] as const;

/** The lists that a bearer value is tried on in drawn histories. */
export const triedOn = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'] as const;

/** Steps that can be taken at the same time as others. */
const calls = {
  /** PUT of new content. `partial`: without what it need not have; `same`: with the name that it has. */
  replace: object({
    ...ofRecord,
    partial: optional(yesNo),
    same: optional(yesNo),
    further,
    members,
    contentType,
    drawn,
  }),
  /**
   * PATCH of one fact; `other` is the description where there is one, and `both` that and the name. `back`: to the value
   * that the fact had so many writes ago; `empty`: to nothing.
   */
  update: object({
    ...ofRecord,
    fact: oneOf('name', 'other', 'both', ...furtherFacts),
    back: optional(integer({ minimum: 1, maximum: 10 })),
    empty: optional(yesNo),
    members,
    contentType,
    drawn,
  }),
  delete: object(ofRecord),
  /** The limit of a channel; `null` is none. */
  limit: object({ device, channel, to: limit }),
  /** `undated`: without a date, also where one can be given. */
  activate: object({ device, undated: optional(yesNo) }),
};

export const stepSchema = discriminated('do', {
  ...calls,
  /** Together, in as many requests under way at once. */
  burst: object({ calls: list(discriminated('do', calls), { minItems: 2, maxItems: 10 }) }),
  /**
   * `like`: with the texts of that record, if it is there and ids tell them apart; `named`: with the name of one that is
   * deleted. `bare`: with what it must have alone.
   */
  create: object({
    ...ofRecord,
    like: optional(number),
    named: optional(number),
    bare: optional(yesNo),
    further,
    members,
    drawn,
  }),
  /** An operation on an id that names nothing. */
  stray: object({ family, by: oneOf('read', 'replace', 'update', 'delete') }),
  /** A PUT or PATCH in whose body each value is of another type. */
  spoil: object({ ...ofRecord, by: oneOf('replace', 'update') }),
  read: object(ofRecord),
  /**
   * `size`: with so many on a page, where the profile names a way to ask for that. `whole`: records of the history whose texts
   * it does not show are read.
   */
  list: object({ family, size: optional(integer({ minimum: 1, maximum: 100 })), whole: optional(yesNo) }),
  /** The countries or time zones that a user can have. */
  choices: object({ of: oneOf('countries', 'timeZones') }),

  /**
   * `inUse`: brought back to use, with Expires off, where an earlier history gave it an expiry. `foreign`: the first of the
   * list that the run did not make; it is only read.
   */
  device: object({ device, inUse: optional(yesNo), foreign: optional(yesNo) }),
  /** Both limits in one change. */
  limits: object({ device, to: limit }),
  /** So many messages; `atOnce` in as many requests together. */
  send: object({ device, channel, count: integer({ minimum: 1, maximum: 10 }), atOnce: optional(yesNo) }),
  /** `licence`: no more than whether the device counts as a used licence, where that is read by itself. */
  settings: object({ device, licence: optional(yesNo) }),
  /** An attempt to write the counter. */
  counter: object({ device, channel, to: integer({ minimum: 0, maximum: 100 }) }),
  /**
   * Expires on or off, with a date so many days ahead; without a date `days` is null. Below zero it lies in the past;
   * `like`: the last one before that which is easily taken for another. `sent`: not both in one change, but the date alone,
   * Expires alone, an empty text for the date, or both beside a limit of e-mails.
   */
  expiry: object({
    device,
    on: yesNo,
    days: orNull(integer({ minimum: -60, maximum: 60 })),
    like: optional(oneOf(...mistakenDates)),
    sent: optional(oneOf('the date alone', 'Expires alone', 'an empty date', 'beside a limit')),
  }),
  licences: object({}),
  /** Licences are allotted so that this many are available; below zero fewer than are used. */
  allot: object({ available: integer({ minimum: -5, maximum: 5 }) }),
  /** Until shortly before or after the moment of its date at which a device expires, where the profile states it. */
  instant: object({ device, side: oneOf('before', 'after') }),
  /** Until shortly before or after the end of the day, where the profile states it. */
  dayEnd: object({ side: oneOf('before', 'after') }),
  wait: object({ hours: integer({ minimum: 1, maximum: 2_000 }) }),

  /**
   * `late`: older than the newest. `now`: newer than all that the run has posted. `to`: somewhere else than the next place on its road; the same place is some minutes later.
   * `past`: of so many moments of long ago the next one, before all that it reports. `together`: several in one body, the
   * newest last or in the middle.
   */
  locate: object({
    device,
    late: yesNo,
    now: optional(yesNo),
    to: optional(oneOf('the same place', ...namesOf(reportPlaces))),
    past: optional(integer({ minimum: 0, maximum: moments - 1 })),
    together: optional(oneOf('in order', 'mixed')),
  }),
  last: object({ device }),
  /** The device itself is read. */
  visit: object({ device }),
  /** An id is read that names no device. */
  strange: object({}),
  alert: object({ device }),
  /** `pages`: on so many, where the profile names a way to ask for that. */
  devices: object({ pages: optional(integer({ minimum: 2, maximum: 10 })) }),

  /** `near`: what is almost right about credentials that are a near miss, or of which it is open whether they are taken. */
  token: object({
    credentials: oneOf(...credentials),
    near: optional(oneOf(...nearlyRight, ...perhapsRight)),
  }),
  /** The token that the run uses: histories that are played beside each other share it, so that none ends that of another. */
  runToken: object({}),
  /** The answer to the first token request of the run. */
  firstToken: object({}),
  /**
   * An operation with a bearer value; `token` and what it is altered from: the one that was issued so many tokens ago. It
   * goes to that record or device of the history, or to what is at hand; a record that it creates has that number.
   * `by`: another spelling of path and method, at one of the places where it can be.
   */
  call: object({
    operation: oneOf(...guardedOperations.map(({ id }) => id)),
    bearer: oneOf(...bearerNames),
    back: integer({ minimum: 0, maximum: 10 }),
    to: optional(number),
    by: optional(oneOf(...spellings)),
    place: optional(integer({ minimum: 0, maximum: 20 })),
  }),
  /** A look at what calls that must be refused would have changed. */
  look: object({}),
  /** Until shortly before or after the end of the token that was issued so many tokens ago; `again`: only where the history was played before; `single`: one request follows, which no rate limit holds up. */
  until: object({
    side: oneOf('before', 'after'),
    back: integer({ minimum: 0, maximum: 10 }),
    again: optional(yesNo),
    single: optional(yesNo),
  }),
  access: object({ enabled: yesNo }),
  /** The token that was issued so many tokens ago is tried on what was surely served; also while API access is off. */
  try: object({ back: integer({ minimum: 0, maximum: 10 }) }),
});

export type Step = Static<typeof stepSchema>;
export type StepKind = Step['do'];
export type Burst = Extract<Step, { do: 'burst' }>;

/** Steps that change nothing. */
export const reads: ReadonlySet<StepKind> = new Set([
  'read',
  'list',
  'settings',
  'last',
  'licences',
  'visit',
  'devices',
  'call',
  'firstToken',
  'runToken',
  'look',
  'choices',
  'strange',
  'try',
]);

/** Returns whether a step changes nothing: a call with a good token may write. */
export function onlyReads(step: Step): boolean {
  if (step.do === 'device') return step.foreign === true;
  return step.do === 'call' ? operationOf(step.operation).method === 'GET' : reads.has(step.do);
}

const ofTokens: ReadonlySet<StepKind> = new Set([
  ...(['token', 'firstToken', 'runToken', 'call', 'look', 'until', 'access', 'try'] as const),
]);

/** The target of a step: steps of one target form a chain. */
export function targetOf(step: Step): string {
  if (step.do === 'burst') return step.calls[0] ? targetOf(step.calls[0]) : 'account';
  if ('record' in step) return `${step.family} ${step.record}`;
  if ('device' in step) return `device ${step.device}`;
  if ('family' in step) return `${step.family}s`;
  return ofTokens.has(step.do) ? 'tokens' : 'account';
}

/** The number of the record or device that a step is about. */
export function numberOf(step: Step): number | undefined {
  if (step.do === 'burst') return step.calls[0] && numberOf(step.calls[0]);
  if ('record' in step) return step.record;
  return 'device' in step ? step.device : undefined;
}

/** A step in words, to be read after a number. */
export function inWords(step: Step): string {
  switch (step.do) {
    case 'burst':
      return `at the same time: ${step.calls.map(inWords).join('; ')}`;
    case 'create':
      return `create ${step.family} ${step.record}${creationInWords(step)}`;
    case 'read':
      return `read ${step.family} ${step.record}`;
    case 'replace':
      return `PUT ${step.partial ? 'part of a new' : 'new'} content${step.same ? ' of the same name' : ''}${withFurther(step)}${withMembers(step)}${withText(step)} to ${step.family} ${step.record}${asType(step)}`;
    case 'update':
      return `PATCH ${changeInWords(step)} of ${step.family} ${step.record}${asType(step)}`;
    case 'stray':
      return `${step.by} a ${step.family} of an id that names nothing`;
    case 'spoil':
      return `${step.by === 'replace' ? 'PUT' : 'PATCH'} values of other types to ${step.family} ${step.record}`;
    case 'delete':
      return `DELETE ${step.family} ${step.record}`;
    case 'list':
      return `list the ${step.family}s${step.size === undefined ? '' : `, ${step.size} on a page`}`;
    case 'choices':
      return `list the ${step.of === 'countries' ? 'countries' : 'time zones'}`;
    case 'device':
      return step.foreign
        ? `take the first device that is not the run's as device ${step.device}`
        : `take device ${step.device}${step.inUse ? ', in use' : ''}`;
    case 'limit':
      return `set the daily ${step.channel} limit of device ${step.device} to ${step.to ?? 'none'}`;
    case 'limits':
      return `set both daily limits of device ${step.device} to ${step.to ?? 'none'}`;
    case 'send':
      return `send ${step.count} ${step.channel} from device ${step.device}${step.atOnce ? ' at once' : ''}`;
    case 'settings':
      return `read ${step.licence ? `whether device ${step.device} counts as a used licence` : `the settings of device ${step.device}`}`;
    case 'counter':
      return `try to write ${step.to} to the ${step.channel} counter of device ${step.device}`;
    case 'expiry':
      return `switch Expires of device ${step.device} ${step.on || step.days !== null ? dated(step) : 'off'}`;
    case 'activate':
      return `activate device ${step.device}${step.undated ? ' without a date' : ''}`;
    case 'licences':
      return 'read the licence counts';
    case 'allot':
      return `allot licences so that ${step.available} are available`;
    case 'instant':
      return `wait until shortly ${step.side} device ${step.device} expires by the profile`;
    case 'dayEnd':
      return `wait until shortly ${step.side} the end of the day by the profile`;
    case 'wait':
      return `wait ${step.hours} hours`;
    case 'locate':
      return reportInWords(step);
    case 'last':
      return `read the last location of device ${step.device}`;
    case 'visit':
      return `read device ${step.device}`;
    case 'strange':
      return 'read a device of an id that names none';
    case 'alert':
      return `post an alert of device ${step.device}`;
    case 'devices':
      return step.pages === undefined ? 'list the devices' : `list the devices on ${step.pages} pages`;
    case 'token':
      return `request a token with ${step.credentials === 'good' ? 'valid credentials' : (step.near ?? step.credentials)}`;
    case 'firstToken':
      return 'the first token request';
    case 'runToken':
      return 'take the token that the run uses';
    case 'look':
      return 'look at what calls that are to be refused would have changed';
    case 'call':
      return callInWords(step);
    case 'until':
      return `wait until shortly ${step.side} the end of ${tokenInWords(step.back)}`;
    case 'access':
      return `switch API access ${step.enabled ? 'on' : 'off'}`;
    case 'try':
      return `try ${tokenInWords(step.back)}`;
  }
}

function reportInWords({ device, late, to, past, together }: Extract<Step, { do: 'locate' }>): string {
  if (together)
    return `post several locations of device ${device} in one body${together === 'mixed' ? ', the newest in the middle' : ''}`;
  const from = to === undefined ? '' : ` from ${to}`;
  const when = past === undefined ? (late ? ' that is older than its last' : '') : ' of long ago';
  return `post a location of device ${device}${from}${when}`;
}

function creationInWords(step: Extract<Step, { do: 'create' }>): string {
  const { family, like, named, bare } = step;
  return [
    ...(like === undefined ? [] : [` with the texts of ${family} ${like}`]),
    ...(named === undefined ? [] : [` with the name of ${family} ${named}`]),
    ...(bare ? [' with what it must have'] : []),
    withFurther(step),
    withMembers(step),
    withText(step),
  ].join('');
}

const factsInWords: { readonly [F in Extract<Step, { do: 'update' }>['fact']]: string } = {
  ...{ name: 'the name', other: 'the description', both: 'the name and the description' },
  ...{ email: 'the address', phone: 'the phone number', country: 'the country', timeZone: 'the time zone' },
  ...{ notify: 'the channels', disabled: 'whether it is disabled', members: 'the members' },
};

function changeInWords(step: Extract<Step, { do: 'update' }>): string {
  const { fact, back, empty } = step;
  const to = empty ? ' to nothing' : back === undefined ? '' : ` back to what it was ${back} writes before`;
  return `${factsInWords[fact]}${withMembers(step)}${withText(step)}${to}`;
}

function withFurther({ further }: { further?: boolean }): string {
  return further ? ' with further facts' : '';
}

function withText({ drawn }: { drawn?: number }): string {
  return drawn === undefined ? '' : ` with the drawn text ${drawn}`;
}

function withMembers({ members }: { members?: readonly number[] }): string {
  return members === undefined ? '' : ` with members ${members.join(', ') || 'none'}`;
}

function asType({ contentType }: { contentType?: string }): string {
  return contentType === undefined ? '' : ` as ${contentType}`;
}

function dated({ on, days, like, sent }: Extract<Step, { do: 'expiry' }>): string {
  const way = on ? 'on' : 'off';
  const manner = sent === undefined ? '' : `, ${sent}`;
  if (days === null) return `${way} without a date${manner}`;
  if (like !== undefined) return `${way} with a date in the past, ${like}${manner}`;
  return `${way} with a date ${Math.abs(days)} days ${days < 0 ? 'ago' : 'ahead'}${manner}`;
}

function callInWords({ operation, bearer, back, to, by }: Extract<Step, { do: 'call' }>): string {
  const { pathId, writes } = operationOf(operation);
  const target = to === undefined ? '' : ` of ${pathId ?? writes ?? 'record'} ${to}`;
  return `${operation}${target} with ${bearer === 'token' ? tokenInWords(back) : bearerInWords(bearer)}${by === undefined ? '' : `, by ${by}`}`;
}

function tokenInWords(back: number): string {
  return back === 0 ? 'the newest token' : `the token issued ${back} before the newest`;
}
