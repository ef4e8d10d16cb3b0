/**
 * Checks of request bodies by Ajv: the fields of a record as callers may send them.
 *
 * The lens has already read the facts out of the deployment's dialect, so that these hold for every
 * profile: km/h, degrees, metres, milliseconds since 1970, whole-number ids.
 */
import type { ErrorObject } from 'ajv';
import { type BodyName, sentBodies } from './body-forms.ts';
import { partsOfBodies, wholeBodies } from './body-validators.ts';

export type { BodyName };

export interface BodyProblem {
  /** The fact that is wrong, under its canonical name; `''` for the body as a whole. */
  fact: string;
  message: string;
}

/** The problem of the facts of a body, or `undefined`. `partial` asks for no required fact (PATCH). */
export function bodyProblem(body: BodyName, facts: object, partial = false): BodyProblem | undefined {
  const [error] = (partial ? partsOfBodies : wholeBodies)[body](facts);
  return error && described(body, error);
}

function described(body: BodyName, error: ErrorObject): BodyProblem {
  if (error.keyword === 'required')
    return { fact: String(error.params.missingProperty), message: 'is required' };
  const [, fact = ''] = error.instancePath.split('/');
  return { fact, message: `must be ${sentBodies[body].properties[fact]?.description ?? 'an object'}` };
}
