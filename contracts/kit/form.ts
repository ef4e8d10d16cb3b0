/**
 * Data from outside held against a schema of `schema.ts`, by Ajv: what has the form has the type.
 *
 *     const readPoint = formOf(object({ x: number(), y: number() }));
 *     const read = readPoint(JSON.parse(text));
 *     if ('problem' in read) throw new Error(`${read.problem.pointer} ${read.problem.message}`);
 *     read.value.x; // a number
 */

import type { ErrorObject, ValidateFunction } from 'ajv';
import { ajvWith } from './ajv.ts';
import { conforms } from './conforms.ts';
import { formatPointer } from './json-pointer.ts';
import type { Static, TSchema } from './schema.ts';

/** Where something does not have the expected form, as a JSON Pointer, and what is wrong there. */
export interface FormProblem {
  pointer: string;
  message: string;
}

export type Read<T> = { value: T } | { problem: FormProblem };

/**
 * A function that checks whether a value has the form of a schema; the first problem otherwise.
 *
 * @param size of the values: for small ones that have the form the schema is not compiled
 */
export function formOf<Schema extends TSchema>(
  schema: Schema,
  size: 'small' | 'any' = 'any',
): (given: unknown) => Read<Static<Schema>> {
  let validate: ValidateFunction<Static<Schema>> | undefined;
  return (given) => {
    if (size === 'small' && conforms(schema, given)) return { value: given };
    // Compiled when it is first needed.
    validate ??= ajvWith({ discriminator: true }).compile<Static<Schema>>(schema);
    return validate(given) ? { value: given } : { problem: problemOf(validate.errors ?? []) };
  };
}

/** Where several alternatives do not fit, describes the fault of the one that fits furthest. */
function problemOf(errors: readonly ErrorObject[]): FormProblem {
  const [first, ...others] = errors;
  if (first === undefined) return { pointer: '', message: 'does not have the expected form' };
  const { instancePath, keyword, params, message } = others.reduce(
    (deepest, error) => (error.instancePath.length > deepest.instancePath.length ? error : deepest),
    first,
  );
  switch (keyword) {
    case 'additionalProperties':
      return {
        pointer: `${instancePath}${formatPointer([params.additionalProperty])}`,
        message: 'does not belong here',
      };
    case 'required':
      return { pointer: `${instancePath}${formatPointer([params.missingProperty])}`, message: 'is missing' };
    case 'enum':
      return { pointer: instancePath, message: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer: instancePath, message: `must be ${params.allowedValue}` };
    default:
      return { pointer: instancePath, message: message ?? 'does not have the expected form' };
  }
}
