/**
 * Checks of request bodies by Ajv: the fields of a record as callers may send them.
 *
 * The lens has already read the facts out of the deployment's dialect, so that these hold for every
 * profile: km/h, degrees, metres, milliseconds since 1970, whole-number ids.
 */
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { ajvWith } from '../../contracts/kit/ajv.ts';
import { isTimeZone } from '../../contracts/kit/times.ts';
import { sentOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import { isCountry } from '../fleet/reference.ts';

export interface BodyProblem {
  /** The fact that is wrong, under its canonical name; `''` for the body as a whole. */
  fact: string;
  message: string;
}

const bodies = {
  location: sentOf(records.location),
  alert: sentOf(records.alert),
  group: sentOf(records.group),
  user: sentOf(records.user),
};

export type BodyName = keyof typeof bodies;

const checks = new Map<string, ValidateFunction>();

/** The problem of the facts of a body, or `undefined`. `partial` asks for no required fact (PATCH). */
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
    const { required, properties } = bodies[body];
    check = ajv().compile({ type: 'object', properties, ...(!partial && { required }) });
    checks.set(key, check);
  }
  return check;
}

let shared: Ajv | undefined;

function ajv(): Ajv {
  shared ??= ajvWith({
    strict: true,
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
  return { fact, message: `must be ${bodies[body].properties[fact]?.description ?? 'an object'}` };
}
