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

const EPOCH_2100 = 4_102_444_800_000;
const time = { type: 'integer', minimum: 0, maximum: EPOCH_2100 };
const optional = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const text = (maxLength: number): object => ({ type: 'string', maxLength });
const number = (minimum: number, maximum: number): object => ({ type: 'number', minimum, maximum });
const ids = { type: 'array', items: { type: 'integer', minimum: 1 }, uniqueItems: true, maxItems: 100_000 };
const channels = { type: 'array', items: { enum: ['email', 'sms'] }, uniqueItems: true };

const schemas = {
  location: {
    type: 'object',
    required: ['latitude', 'longitude'],
    properties: {
      deviceTime: time,
      latitude: number(-90, 90),
      longitude: number(-180, 180),
      altitude: optional(number(-12_000, 100_000)),
      speed: optional(number(0, 2_000)),
      course: optional(number(0, 360)),
      accuracy: optional(number(0, 1_000_000)),
      satellites: optional({ type: 'integer', minimum: 0, maximum: 200 }),
      ignition: optional({ type: 'boolean' }),
      battery: optional(number(0, 100)),
      fuel: optional(number(0, 100)),
      odometer: optional(number(0, 100_000_000)),
      attributes: optional({ type: 'object', maxProperties: 200 }),
    },
  },
  alert: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', minLength: 1, maxLength: 100 },
      severity: { enum: ['info', 'warning', 'critical'] },
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
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      description: text(2_000),
      deviceIds: ids,
    },
  },
  user: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      email: { type: 'string', maxLength: 254, pattern: '^$|^[^@\\s]+@[^@\\s]+$' },
      phone: { type: 'string', maxLength: 40 },
      country: { type: 'string', format: 'country' },
      timeZone: { type: 'string', format: 'time-zone' },
      groupIds: ids,
      notify: channels,
      disabled: { type: 'boolean' },
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
  return error ? described(error) : { fact: '', message: 'is not valid' };
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

function described(error: ErrorObject): BodyProblem {
  const fact = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required')
    return { fact: String(error.params.missingProperty), message: 'is required' };
  if (error.keyword === 'enum') {
    return { fact, message: `must be one of ${(error.params.allowedValues as string[]).join(', ')}` };
  }
  return { fact, message: error.message ?? 'is not valid' };
}
