/**
 * What the simulator takes in a request body, as JSON Schemas over canonical facts, checked by Ajv.
 *
 * The lens has already read the facts out of the deployment's dialect, so that these hold for every
 * profile: km/h, degrees, metres, milliseconds since 1970, whole-number ids.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isCountry } from '../fleet/reference.ts';
import { isTimeZone } from '../time/calendar.ts';

export interface BodyProblem {
  /** The fact that is wrong, under its canonical name; `''` for the body as a whole. */
  fact: string;
  message: string;
}

/** The schema of a fact, and in words what it asks for: `must be ${description}`. */
interface FactSchema {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

const EPOCH_2100 = 4_102_444_800_000;
const time: FactSchema = {
  description: 'a time from 1970 to 2100',
  type: 'integer',
  minimum: 0,
  maximum: EPOCH_2100,
};
const optional = ({ description, ...schema }: FactSchema): FactSchema => ({
  description: `${description}, or null`,
  anyOf: [schema, { type: 'null' }],
});
const text = (maxLength: number): FactSchema => ({
  description: `a text of at most ${maxLength} characters`,
  type: 'string',
  maxLength,
});
const name = (maxLength: number): FactSchema => ({
  description: `a text of 1 to ${maxLength} characters`,
  type: 'string',
  minLength: 1,
  maxLength,
});
const number = (minimum: number, maximum: number, unit?: string): FactSchema => ({
  description: `a number from ${minimum} to ${maximum}${unit ? ` ${unit}` : ''}`,
  type: 'number',
  minimum,
  maximum,
});
const flag: FactSchema = { description: 'true or false', type: 'boolean' };
const ids: FactSchema = {
  description: 'a list of ids, each of them once',
  type: 'array',
  items: { type: 'integer', minimum: 1 },
  uniqueItems: true,
  maxItems: 100_000,
};
const channels: FactSchema = {
  description: 'a list of email and sms, each of them at most once',
  type: 'array',
  items: { enum: ['email', 'sms'] },
  uniqueItems: true,
};

const schemas = {
  location: {
    type: 'object',
    required: ['latitude', 'longitude'],
    properties: {
      deviceTime: time,
      latitude: number(-90, 90),
      longitude: number(-180, 180),
      altitude: optional(number(-12_000, 100_000, 'm')),
      speed: optional(number(0, 2_000, 'km/h')),
      course: optional(number(0, 360, 'degrees')),
      accuracy: optional(number(0, 1_000_000, 'm')),
      satellites: optional({
        ...number(0, 200),
        type: 'integer',
        description: 'a whole number from 0 to 200',
      }),
      ignition: optional(flag),
      battery: optional(number(0, 100, '%')),
      fuel: optional(number(0, 100, '%')),
      odometer: optional(number(0, 100_000_000, 'km')),
      attributes: optional({
        description: 'an object of at most 200 fields',
        type: 'object',
        maxProperties: 200,
      }),
    },
  },
  alert: {
    type: 'object',
    required: ['type'],
    properties: {
      type: name(100),
      severity: { description: 'info, warning or critical', enum: ['info', 'warning', 'critical'] },
      raisedAt: time,
      latitude: optional(number(-90, 90)),
      longitude: optional(number(-180, 180)),
      text: text(1_000),
      channels,
    },
  },
  group: {
    type: 'object',
    required: ['name'],
    properties: { name: name(200), description: text(2_000), deviceIds: ids },
  },
  user: {
    type: 'object',
    required: ['name'],
    properties: {
      name: name(200),
      email: {
        description: 'an e-mail address of at most 254 characters, or empty',
        type: 'string',
        maxLength: 254,
        pattern: '^$|^[^@\\s]+@[^@\\s]+$',
      },
      phone: text(40),
      country: {
        description: 'the code of a country such as DE (ISO 3166-1 alpha-2), or empty',
        type: 'string',
        format: 'country',
      },
      timeZone: {
        description: 'the name of a time zone such as Europe/Berlin (IANA), or empty',
        type: 'string',
        format: 'time-zone',
      },
      groupIds: ids,
      notify: channels,
      disabled: flag,
      password: text(200),
    },
  },
} as const;

export type BodyName = keyof typeof schemas;

const checks = new Map<string, ValidateFunction>();

/** What is wrong with the facts of a body, or `undefined`. `partial` asks for no required fact (PATCH). */
export function bodyProblem(body: BodyName, facts: object, partial = false): BodyProblem | undefined {
  const check = checkOf(body, partial);
  if (check(facts)) return undefined;
  const error = check.errors?.[0];
  return error ? described(body, error) : { fact: '', message: 'is not valid' };
}

/** Compiled when first needed, then kept: a start that never writes does not pay for it. */
function checkOf(body: BodyName, partial: boolean): ValidateFunction {
  const key = partial ? `${body} in part` : body;
  let check = checks.get(key);
  if (!check) {
    const { required, ...rest } = schemas[body];
    check = ajv().compile(partial ? rest : { ...rest, required: [...required] });
    checks.set(key, check);
  }
  return check;
}

let shared: Ajv | undefined;

function ajv(): Ajv {
  shared ??= new Ajv({
    strict: true,
    allowUnionTypes: true,
    formats: {
      'time-zone': (value: string) => value === '' || isTimeZone(value),
      country: (value: string) => value === '' || isCountry(value),
    },
  });
  return shared;
}

function described(body: BodyName, error: ErrorObject): BodyProblem {
  if (error.keyword === 'required')
    return { fact: String(error.params.missingProperty), message: 'is required' };
  const [, fact = ''] = error.instancePath.split('/');
  const properties: { readonly [fact: string]: FactSchema } = schemas[body].properties;
  return { fact, message: `must be ${properties[fact]?.description ?? 'an object'}` };
}
