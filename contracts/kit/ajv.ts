/**
 * Ajv for the schemas of the product. A test holds them against the schema of schemas, so that no process has to: to
 * compile that one takes longer than most of them.
 */
import { Ajv, type Options } from 'ajv';

export function ajvWith(options: Options): Ajv {
  return new Ajv({ ...options, allowUnionTypes: true, meta: false, validateSchema: false });
}
