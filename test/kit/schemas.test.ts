/** Ajv is used without its schema of schemas: what the schemas of the product are held against here. */
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { profileSchema } from '../../contracts/profile/format.ts';
import { storySchema } from '../../scenarios/language/schema/index.ts';
import { definition } from '../../simulator/control/schemas/index.ts';
import { fixtureSchema } from '../../simulator/fixture/index.ts';

const bodies = Object.entries(definition).flatMap(([route, row]) =>
  'body' in row ? [[route, row.body] as const] : [],
);

it.each([...Object.entries({ profileSchema, fixtureSchema, storySchema }), ...bodies])(
  '%s is a JSON Schema',
  (_, schema) => {
    const ajv = new Ajv({ strict: false });
    expect([ajv.validateSchema(schema), ajv.errors ?? []]).toEqual([true, []]);
  },
);

it('what is none is noticed', () => {
  expect(new Ajv({ logger: false }).validateSchema({ type: 'whole number' })).toBe(false);
});
