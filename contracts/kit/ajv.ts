/**
 * Ajv for the schemas of the product. A test holds them against the schema of schemas, so that no process has to: to
 * compile that one takes longer than most of them. An id has no type that JSON Schema knows (`bigint`): of that nothing is
 * written to the console of a user.
 *
 * A validator that a simulator needs from its start stands alone in its file: the build compiles it (`.build/validators.mjs`),
 * and a program in a browser then holds no compiler.
 */
import { Ajv, type ErrorObject, type Options } from 'ajv';

export function ajvWith(options: Options): Ajv {
  return new Ajv({
    // Issues have words of their own.
    messages: false,
    ...options,
    allowUnionTypes: true,
    strictTypes: false,
    meta: false,
    validateSchema: false,
  });
}

/** Faults of data by a schema; nothing when it has its form. */
export interface Validator {
  (data: unknown): readonly ErrorObject[];
  readonly schema: object;
  readonly options: Options;
}

/** Compiled when it is first needed. */
export function validatorOf(schema: object, options: Options): Validator {
  let validate: ReturnType<Ajv['compile']> | undefined;
  const errorsOf = (data: unknown) => {
    validate ??= ajvWith(options).compile(schema);
    return validate(data) ? [] : (validate.errors ?? []);
  };
  return Object.assign(errorsOf, { schema, options });
}

/** Everything that is wrong with what a person has written, each with the schema that it does not follow. */
export function documentValidator(
  schema: object,
  keywords: readonly string[] = [],
  formats: Options['formats'] = {},
): Validator {
  return validatorOf(schema, {
    allErrors: true,
    verbose: true,
    discriminator: true,
    // A form asks for fields in one place and describes them in another.
    strictRequired: false,
    // A file is read once: quick to compile counts for more than quick to run.
    inlineRefs: false,
    code: { optimize: false },
    keywords: ['x-code', 'x-form', ...keywords],
    formats,
  });
}
