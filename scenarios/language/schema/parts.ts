/**
 * What the schema is put together from: a few builders, and the texts that have a form.
 *
 * Two keywords of our own tell people what was meant: `x-code` is the code of the problem when something is
 * not of its form, `x-choice` what a choice is about, for "this says nothing to do".
 */
export type Schema = { readonly [keyword: string]: unknown };
export type Properties = { readonly [name: string]: Schema };

/** An object with these fields and no others, all of which may be left out unless listed as required. */
export function object(properties: Properties, required: readonly string[] = []): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}

/** More of a kind than anybody writes by hand. */
export const MANY = 10_000;

/** An object with names of the author's own choosing. */
export function named(values: Schema): Schema {
  return { type: 'object', additionalProperties: values, propertyNames: nameForm, maxProperties: MANY };
}

/** What a branch of a choice holds beside the field that chooses it. */
export interface Branch {
  /** What stands under the field that chooses. */
  value: Schema;
  description: string;
  /** The other fields. */
  beside?: Properties;
  required?: readonly string[];
}

/**
 * An object told apart by which one of some fields it has. Each branch is looked at only when its field is
 * there, so that what is wrong is told once and to the point, and editors complete the fields that fit.
 *
 * @param common fields that every branch may have
 */
export function choice(
  what: string,
  branches: { readonly [field: string]: Branch },
  common: Properties = {},
): Schema {
  const fields = Object.keys(branches);
  const offered = Object.fromEntries(
    Object.entries(branches).map(([field, { description }]) => [field, { description }]),
  );
  return {
    type: 'object',
    'x-choice': what,
    properties: { ...offered, ...common },
    oneOf: fields.map((field) => ({ required: [field] })),
    allOf: Object.entries(branches).map(([field, { value, description, beside = {}, required = [] }]) => ({
      ...when(
        { type: 'object', required: [field] },
        object({ [field]: describe(description, value), ...beside, ...common }, required),
      ),
    })),
  };
}

/** One, or a list of several. */
export function oneOrMore(schema: Schema): Schema {
  return when({ type: 'array' }, listOf(schema), schema);
}

/** What fits the test is held to one schema, all else to the other. */
export function when(test: Schema, fits: Schema, otherwise: Schema = {}): Schema {
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  return { if: test, then: fits, else: otherwise };
}

/** A map of fields in full, or something shorter in its place. */
export function inFull(fields: Schema, inShort: Schema): Schema {
  return when({ type: 'object' }, fields, inShort);
}

export function orNothing(schema: Schema): Schema {
  return when({ type: 'null' }, {}, schema);
}

export function listOf(items: Schema, least = 1): Schema {
  return { type: 'array', items, ...(least > 0 && { minItems: least }) };
}

export function describe(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

export function oneOf(...values: readonly (string | number | boolean)[]): Schema {
  return { enum: values };
}

export function whole(minimum: number, maximum: number): Schema {
  return { type: 'integer', minimum, maximum };
}

export function number(minimum: number, maximum: number): Schema {
  return { type: 'number', minimum, maximum };
}

export function ref(name: keyof typeof definitions): Schema {
  return { $ref: `#/definitions/${name}` };
}

function form(code: string, description: string, pattern: string, examples: readonly string[]): Schema {
  return { 'x-code': code, description, type: 'string', pattern, examples };
}

export const text: Schema = { type: 'string', minLength: 1 };
export const anyText: Schema = { type: 'string' };
export const always: Schema = { const: true };
export const percent = number(0, 100);
export const limit: Schema = { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 };

const nameForm = form(
  'NAME_INVALID',
  'a name: letters and digits first, then also spaces, dots, hyphens and apostrophes',
  "^[\\p{L}\\p{N}]([\\p{L}\\p{N} ._'’-]*[\\p{L}\\p{N}.])?$",
  ['depot'],
);

const unit = '(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)';

/** The definitions that texts and numbers refer to. */
export const definitions = {
  duration: form(
    'DURATION_INVALID',
    'a duration such as 15s, 10 min, 2h, 1h 30m, or one of ISO 8601 such as PT10M',
    `^\\s*(\\d+(\\.\\d+)?\\s*${unit}\\s*)+$|^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$`,
    ['15s', '10 min', '2h'],
  ),
  time: form(
    'TIME_INVALID',
    'a time: after the start (10m), on the clock (08:30), with the day (day 2 08:30), or a date and time (2026-03-29 08:30)',
    '.',
    ['10m', '08:30', 'day 2 08:30', 'end'],
  ),
  date: form('DATE_INVALID', 'a date such as 2026-03-29', '^\\d{4}-\\d\\d-\\d\\d$', ['2026-03-29']),
  length: {
    'x-code': 'LENGTH_INVALID',
    description: 'a length such as 150m or 1.5km; a number alone is metres',
    type: ['number', 'string'],
    minimum: 0,
    pattern: '^\\s*\\d+(\\.\\d+)?\\s*(m|km)\\s*$',
    examples: ['150m', '1.5km'],
  },
  switch: {
    'x-code': 'SWITCH_INVALID',
    description: 'on or off',
    enum: ['on', 'off', true, false],
  },
  position: {
    'x-code': 'POSITION_INVALID',
    description: 'the name of a place, or [latitude, longitude]',
    type: ['string', 'array'],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    minLength: 1,
    examples: ['depot', [48.137, 11.575]],
  },
  devices: {
    'x-code': 'DEVICES_INVALID',
    description:
      'devices: a part of the fleet (van), one of it (van-3), a stretch (van-1..van-5), all, or it',
    type: 'string',
    minLength: 1,
    examples: ['van', 'van-3', 'van-1..van-5', 'all', 'it'],
  },
  wanted: {
    ...inFull(
      { ...object({ atLeast: { type: 'number' }, atMost: { type: 'number' } }), minProperties: 1 },
      {
        'x-code': 'WANTED_INVALID',
        description: 'a number, or { atLeast: 3, atMost: 5 }',
        type: 'number',
      },
    ),
    examples: [5, { atLeast: 3 }],
  },
  wantedAge: inFull(
    {
      ...object({ atLeast: { $ref: '#/definitions/duration' }, atMost: { $ref: '#/definitions/duration' } }),
      minProperties: 1,
    },
    { $ref: '#/definitions/duration' },
  ),
  channel: { description: 'email or sms', enum: ['email', 'sms'] },
  drive: {
    description: 'the name of a route',
    type: 'string',
    minLength: 1,
  },
} as const satisfies { [name: string]: Schema };
