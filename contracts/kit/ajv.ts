/**
 * Ajv for the schemas of the product. A test holds them against the schema of schemas, so that no process has to: to
 * compile that one takes longer than most of them. An id has no type that JSON Schema knows (`bigint`): of that nothing is
 * written to the console of a user.
 */
import { Ajv, type Options } from 'ajv';

export function ajvWith(options: Options): Ajv {
  return new Ajv({
    ...options,
    allowUnionTypes: true,
    strictTypes: false,
    meta: false,
    validateSchema: false,
  });
}
