/** Texts and numbers that have a form, by the names under which the schema defines them, and names that are looked up. */
import { type TUnsafe, typed } from '../../contracts/kit/schema.ts';
import { didYouMean, didYouMeanOneOf } from '../../contracts/kit/suggest.ts';
import { isTimeZone } from '../../contracts/kit/times.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { isCountry } from '../../simulator/fleet/reference.ts';
import { isDate } from '../../simulator/time/calendar.ts';
import {
  type At,
  also,
  anyNumber,
  checks,
  defined,
  inFull,
  object,
  optional,
  plainText,
  type Reads,
  readBy,
  readFields,
  reads,
  text,
} from './builders.ts';
import type { Wanted } from './terms.ts';
import { durationOf, timeIn } from './times.ts';

function form(code: string, description: string, pattern: string, examples: readonly string[]) {
  return typed<string>({ 'x-code': code, description, type: 'string', pattern, examples });
}

const unit = '(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)';

const duration = reads(
  form(
    'DURATION_INVALID',
    'a duration such as 15s, 10 min, 2h, 1h 30m, or one of ISO 8601 such as PT10M',
    `^\\s*(\\d+(\\.\\d+)?\\s*${unit}\\s*)+$|^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$`,
    ['15s', '10 min', '2h'],
  ),
  (text) => durationOf(text) ?? 0,
);

/** A value, or the least and the greatest that is allowed. */
function wanted<Written>(bound: TUnsafe<Written> & Reads<number>, value: TUnsafe<Written> & Reads<number>) {
  const bounds = object({ atLeast: optional(bound), atMost: optional(bound) });
  const range = reads(also(bounds, { minProperties: 1 }), (written, at): Wanted => {
    const read: { atLeast?: number; atMost?: number } = readFields(bounds.properties, Object(written), at);
    const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = read;
    if (atLeast > atMost)
      at.names.wrong('NEVER', at.path, `no number is at least ${atLeast} and at most ${atMost}`);
    return read;
  });
  return inFull(
    range,
    reads(value, (written, at): Wanted => ({ is: readBy(value, written, at) })),
  );
}

const numeric = (keywords: object) => reads(typed<number>(keywords), Number);
const devices = typed<string>({
  'x-code': 'DEVICES_INVALID',
  description: 'devices: a part of the fleet (van), one of it (van-3), a stretch (van-1..van-5), all, or it',
  type: 'string',
  minLength: 1,
  examples: ['van', 'van-3', 'van-1..van-5', 'all', 'it'],
});

export const definitions = {
  duration,
  time: reads(
    form(
      'TIME_INVALID',
      'a time: after the start (10m), after the entry before or one of a name (10m after that), on the clock (08:30), with the day (day 2 08:30), or a date and time (2026-03-29 08:30)',
      '.',
      ['10m', '10m after that', '08:30', 'day 2 08:30', 'end'],
    ),
    (text, { path, names }) => timeIn(text, path, names),
  ),
  date: checks(
    form('DATE_INVALID', 'a date such as 2026-03-29', '^\\d{4}-\\d\\d-\\d\\d$', ['2026-03-29']),
    (text, { path, names }) => {
      const hint = 'write YYYY-MM-DD, such as 2026-03-29';
      if (!isDate(text)) names.wrong('DATE_INVALID', path, `${text} is not a valid date`, hint);
    },
  ),
  length: reads(
    typed<string | number>({
      'x-code': 'LENGTH_INVALID',
      description: 'a length such as 150m or 1.5km; a number alone is metres',
      type: ['number', 'string'],
      minimum: 0,
      pattern: '^\\s*\\d+(\\.\\d+)?\\s*(m|km)\\s*$',
      examples: ['150m', '1.5km'],
    }),
    metresOf,
  ),
  switch: reads(
    typed<boolean | 'on' | 'off'>({
      'x-code': 'SWITCH_INVALID',
      description: 'on or off',
      enum: ['on', 'off', true, false],
    }),
    (value) => value === true || value === 'on',
  ),
  position: reads(
    typed<string | readonly number[]>({
      'x-code': 'POSITION_INVALID',
      description: 'the name of a place, or [latitude, longitude]',
      type: ['string', 'array'],
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      minLength: 1,
      examples: ['depot', [48.137, 11.575]],
    }),
    (written, { path, names }) => names.position(written, path),
  ),
  devices: reads(devices, (text, { path, names, mayBeIt }) => names.those(text, path, mayBeIt)),
  wanted: also(
    wanted(
      reads(anyNumber, Number),
      numeric({
        'x-code': 'WANTED_INVALID',
        description: 'a number, or { atLeast: 3, atMost: 5 }',
        type: 'number',
      }),
    ),
    { examples: [5, { atLeast: 3 }] },
  ),
  wantedAge: wanted(defined('duration', duration), defined('duration', duration)),
  channel: typed<'email' | 'sms'>({ description: 'email or sms', enum: ['email', 'sms'] }),
  drive: reads(
    typed<string>({ description: 'the name of a route', type: 'string', minLength: 1 }),
    (name, { path, names }) => names.route(name, path),
  ),
};
type Definitions = typeof definitions;

/** The form of this name. */
export function ref<Name extends keyof Definitions & string>(name: Name) {
  return defined(name, definitions[name]);
}

/** A single device. */
export const oneDevice = reads(defined('devices', devices), (text, { path, names }) => names.one(text, path));

function nameOf<Found>(find: (name: string, at: At) => Found) {
  return reads(plainText, find);
}
export const site = nameOf((name, { path, names }) => names.site(name, path));
export const area = nameOf((name, { path, names }) => names.area(name, path));
/** A group or user that is there at some time. */
export const groupName = nameOf((name, { path, names }) => names.record('group', name, path));
export const userName = nameOf((name, { path, names }) => names.record('user', name, path));
export const recipient = nameOf((name, { path, names }) => names.recipient(name, path));
export const sensor = nameOf((name, { path, names }) => names.sensor(name, path));

export const timeZone = reads(typed<string>({ ...plainText, examples: ['Europe/Berlin'] }), zoneIn);

/** A time zone; reported where there is none of this name. */
export function zoneIn(name: string, { path, names }: At): string {
  if (isTimeZone(name)) return name;
  const hint =
    didYouMean(name, Intl.supportedValuesOf('timeZone')) ?? 'write one such as Europe/Berlin or UTC';
  return names.wrong('UNKNOWN_TIME_ZONE', path, `there is no time zone ${quoted(name)}`, hint);
}

export const country = checks(
  typed<string>({
    type: 'string',
    'x-code': 'COUNTRY_INVALID',
    description: 'a country of two letters such as DE',
    pattern: '^[A-Z]{2}$',
    examples: ['DE'],
  }),
  (code, { path, names }) => {
    const message = `there is no country ${quoted(code)}`;
    if (!isCountry(code)) names.wrong('UNKNOWN_COUNTRY', path, message, 'ISO 3166-1, such as DE');
  },
);

/** The usual types of alerts in the field; a story may make up others. */
export const usualAlerts: readonly string[] = [
  ...['sos', 'speeding', 'geofence-enter', 'geofence-exit', 'low-battery', 'power-cut', 'ignition-on'],
  ...['ignition-off', 'idling', 'no-movement', 'tow', 'vibration', 'harsh-braking', 'harsh-acceleration'],
  ...['harsh-cornering', 'gps-lost', 'offline', 'back-online', 'fuel-drop', 'temperature', 'maintenance-due'],
  ...['licence-expired', 'limit-reached'],
];

/** A type of alerts that a story raises: any, but one that looks like a slip for a usual one. */
export const raisedType = checks(text, (type, { path, names }) => {
  const meant = usualAlerts.includes(type) ? undefined : didYouMean(type, usualAlerts);
  const message = `${quoted(type)} is not one of the usual types of alerts`;
  if (meant) names.wrong('UNKNOWN_ALERT_TYPE', path, message, meant);
});

/** A type of alerts that a story waits for or counts: a usual one, or one that it raises. */
export const alertType = checks(plainText, (type, { path, names }) => {
  const known = new Set([...names.alertTypes, ...usualAlerts]);
  const message = `no alert of type ${quoted(type)} is raised in this story`;
  if (!known.has(type)) names.wrong('UNKNOWN_ALERT_TYPE', path, message, didYouMeanOneOf(type, known));
});

/** Metres of `150`, `150m` or `1.5km`; of what has that form. */
function metresOf(length: string | number): number {
  return Number.parseFloat(String(length)) * (/km\s*$/.test(String(length)) ? 1000 : 1);
}
