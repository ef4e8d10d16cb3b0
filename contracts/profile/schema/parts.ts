/**
 * What the schema is put together from: a few builders, and the definitions for texts of a form.
 *
 * A definition's `x-code` is the stable code of the issue when a text is not of its form.
 */
export type Schema = { [keyword: string]: unknown };

/** An object with these fields and no others, all required unless listed as optional. */
export function object(properties: { [name: string]: Schema }, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}

/** An object with these fields, any of which may be left out. */
export function partial(properties: { [name: string]: Schema }): Schema {
  return object(properties, Object.keys(properties));
}

/** An object with names of the file's own choosing, of a form. The form stands here in full, so that Ajv tells which name is wrong. */
export function map(values: Schema, names?: keyof typeof definitions): Schema {
  return {
    type: 'object',
    additionalProperties: values,
    ...(names && { propertyNames: definitions[names] }),
  };
}

export function each(names: readonly string[], schema: Schema): { [name: string]: Schema } {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

export function describe(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

export function oneOf(...values: readonly (string | number)[]): Schema {
  return { enum: values };
}

/** Objects told apart by the value of one field. */
export function tagged(tag: string, forms: { [value: string]: Schema }): Schema {
  const branches = Object.entries(forms).map(([value, form]) => {
    const properties = { [tag]: { const: value }, ...(form.properties as object) };
    return { ...form, required: [tag, ...((form.required as string[]) ?? [])], properties };
  });
  return { type: 'object', discriminator: { propertyName: tag }, required: [tag], oneOf: branches };
}

/** The schema, or `null`. Only for schemas of one plain type. */
export function orNull(schema: Schema): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

export const text: Schema = { type: 'string', minLength: 1 };
export const yesNo: Schema = { type: 'boolean' };
export const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
export const anything: Schema = {};

export function ref(name: keyof typeof definitions): Schema {
  return { $ref: `#/definitions/${name}` };
}

function form(code: string, description: string, pattern: string): Schema {
  return { 'x-code': code, description, type: 'string', pattern };
}

export const definitions = {
  pointer: form(
    'POINTER_INVALID',
    'a JSON Pointer such as /data/id; empty for the whole payload',
    '^(/([^~/]|~[01])*)*$',
  ),
  duration: form(
    'DURATION_INVALID',
    'an ISO 8601 duration such as PT1H or P1D, without years and months',
    '^P(?=.)(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$',
  ),
  timeOfDay: form('TIME_OF_DAY_INVALID', 'a time of day HH:MM such as 04:00', '^([01]\\d|2[0-3]):[0-5]\\d$'),
  offset: form('OFFSET_INVALID', 'Z, or an offset such as +02:00', '^(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$'),
  headerName: form('HEADER_INVALID', 'the name of an HTTP header', "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"),
  headerValue: form(
    'HEADER_INVALID',
    'the value of an HTTP header, in one line',
    '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
  ),
  mediaType: form(
    'MEDIA_TYPE_INVALID',
    'a media type such as application/json',
    '^[\\w.+-]+/[\\w.+-]+(; ?[\\w.+-]+=[\\w.+-]+)*$',
  ),
  basePath: form(
    'BASE_PATH_INVALID',
    'empty, or a path such as /fleet/v2 without a slash at its end',
    "^(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*$",
  ),
  method: form('METHOD_INVALID', 'an HTTP method in capitals', '^[A-Z]+$'),
  successStatus: {
    'x-code': 'STATUS_INVALID',
    description: 'a status from 200 to 299',
    type: 'integer',
    minimum: 200,
    maximum: 299,
  },
  anyStatus: {
    'x-code': 'STATUS_INVALID',
    description: 'a status from 200 to 599',
    type: 'integer',
    minimum: 200,
    maximum: 599,
  },
} as const satisfies { [name: string]: Schema };
