/** Bodies of the control API, checked by their schemas. */
import type { ErrorObject } from 'ajv';
import type { TSchema } from '../../contracts/kit/schema.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { bodyValidators } from './body-validators.ts';
import { ControlError } from './errors.ts';
import { definition, type RouteRow, type RowKey } from './schemas/index.ts';

/**
 * Refuses a body that has not the form that the definition gives it.
 *
 * @throws ControlError BODY_INVALID, with the field that is wrong
 */
export function checkBody(key: RowKey, given: unknown): void {
  const { body }: RouteRow = definition[key];
  const [error] = bodyValidators[key]?.(given) ?? [];
  if (error && body) throw refusal(error, body);
}

function refusal(
  { keyword, instancePath, params, data, ...error }: ErrorObject,
  body: TSchema,
): ControlError {
  const parts = instancePath.split('/').slice(1);
  const { description, properties } = {
    description: undefined,
    properties: undefined,
    ...error.parentSchema,
  };
  switch (keyword) {
    case 'additionalProperties': {
      const name = [...parts, params.additionalProperty].join('.');
      const near = suggestion(String(params.additionalProperty), Object.keys(properties ?? {}));
      return invalid(name, `${excerpt(name)} is not part of this request.`, near ?? possible(properties));
    }
    case 'required': {
      const name = [...parts, params.missingProperty].join('.');
      return invalid(name, `${name} is missing.`, example(body));
    }
    default: {
      const name = parts.join('.');
      const wanted = description ?? wantedBy(keyword, params, data) ?? 'of another form';
      return invalid(name, `${name} must be ${wanted}.`, example(body));
    }
  }
}

function invalid(field: string, message: string, hint: string | undefined): ControlError {
  return new ControlError('BODY_INVALID', message, { field, ...(hint && { hint }) });
}

/** The expected value, to be read after "must be". */
function wantedBy(keyword: string, params: ErrorObject['params'], given: unknown): string | undefined {
  if (keyword === 'type') return `${[params.type].flat().join(' or ')}, not ${typeName(given)}`;
  if (keyword === 'enum') return `one of ${params.allowedValues.join(', ')}`;
  return keyword === 'minLength' ? 'a string that is not empty' : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function possible(fields: object | undefined): string | undefined {
  const names = Object.keys(fields ?? {});
  return names.length === 0 ? undefined : `Possible: ${names.join(', ')}.`;
}

function example(schema: { examples?: readonly unknown[] }): string | undefined {
  const [first] = schema.examples ?? [];
  return first === undefined ? undefined : `Send ${JSON.stringify(first)}.`;
}
