/**
 * Whether small data follows a schema, found out without compiling that, which takes a hundred times as long. Nothing
 * passes here that Ajv would refuse; of what does not pass, Ajv says why.
 */
import { Check } from 'typebox/schema';
import type { Static, TSchema } from './schema.ts';

export function conforms<Schema extends TSchema>(schema: Schema, data: unknown): data is Static<Schema> {
  return Check(schema, data);
}
