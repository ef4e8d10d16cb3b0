/** Data that are checked against a schema without compiling it pass exactly where Ajv lets them pass. */
import fc from 'fast-check';
import { Check } from 'typebox/schema';
import { expect, it } from 'vitest';
import { documentValidator } from '../../contracts/kit/ajv.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { schemaCheck } from '../../contracts/kit/schema-issues.ts';
import { defaultProfile, profileSchema } from '../../contracts/profile/index.ts';
import { runs } from '../sample.ts';
import { changed } from './changed.ts';

const others = fc.oneof(
  fc.constantFrom<Json[]>('', 'x', '/x', 'PT8H', 'none', 'json', null, true, -1, 0, 1.5, 200, 1e300, {}, []),
  fc.constantFrom<Json[]>({ form: 'json' }, { does: 'record' }, ['query', 'query'], { x: '/x' }),
);

it('a profile passes where Ajv finds no fault in it, whatever is changed in it', () => {
  const whole: Json = JSON.parse(JSON.stringify(defaultProfile));
  const issues = schemaCheck(documentValidator(profileSchema));
  expect(Check(profileSchema, whole)).toBe(true);
  const place = fc.array(fc.nat(99), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(place, others, (at, other) => {
      const data = changed(whole, at, other);
      expect(Check(profileSchema, data)).toBe(issues(data).length === 0);
    }),
    { numRuns: runs(600) },
  );
});
