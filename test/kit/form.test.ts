/** A value has the form of a schema exactly where Ajv finds that it has, and what is wrong is said in the same words. */
import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemas } from '../../contracts/deployment/journal/entries.ts';
import { validatorOf } from '../../contracts/kit/ajv.ts';
import { type FormProblem, formOf } from '../../contracts/kit/form.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import {
  constant,
  discriminated,
  id,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  orNull,
  scalar,
  string,
  type TSchema,
  tuple,
  typed,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { fleetState } from '../../simulator/fleet/state/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { runs } from '../sample.ts';
import { changed } from './changed.ts';

/** The first thing that Ajv finds; of several alternatives, in the one that fits furthest. */
function saidByAjv(errors: readonly ErrorObject[]): FormProblem | undefined {
  const [first, ...others] = errors;
  if (!first) return undefined;
  const {
    instancePath,
    keyword,
    params,
    message = '',
  } = others.reduce(
    (deepest, error) => (error.instancePath.length > deepest.instancePath.length ? error : deepest),
    first,
  );
  const at = (name: string, words: string) => ({
    pointer: instancePath + formatPointer([name]),
    message: words,
  });
  if (keyword === 'additionalProperties') return at(params.additionalProperty, 'does not belong here');
  if (keyword === 'required') return at(params.missingProperty, 'is missing');
  if (keyword === 'enum')
    return { pointer: instancePath, message: `must be one of ${params.allowedValues.join(', ')}` };
  if (keyword === 'const') return { pointer: instancePath, message: `must be ${params.allowedValue}` };
  return { pointer: instancePath, message };
}

const everything = object({
  kind: constant('a'),
  way: optional(oneOf('one', 2)),
  names: list(string({ minLength: 1, maxLength: 2 }), { minItems: 1, maxItems: 2 }),
  code: string({ pattern: '^\\p{Lu}\\d$' }),
  share: number({ minimum: 0, maximum: 1 }),
  count: orNull(integer({ minimum: -1, maximum: 10 })),
  pair: tuple([yesNo, integer()]),
  by: map(number(), string({ maxLength: 3 })),
  either: typed<unknown>({ anyOf: [object({ deep: object({ x: yesNo }) }), object({ y: yesNo })] }),
  shape: discriminated('form', { dot: object({ x: number() }), line: object({ to: list(number()) }) }),
  id,
  free: optional(scalar),
});

const lawful: Json = {
  kind: 'a',
  way: 2,
  names: ['😀😀', 'é'],
  code: 'Ä1',
  share: 0.5,
  count: null,
  pair: [true, 1],
  by: { abc: 1 },
  either: { deep: { x: true } },
  shape: { form: 'line', to: [1, 2.5] },
  id: 'dev-1',
  free: 'x',
};

const others = fc.oneof(
  fc.constantFrom<Json[]>('', 'a', 'abc', 'dot', 'Z9', null, true, -1, 0, 1.5, 11, 2, 1e300, {}, []),
  fc.constantFrom<Json[]>(
    { form: 'dot', x: 1 },
    { form: 'arc' },
    { form: 1 },
    { y: true },
    { deep: {} },
    [1, 2, 3],
  ),
);

function savedFleet(): Json {
  const { fleet } = createSimulator({ devices: 3, groups: 2, users: 2 });
  fleet.alerts.raise(1, { type: 'sos' });
  fleet.limits.send(1, 'sms', 1);
  fleet.groups.update(1, { name: 'One' });
  fleet.users.update(1, { name: 'Ann' });
  fleet.locations.record(1, { deviceTime: 0, latitude: 1, longitude: 2 });
  return JSON.parse(JSON.stringify(fleet.save()));
}

function agreement(schema: TSchema): (data: unknown) => void {
  const [read, errorsIn] = [formOf(schema), validatorOf(schema, { discriminator: true, messages: true })];
  return (data) => {
    const found = read(data);
    expect('problem' in found ? found.problem : undefined).toEqual(saidByAjv(errorsIn(data)));
  };
}

describe('a form', () => {
  const place = fc.array(fc.nat(99), { maxLength: 5 });
  const forms: [name: string, TSchema, Json, count: number][] = [
    ['that has every keyword', everything, lawful, 4_000],
    ['of a saved fleet', fleetState, savedFleet(), 300],
  ];

  it.each(forms)('%s is judged as by Ajv, whatever is changed in a value', (_, schema, value, count) => {
    const agree = agreement(schema);
    agree(value);
    fc.assert(
      fc.property(place, others, (at, other) => agree(changed(value, at, other))),
      { numRuns: runs(count) },
    );
  });

  it('of each entry of a journal is judged as by Ajv', () => {
    for (const schema of Object.values<TSchema>(schemas)) {
      [{}, [], null, 'x', { run: 1 }, { made: 1, id: 5n }, { id: 5n }].forEach(agreement(schema));
    }
  });

  it('gives back the value itself', () => {
    const read = formOf(everything)(lawful);
    expect('value' in read && read.value).toBe(lawful);
  });
});
