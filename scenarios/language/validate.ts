/** A file against the schema: the errors of Ajv, reported as what the author got wrong. */

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { REPORTED_PROBLEMS } from '../../contracts/kit/bounds.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { didYouMean, nearest } from '../../contracts/kit/suggest.ts';
import { uniqueItems } from '../../contracts/kit/unique-items.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Finding, Path } from './problems.ts';
import { storySchema } from './schema/index.ts';

let validate: ValidateFunction | undefined;

/** Everything in which the data has not the form of a story. */
export function formFindings(data: unknown): Finding[] {
  validate ??= compile();
  if (validate(data)) return [];
  const findings = (validate.errors ?? [])
    // What each branch of a choice misses is reported by the choice itself.
    .filter(({ schemaPath, keyword }) => keyword === 'oneOf' || !schemaPath.includes('/oneOf/'))
    .slice(0, REPORTED_PROBLEMS)
    .flatMap((error) => details[error.keyword]?.(error, error.params) ?? []);
  return withoutConsequences(findings);
}

function compile(): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    // A form asks for fields in one place and describes them in another.
    strictRequired: false,
    strictTypes: false,
    // A story is read once: quick to compile counts for more than quick to run.
    inlineRefs: false,
    code: { optimize: false },
  });
  for (const keyword of ['x-code', 'x-choice']) ajv.addKeyword(keyword);
  ajv.removeKeyword(uniqueItems.keyword).addKeyword(uniqueItems);
  return ajv.compile(storySchema);
}

type Params = ErrorObject['params'];

const details: { readonly [keyword: string]: (error: ErrorObject, params: Params) => Finding | undefined } = {
  additionalProperties: (error, { additionalProperty: name }) => ({
    code: 'UNKNOWN_FIELD',
    path: [...pathOf(error), name],
    atName: true,
    message: `there is no field ${quoted(name)} here`,
    hint: hintForField(error, name),
  }),
  required: (error, { missingProperty: name }) => ({
    code: 'MISSING_FIELD',
    path: [...pathOf(error), name],
    message: `${quoted(name)} is missing`,
  }),
  oneOf: chosen,
  type: (error, { type }) => ofForm(error) ?? wrong('WRONG_TYPE', error, typeWords(type)),
  enum: (error, { allowedValues }) => ofForm(error) ?? notOneOf(error, allowedValues),
  const: (error, { allowedValue }) => notOneOf(error, [allowedValue]),
  pattern: (error) => ofForm(error),
  minimum: (error, { limit }) => ofForm(error) ?? wrong('OUT_OF_RANGE', error, `${limit} or more`),
  maximum: (error, { limit }) => ofForm(error) ?? wrong('OUT_OF_RANGE', error, `${limit} or less`),
  minLength: (error) => empty(error),
  minItems: (error, { limit }) => ofForm(error) ?? tooFew(error, limit),
  maxItems: (error, { limit }) => ofForm(error) ?? tooMany(error, limit),
  maxProperties: (error, { limit }) => tooMany(error, limit),
  minProperties: (error) => empty(error),
  uniqueItems: (error) => ({
    code: 'NAME_TWICE',
    path: pathOf(error),
    message: 'the list names something twice',
  }),
};

/** Of several fields exactly one says what is meant. */
function chosen(error: ErrorObject): Finding | undefined {
  const what = error.parentSchema?.['x-choice'];
  if (typeof what !== 'string' || error.data === null || typeof error.data !== 'object') return undefined;
  const choices: readonly { required: readonly string[] }[] = error.parentSchema?.oneOf ?? [];
  const branches = choices.flatMap(({ required }) => required);
  const given = Object.keys(error.data);
  const several = given.filter((name) => branches.includes(name));
  const [, second] = several;
  if (second !== undefined) {
    return {
      code: 'SEVERAL_AT_ONCE',
      path: [...pathOf(error), second],
      atName: true,
      message: `${what} has only one of ${several.join(' and ')}`,
      hint: several.length === 2 ? 'make two of it, or leave one out' : undefined,
    };
  }
  const own = fieldsOf(error);
  const misspelt = given.find((name) => !own.includes(name) && nearest(name, branches).length > 0);
  const meant = misspelt === undefined ? undefined : didYouMean(misspelt, branches);
  const unknown = misspelt ?? given.find((name) => !own.includes(name));
  if (unknown !== undefined && (meant !== undefined || given.length === 1)) {
    return {
      code: 'UNKNOWN_FIELD',
      path: [...pathOf(error), unknown],
      atName: true,
      message: `there is no field ${quoted(unknown)} in ${what}`,
      hint: meant ?? `there are: ${branches.join(', ')}`,
    };
  }
  return {
    code: 'MISSING_FIELD',
    path: pathOf(error),
    message: `${what} needs one of ${branches.join(', ')}`,
  };
}

/** A text or number that is not of the form that its definition describes. */
function ofForm(error: ErrorObject): Finding | undefined {
  const { 'x-code': code, description } = error.parentSchema ?? {};
  if (typeof code !== 'string' || typeof description !== 'string') return undefined;
  if (error.propertyName === undefined) return wrong(code, error, description);
  return {
    code,
    path: [...pathOf(error), error.propertyName],
    atName: true,
    message: `${written(error.propertyName)} is not ${description}`,
  };
}

function notOneOf(error: ErrorObject, values: readonly unknown[]): Finding {
  const words = values.map((value) => String(value)).join(', ');
  const texts = values.filter((value) => typeof value === 'string');
  return {
    ...wrong('NOT_ONE_OF', error, values.length === 1 ? words : `one of ${words}`),
    hint: typeof error.data === 'string' ? didYouMean(error.data, texts) : undefined,
  };
}

function wrong(code: string, error: ErrorObject, expected: string): Finding {
  return { code, path: pathOf(error), message: `this must be ${expected}, not ${written(error.data)}` };
}

function empty(error: ErrorObject): Finding {
  return { code: 'EMPTY', path: pathOf(error), message: 'this must not be empty' };
}

function tooFew(error: ErrorObject, least: number): Finding {
  if (least === 1 || !Array.isArray(error.data)) return empty(error);
  return {
    code: 'TOO_FEW',
    path: pathOf(error),
    message: `this must list ${least} or more, not ${error.data.length}`,
  };
}

function tooMany(error: ErrorObject, most: number): Finding {
  return {
    code: 'TOO_MANY',
    path: pathOf(error),
    message: `this must hold ${most.toLocaleString('en')} or fewer`,
  };
}

const LONGEST = 60;

function written(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function hintForField(error: ErrorObject, name: string): string | undefined {
  const fields = fieldsOf(error);
  return didYouMean(name, fields) ?? (fields.length > 0 ? `there are: ${fields.join(', ')}` : undefined);
}

/** The fields that the schema around an error has. */
function fieldsOf({ parentSchema }: ErrorObject): string[] {
  const fields: object = parentSchema?.properties ?? {};
  return Object.keys(fields);
}

const typeNames: { readonly [type: string]: string } = {
  object: 'a map of names and values',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'empty',
};

function typeWords(type: string | readonly string[]): string {
  return [type]
    .flat()
    .map((name) => typeNames[name] ?? name)
    .join(' or ');
}

function pathOf({ instancePath }: ErrorObject): Path {
  return splitPointer(instancePath);
}

/** Drops findings that others cover: duplicates, and what follows from a typing mistake. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.code} ${keyOf(finding.path)}`;
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  const all = [...byKey.values()];
  const beside = new Map<string, Finding[]>();
  for (const finding of all) {
    const parent = keyOf(finding.path.slice(0, -1));
    const known = beside.get(parent);
    if (known) known.push(finding);
    else beside.set(parent, [finding]);
  }
  return all.filter(({ code, path }) => {
    if (code !== 'UNKNOWN_FIELD' && code !== 'MISSING_FIELD') return true;
    const others = beside.get(keyOf(path.slice(0, -1))) ?? [];
    const slip = `${quoted(path.at(-1))}`;
    const misspelt = others.some(({ code, hint }) => code === 'UNKNOWN_FIELD' && hint?.includes(slip));
    return !isAmong(others, 'SEVERAL_AT_ONCE') && !(code === 'MISSING_FIELD' && misspelt);
  });
}

function isAmong(findings: readonly Finding[] | undefined, code: string): boolean {
  return findings?.some((finding) => finding.code === code) ?? false;
}

function keyOf(path: Path): string {
  return path.join('\0');
}
