/** A value has the form of a schema exactly where Ajv finds that it has, and what is wrong is said in the same words. */
import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemas } from '../../contracts/deployment/journal/entries.ts';
import { validatorOf } from '../../contracts/kit/ajv.ts';
import { type FormProblem, formOf } from '../../contracts/kit/form.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import * as kit from '../../contracts/kit/schema.ts';

/** The first thing that Ajv finds; of several alternatives, in the one that fits furthest. */
function saidByAjv(errors: readonly ErrorObject[]): FormProblem | undefined {
  const deepest = (one: ErrorObject, other: ErrorObject) =>
    other.instancePath.length > one.instancePath.length ? other : one;
  const found = errors[0] && errors.reduce(deepest, errors[0]);
  if (!found) return undefined;
  const { instancePath, keyword, params, message = '' } = found;
  const below = (name: string) => instancePath + formatPointer([name]);
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: below(params.additionalProperty), message: 'does not belong here' };
    case 'required':
      return { pointer: below(params.missingProperty), message: 'is missing' };
    case 'enum':
      return { pointer: instancePath, message: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer: instancePath, message: `must be ${params.allowedValue}` };
    default:
      return { pointer: instancePath, message };
  }
}

const everything = kit.object({
  kind: kit.constant('a'),
  way: kit.optional(kit.oneOf('one', 2)),
  names: kit.list(kit.string({ minLength: 1, maxLength: 2 }), { minItems: 1, maxItems: 2 }),
  code: kit.string({ pattern: '^\\p{Lu}\\d$' }),
  share: kit.number({ minimum: 0, maximum: 1 }),
  count: kit.orNull(kit.integer({ minimum: -1, maximum: 10 })),
  pair: kit.tuple([kit.yesNo, kit.integer()]),
  by: kit.map(kit.number(), kit.string({ maxLength: 3 })),
  either: kit.typed<unknown>({
    anyOf: [kit.object({ deep: kit.object({ x: kit.yesNo }) }), kit.object({ y: kit.yesNo })],
  }),
  shape: kit.discriminated('form', {
    dot: kit.object({ x: kit.number() }),
    line: kit.object({ to: kit.list(kit.number()) }),
  }),
  id: kit.id,
  free: kit.optional(kit.scalar),
});
const lawful: Json = {
  ...{
    kind: 'a',
    way: 2,
    names: ['😀😀', 'é'],
    code: 'Ä1',
    share: 0.5,
    count: null,
    pair: [true, 1],
    by: { abc: 1 },
  },
  ...{ either: { deep: { x: true } }, shape: { form: 'line', to: [1, 2.5] }, id: 'dev-1', free: 'x' },
};
const others = fc.constantFrom<Json[]>(
  ...['', 'a', 'abc', 'dot', 'Z9', null, true, -1, 0, 1.5, 11, 2, 1e300, {}, [], [1, 2, 3]],
  ...[{ form: 'dot', x: 1 }, { form: 'arc' }, { form: 1 }, { y: true }, { deep: {} }],
);

/** The value with something else at one of its places. */
function changed(value: Json, [first, ...rest]: readonly number[], other: Json): Json {
  if (first === undefined || value === null || typeof value !== 'object') return other;
  if (Array.isArray(value)) {
    const index = first % (value.length + 1);
    return value.toSpliced(index, 1, changed(value[index] ?? null, rest, other));
  }
  const names = [...Object.keys(value), 'unknown'];
  const name = names[first % names.length] ?? '';
  return { ...value, [name]: changed(value[name] ?? null, rest, other) };
}

function agreement(schema: kit.TSchema): (data: unknown) => void {
  const [read, errorsIn] = [formOf(schema), validatorOf(schema, { discriminator: true, messages: true })];
  return (data) => {
    const found = read(data);
    expect('problem' in found ? found.problem : undefined).toEqual(saidByAjv(errorsIn(data)));
  };
}

describe('A form', () => {
  it('that has every keyword is judged as by Ajv, whatever is changed in a value', () => {
    const agree = agreement(everything);
    agree(lawful);
    fc.assert(
      fc.property(fc.array(fc.nat(99), { maxLength: 5 }), others, (at, other) =>
        agree(changed(lawful, at, other)),
      ),
      { numRuns: 400 },
    );
  });

  it('of each entry of a journal is judged as by Ajv', () => {
    for (const schema of Object.values<kit.TSchema>(schemas))
      [{}, [], null, 'x', { run: 1 }, { made: 1, id: 5n }, { id: 5n }].forEach(agreement(schema));
  });
});
