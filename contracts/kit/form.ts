/**
 * Data that a program has written, such as a saved state, held against a schema of `schema.ts`: what has the form has the type.
 * Ajv, which says everything that is wrong with what people write, takes longer to compile a schema than such data is read.
 *
 *     const readPoint = formOf(object({ x: number(), y: number() }));
 *     const read = readPoint(JSON.parse(text));
 *     if ('problem' in read) throw new Error(`${read.problem.pointer} ${read.problem.message}`);
 *     read.value.x; // a number
 */
import { Compile } from 'typebox/schema';
import { formatPointer } from './json-pointer.ts';
import type { Static, TSchema } from './schema.ts';

/** Where something does not have the expected form, as a JSON Pointer, and what is wrong there. */
export interface FormProblem {
  pointer: string;
  message: string;
}

export type Read<T> = { value: T } | { problem: FormProblem };

/** A function that checks whether a value has the form of a schema; the problem that lies deepest otherwise. */
export function formOf<Schema extends TSchema>(schema: Schema): (given: unknown) => Read<Static<Schema>> {
  let validator: ReturnType<typeof Compile> | undefined;
  return (given) => {
    validator ??= Compile(schema);
    if (validator.Check(given)) return { value: given as Static<Schema> };
    const [, errors] = validator.Errors(given);
    return { problem: deepest(ofOneBranch(errors).flatMap(problemsIn)) };
  };
}

type FormError = ReturnType<ReturnType<typeof Compile>['Errors']>[1][number];

/** Leaves out alternatives that another value of their distinguishing field rules out, unless all are. */
function ofOneBranch(errors: readonly FormError[]): readonly FormError[] {
  const others = errors.flatMap(({ keyword, schemaPath }) => {
    const [branch] = keyword === 'const' ? (/^.*\/oneOf\/\d+\//.exec(schemaPath) ?? []) : [];
    return branch === undefined ? [] : [branch];
  });
  const own = errors.filter(
    ({ keyword, schemaPath }) =>
      keyword !== 'oneOf' && !others.some((branch) => schemaPath.startsWith(branch)),
  );
  return own.length > 0 ? own : errors;
}

function problemsIn({ keyword, instancePath, params, message }: FormError): FormProblem[] {
  const named = (names: unknown, said: string) =>
    [names].flat().map((name) => ({ pointer: instancePath + formatPointer([String(name)]), message: said }));
  if (keyword === 'required') return named(Reflect.get(params, 'requiredProperties'), 'is missing');
  if (keyword === 'additionalProperties')
    return named(Reflect.get(params, 'additionalProperties'), 'does not belong here');
  if (keyword === 'const')
    return [{ pointer: instancePath, message: `must be ${Reflect.get(params, 'allowedValue')}` }];
  if (keyword === 'enum')
    return [
      { pointer: instancePath, message: `must be one of ${Reflect.get(params, 'allowedValues').join(', ')}` },
    ];
  // A schema that nothing fulfils is told by the keyword that it belongs to.
  return keyword === 'boolean' ? [] : [{ pointer: instancePath, message }];
}

function deepest(problems: readonly FormProblem[]): FormProblem {
  const depth = ({ pointer }: FormProblem) => pointer.split('/').length;
  const [first = { pointer: '', message: 'must have another form' }] = problems;
  return problems.reduce((best, one) => (depth(one) > depth(best) ? one : best), first);
}
