/** Data of a file against its schema: what Ajv finds, as issues with a code, a place and what to try. */

import type { ErrorObject } from 'ajv';
import type { Validator } from './ajv.ts';
import { REPORTED_PROBLEMS } from './bounds.ts';
import { exactJsonText } from './exact-json.ts';
import { fieldsOf } from './fields.ts';
import { formatPointer, splitPointer } from './json-pointer.ts';
import { isSecretField } from './redact.ts';
import { didYouMean, didYouMeanOneOf } from './suggest.ts';
import { excerpt, quoted } from './untrusted.ts';

/** A place where data does not follow its schema. */
export interface SchemaIssue {
  /** Stable, such as `UNKNOWN_FIELD`. */
  code: string;
  /** Says what is wrong and why, in one sentence. */
  message: string;
  /** Place, as a JSON Pointer. */
  pointer: string;
  /** Says what to try. */
  hint?: string;
}

/** An issue, and whether the name at the end of its pointer is at fault, and not the value under it. */
export interface FoundIssue extends SchemaIssue {
  atName: boolean;
}

/** An error of Ajv in words for a person. */
export interface Detail {
  code: string;
  message: string;
  /** The name of a field, when that and not the object around it is at fault. */
  name?: string;
  /** A field that is not there, which `name` would be. */
  missing?: string;
  hint?: string | undefined;
}

/** By keyword. A keyword that is not listed has no message of its own: another one says it. */
export interface Details {
  [keyword: string]: (error: ErrorObject, params: ErrorObject['params']) => Detail | undefined;
}

export interface CheckOptions {
  /** Says what to try for an unknown field, before the names that are alike. */
  hintForField?: (name: string, pointer: string) => string | undefined;
  /** Words for further keywords. */
  details?: Details;
}

/**
 * A function that finds everything in which data does not follow a schema (`documentValidator`). `x-code` of a value is the
 * code of the issue when it is not of the form that its description says.
 */
export function schemaCheck(
  errorsIn: Validator,
  options: CheckOptions = {},
): (data: unknown) => SchemaIssue[] {
  const find = schemaFinder(errorsIn, options);
  return (data) => find(data).map(({ atName: _, ...issue }) => issue);
}

/** The same, with what is at fault. */
export function schemaFinder(
  errorsIn: Validator,
  { hintForField, details = {} }: CheckOptions = {},
): (data: unknown) => FoundIssue[] {
  const said: Details = { ...ofFields, ...details };
  const issueOf = (error: ErrorObject): FoundIssue[] => {
    const { keyword, params, instancePath } = error;
    const ofValue = ofValues[keyword];
    const detail = ofValue ? (ofForm(error) ?? ofValue(error, params)) : said[keyword]?.(error, params);
    if (!detail) return [];
    const { name = error.propertyName, missing, hint: usual, ...words } = detail;
    const own = keyword === 'additionalProperties' ? hintForField?.(name ?? '', instancePath) : undefined;
    const hint = own ?? usual;
    const last = [name ?? missing].filter((one) => one !== undefined);
    const pointer = instancePath + formatPointer(last);
    return [{ ...words, pointer, ...(hint !== undefined && { hint }), atName: name !== undefined }];
  };
  return (data) =>
    errorsIn(data)
      .filter((error) => !isOfChoice(error))
      .slice(0, REPORTED_PROBLEMS)
      .flatMap(issueOf);
}

/** The choice itself reports the fields that its branches miss. */
function isOfChoice({ keyword, schemaPath, parentSchema }: ErrorObject): boolean {
  return (
    keyword === 'required' &&
    /\/oneOf\/\d+\/required$/.test(schemaPath) &&
    !('properties' in (parentSchema ?? {}))
  );
}

const empty: Detail = { code: 'EMPTY', message: 'this must not be empty' };

/** The messages about a value that has no code of its own. */
const ofValues: Details = {
  type: (error, { type }) => ({
    ...mustBe(
      'WRONG_TYPE',
      error,
      [type]
        .flat()
        .map((name) => typeNames[name] ?? name)
        .join(' or '),
    ),
    hint: quotesFor(error),
  }),
  enum: (error, { allowedValues }) => oneOf(error, allowedValues),
  pattern: (error, { pattern }) => ({
    code: 'FORM_INVALID',
    message: `${written(error)} does not match ${pattern}`,
  }),
  minimum: (error, { limit }) => mustBe('OUT_OF_RANGE', error, `${limit} or more`),
  maximum: (error, { limit }) => mustBe('OUT_OF_RANGE', error, `${limit} or less`),
  maxLength: (_, { limit }) => tooMany('TOO_LONG', limit, ' characters'),
  minItems: ({ data }, { limit }) =>
    limit === 1 || !Array.isArray(data)
      ? empty
      : { code: 'TOO_FEW', message: `this must list ${limit} or more, not ${data.length}` },
  maxItems: (_, { limit }) => tooMany('TOO_MANY', limit),
  additionalItems: (_, { limit }) => tooMany('TOO_MANY', limit),
  maxProperties: (_, { limit }) => tooMany('TOO_MANY', limit),
};

const ofFields: Details = {
  additionalProperties: (error, { additionalProperty: name }) => ({
    code: 'UNKNOWN_FIELD',
    message: `there is no field ${quoted(name)} here`,
    name,
    hint: didYouMeanOneOf(name, fieldNamesOf(error)),
  }),
  required: (_, { missingProperty: missing }) => ({
    code: 'MISSING_FIELD',
    message: `${quoted(missing)} is missing`,
    missing,
  }),
  const: (error, { allowedValue }) => oneOf(error, [allowedValue]),
  discriminator: (error, { error: kind, tag }) => {
    const data = fieldsOf(error.data)[tag];
    // A tag that is left out is said to be missing.
    if (kind !== 'mapping' && data === undefined) return undefined;
    const branches: { properties: { [tag: string]: { const: string } } }[] = error.parentSchema?.oneOf ?? [];
    const values = branches.map((branch) => branch.properties[tag]?.const);
    return { ...oneOf({ ...error, data }, values), name: tag };
  },
  minLength: () => empty,
  minProperties: () => empty,
  uniqueItems: () => ({ code: 'LISTED_TWICE', message: 'the list names something twice' }),
};

/** A value that is not of the form that its definition describes. */
function ofForm(error: ErrorObject): Detail | undefined {
  const { 'x-code': code, description, 'x-form': form = description } = error.parentSchema ?? {};
  if (typeof code !== 'string') return undefined;
  // A number that counts seconds is no time in quotes either.
  const hint = code === 'TIME_INVALID' ? undefined : quotesFor(error);
  return { code, message: `${written(error)} is not ${form}`, hint };
}

/** YAML reads digits and true as no text, unless they are in quotes. */
function quotesFor({ keyword, params, data }: ErrorObject): string | undefined {
  const isPlain = typeof data === 'number' || typeof data === 'boolean';
  const isDue = keyword === 'type' && isPlain && [params.type].flat().includes('string');
  return isDue ? 'put it in quotes' : undefined;
}

/** Logs of CI keep what is printed: a secret is not, whatever is wrong with it. */
function isSecret({ instancePath }: ErrorObject): boolean {
  return isSecretField(splitPointer(instancePath).at(-1) ?? '');
}

function written(error: ErrorObject): string {
  const { propertyName, data } = error;
  return isSecret(error) ? 'the value' : excerpt(shown(propertyName ?? data));
}

function oneOf(error: ErrorObject, values: readonly unknown[]): Detail {
  const words = values.map(shown).join(', ');
  const texts = values.filter((value) => typeof value === 'string');
  return {
    ...mustBe('NOT_ONE_OF', error, values.length === 1 ? words : `one of ${words}`),
    hint: typeof error.data === 'string' ? didYouMean(error.data, texts) : undefined,
  };
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : exactJsonText(value);
}

const LONGEST = 60;

function mustBe(code: string, error: ErrorObject, expected: string): Detail {
  const text = shown(error.data);
  const given = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return { code, message: `this must be ${expected}${isSecret(error) ? '' : `, not ${given}`}` };
}

function tooMany(code: string, most: number, what = ''): Detail {
  return { code, message: `this must have ${most.toLocaleString('en')}${what} or fewer` };
}

const typeNames: { [type: string]: string } = {
  object: 'a map of names and values',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'empty',
};

/** The fields that the schema around an error has. */
export function fieldNamesOf({ parentSchema }: ErrorObject): string[] {
  return Object.keys(fieldsOf(parentSchema?.properties));
}
