/** Texts and numbers that have a form, by the names under which the schema defines them. */
import { object, optional, refer, type Static, type TUnsafe, typed } from '../../../contracts/kit/schema.ts';
import { anyNumber, inFull } from './builders.ts';

function form(code: string, description: string, pattern: string, examples: readonly string[]) {
  return typed<string>({ 'x-code': code, description, type: 'string', pattern, examples });
}

const unit = '(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)';

const duration = form(
  'DURATION_INVALID',
  'a duration such as 15s, 10 min, 2h, 1h 30m, or one of ISO 8601 such as PT10M',
  `^\\s*(\\d+(\\.\\d+)?\\s*${unit}\\s*)+$|^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$`,
  ['15s', '10 min', '2h'],
);

/** A value, or the least and the greatest that is allowed. */
function range<Value>(value: TUnsafe<Value>) {
  const bounds = object({ atLeast: optional(value), atMost: optional(value) });
  return typed<Static<typeof bounds>>({ ...bounds, minProperties: 1 });
}

export const definitions = {
  duration,
  time: form(
    'TIME_INVALID',
    'a time: after the start (10m), after the entry before or one of a name (10m after that), on the clock (08:30), with the day (day 2 08:30), or a date and time (2026-03-29 08:30)',
    '.',
    ['10m', '10m after that', '08:30', 'day 2 08:30', 'end'],
  ),
  date: form('DATE_INVALID', 'a date such as 2026-03-29', '^\\d{4}-\\d\\d-\\d\\d$', ['2026-03-29']),
  length: typed<string | number>({
    'x-code': 'LENGTH_INVALID',
    description: 'a length such as 150m or 1.5km; a number alone is metres',
    type: ['number', 'string'],
    minimum: 0,
    pattern: '^\\s*\\d+(\\.\\d+)?\\s*(m|km)\\s*$',
    examples: ['150m', '1.5km'],
  }),
  switch: typed<boolean | 'on' | 'off'>({
    'x-code': 'SWITCH_INVALID',
    description: 'on or off',
    enum: ['on', 'off', true, false],
  }),
  position: typed<string | readonly number[]>({
    'x-code': 'POSITION_INVALID',
    description: 'the name of a place, or [latitude, longitude]',
    type: ['string', 'array'],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    minLength: 1,
    examples: ['depot', [48.137, 11.575]],
  }),
  devices: typed<string>({
    'x-code': 'DEVICES_INVALID',
    description:
      'devices: a part of the fleet (van), one of it (van-3), a stretch (van-1..van-5), all, or it',
    type: 'string',
    minLength: 1,
    examples: ['van', 'van-3', 'van-1..van-5', 'all', 'it'],
  }),
  wanted: typed<number | { atLeast?: number; atMost?: number }>({
    ...inFull(
      range(typed<number>(anyNumber)),
      typed<number>({
        'x-code': 'WANTED_INVALID',
        description: 'a number, or { atLeast: 3, atMost: 5 }',
        type: 'number',
      }),
    ),
    examples: [5, { atLeast: 3 }],
  }),
  wantedAge: inFull(range(refer('duration', duration)), refer('duration', duration)),
  channel: typed<'email' | 'sms'>({ description: 'email or sms', enum: ['email', 'sms'] }),
  drive: typed<string>({ description: 'the name of a route', type: 'string', minLength: 1 }),
};
type Definitions = typeof definitions;

/** The form of this name. */
export function ref<Name extends keyof Definitions & string>(name: Name): TUnsafe<Static<Definitions[Name]>> {
  return refer(name, definitions[name]);
}

export type Switch = Static<Definitions['switch']>;
export type WrittenPosition = Static<Definitions['position']>;
export type WrittenWanted = Static<Definitions['wanted']>;
export type WrittenAge = Static<Definitions['wantedAge']>;
