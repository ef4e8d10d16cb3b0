/** Data that are checked against a schema without compiling it pass exactly where Ajv lets them pass. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conforms } from '../../contracts/kit/conforms.ts';
import { formOf } from '../../contracts/kit/form.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { constant, list, object, oneOf, optional, string } from '../../contracts/kit/schema.ts';
import { schemaCheck } from '../../contracts/kit/schema-issues.ts';
import { defaultProfile, profileSchema } from '../../contracts/profile/index.ts';
import { runs } from '../sample.ts';

/** The value with something else at one of its places. */
function changed(value: Json, at: readonly number[], other: Json): Json {
  const [first, ...rest] = at;
  if (first === undefined || value === null || typeof value !== 'object') return other;
  if (Array.isArray(value)) {
    const index = first % (value.length + 1);
    return value.toSpliced(index, 1, changed(value[index] ?? null, rest, other));
  }
  const names = [...Object.keys(value), 'unknown'];
  const name = names[first % names.length] ?? '';
  return { ...value, [name]: changed(value[name] ?? null, rest, other) };
}

const others = fc.oneof(
  fc.constantFrom<Json[]>('', 'x', '/x', 'PT8H', 'none', 'json', null, true, -1, 0, 1.5, 200, 1e300, {}, []),
  fc.constantFrom<Json[]>({ form: 'json' }, { does: 'record' }, ['query', 'query'], { x: '/x' }),
);

it('a profile passes where Ajv finds no fault in it, whatever is changed in it', () => {
  const whole: Json = JSON.parse(JSON.stringify(defaultProfile));
  const issues = schemaCheck(profileSchema);
  expect(conforms(profileSchema, whole)).toBe(true);
  const place = fc.array(fc.nat(99), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(place, others, (at, other) => {
      const data = changed(whole, at, other);
      expect(conforms(profileSchema, data)).toBe(issues(data).length === 0);
    }),
    { numRuns: runs(600) },
  );
});

it('small values are read as any others are, and what is wrong with them is said as well', () => {
  const form = object({
    kind: constant('a'),
    names: list(string({ minLength: 1, maxLength: 2 }), { minItems: 1, maxItems: 2 }),
    way: optional(oneOf('one', 'other')),
  });
  const [small, any] = [formOf(form, 'small'), formOf(form)];
  const lawful = { kind: 'a', names: ['😀😀'], way: 'one' };
  expect(small(lawful)).toEqual({ value: lawful });
  const place = fc.array(fc.nat(9), { maxLength: 3 });
  fc.assert(
    fc.property(place, others, (at, other) => {
      const data = changed(lawful, at, other);
      expect(small(data)).toEqual(any(data));
    }),
    { numRuns: runs(400) },
  );
});
