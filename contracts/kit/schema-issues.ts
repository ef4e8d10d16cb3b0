/** Data of a file against its schema: what Ajv finds, as issues with a code, a place and what to try. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { REPORTED_PROBLEMS } from './bounds.ts';
import { fieldsOf } from './fields.ts';
import { formatPointer } from './json-pointer.ts';
import { didYouMean } from './suggest.ts';
import { uniqueItems } from './unique-items.ts';
import { excerpt, quoted } from './untrusted.ts';

/** One thing in which data does not follow its schema. */
export interface SchemaIssue {
  /** Stable, such as `UNKNOWN_FIELD`. */
  code: string;
  /** What is wrong and why, in one sentence. */
  message: string;
  /** Where, as a JSON Pointer. */
  pointer: string;
  /** What to try. */
  hint?: string;
}

interface Detail {
  code: string;
  message: string;
  /** The name of a field, when that and not the object around it is at fault. */
  name?: string;
  hint?: string | undefined;
}

/**
 * A function that finds everything in which data does not follow a schema. `x-code` of a text or a number is the code
 * of the issue when it is not of the form that its description says.
 *
 * @param hintForField what to try for an unknown field, before the names that are alike
 */
export function schemaCheck(
  schema: object,
  hintForField: (name: string, pointer: string) => string | undefined = () => undefined,
): (data: unknown) => SchemaIssue[] {
  let validate: ValidateFunction | undefined;
  return (data) => {
    // Compiled when it is first needed.
    validate ??= compile(schema);
    if (validate(data)) return [];
    return (validate.errors ?? []).slice(0, REPORTED_PROBLEMS).flatMap((error) => {
      const detail = details[error.keyword]?.(error, error.params);
      if (!detail) return [];
      const { name = error.propertyName, hint, ...said } = detail;
      const own =
        error.keyword === 'additionalProperties'
          ? hintForField(error.params.additionalProperty, error.instancePath)
          : undefined;
      const tried = own ?? hint;
      const pointer = error.instancePath + (name === undefined ? '' : formatPointer([name]));
      return [{ ...said, pointer, ...(tried !== undefined && { hint: tried }) }];
    });
  };
}

function compile(schema: object): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    // A file is read once: quick to compile counts for more than quick to run.
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addVocabulary(['x-code']);
  ajv.removeKeyword(uniqueItems.keyword).addKeyword(uniqueItems);
  return ajv.compile(schema);
}

const details: {
  [keyword: string]: (error: ErrorObject, params: ErrorObject['params']) => Detail | undefined;
} = {
  additionalProperties: (error, { additionalProperty: name }) => ({
    code: 'UNKNOWN_FIELD',
    message: `there is no field ${quoted(name)} here`,
    name,
    hint: alike(error, name),
  }),
  required: (_, { missingProperty }) => ({
    code: 'MISSING_FIELD',
    message: `${quoted(missingProperty)} is missing`,
  }),
  type: (error, { type }) => ofForm(error) ?? { code: 'WRONG_TYPE', message: mustBe(error, typeWords(type)) },
  enum: (error, { allowedValues }) => oneOf(error, allowedValues),
  const: (error, { allowedValue }) => oneOf(error, [allowedValue]),
  // A tag that is missing is reported as a missing field already.
  discriminator: (error, { error: kind, tag }) => {
    if (kind !== 'mapping') return undefined;
    const branches: { properties: { [tag: string]: { const: string } } }[] = error.parentSchema?.oneOf ?? [];
    const values = branches.map((branch) => branch.properties[tag]?.const);
    return {
      ...oneOf({ ...error, data: fieldsOf(error.data)[tag] }, values),
      name: tag,
    };
  },
  pattern: (error, { pattern }) =>
    ofForm(error) ?? { code: 'FORM_INVALID', message: `${written(error)} does not match ${pattern}` },
  minimum: (error, { limit }) => ofForm(error) ?? outOfRange(error, `${limit} or more`),
  maximum: (error, { limit }) => ofForm(error) ?? outOfRange(error, `${limit} or less`),
  minLength: () => ({ code: 'EMPTY', message: 'this must not be empty' }),
  minItems: () => ({ code: 'EMPTY', message: 'this must not be empty' }),
  uniqueItems: () => ({ code: 'LISTED_TWICE', message: 'the list names something twice' }),
};

/** A text or status that is not of the form that its definition describes. */
function ofForm(error: ErrorObject): Detail | undefined {
  const { 'x-code': code, description } = error.parentSchema ?? {};
  if (typeof code !== 'string') return undefined;
  return { code, message: `${written(error)} is not ${description}` };
}

function written({ propertyName, data }: ErrorObject): string {
  return excerpt(JSON.stringify(propertyName ?? data));
}

function oneOf(error: ErrorObject, values: readonly unknown[]): Detail {
  const words = values.map((value) => JSON.stringify(value)).join(', ');
  const texts = values.filter((value) => typeof value === 'string');
  return {
    code: 'NOT_ONE_OF',
    message: mustBe(error, values.length === 1 ? words : `one of ${words}`),
    hint: typeof error.data === 'string' ? didYouMean(error.data, texts) : undefined,
  };
}

function outOfRange(error: ErrorObject, range: string): Detail {
  return { code: 'OUT_OF_RANGE', message: mustBe(error, range) };
}

function mustBe({ data }: ErrorObject, expected: string): string {
  const written = JSON.stringify(data);
  return `must be ${expected}, not ${written.length > 60 ? `${written.slice(0, 60)}…` : written}`;
}

const typeNames: { [type: string]: string } = {
  object: 'a map',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function typeWords(type: string | readonly string[]): string {
  return [type]
    .flat()
    .map((name) => typeNames[name] ?? name)
    .join(' or ');
}

function alike(error: ErrorObject, name: string): string | undefined {
  return didYouMean(name, Object.keys(fieldsOf(error.parentSchema?.properties)));
}
