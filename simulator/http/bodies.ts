/**
 * Checks of request bodies by Ajv: the fields of a record as callers may send them.
 *
 * The lens has already read the facts out of the deployment's dialect, so that these hold for every
 * profile: km/h, degrees, metres, milliseconds since 1970, whole-number ids.
 */
import type { ErrorObject } from 'ajv';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { type BodyName, sentBodies } from './body-forms.ts';
import { partsOfBodies } from './body-validators.ts';

export type { BodyName };

export interface BodyProblem {
  /** The fact that is wrong, under its canonical name; `''` for the body as a whole. */
  fact: string;
  message: string;
}

/** The problem of the facts of a body, or `undefined`. `partial` asks for no required fact (PATCH). */
export function bodyProblem(body: BodyName, facts: object, partial = false): BodyProblem | undefined {
  const given = fieldsOf(facts);
  for (const fact of partial ? [] : required[body])
    if (given[fact] === undefined) return { fact, message: 'is required' };
  const [error] = partsOfBodies[body](facts);
  return error && described(body, error);
}

const required = mapTable(sentBodies, (fields): readonly string[] => fields.required ?? []);

function described(body: BodyName, error: ErrorObject): BodyProblem {
  const [, fact = ''] = error.instancePath.split('/');
  return { fact, message: `must be ${sentBodies[body].properties[fact]?.description ?? 'an object'}` };
}
