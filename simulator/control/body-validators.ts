/** The validators of bodies by their routes, which the build compiles. */
import { type Validator, validatorOf } from '../../contracts/kit/ajv.ts';
import { entriesOf } from '../../contracts/kit/tables.ts';
import { definition } from './schemas/index.ts';

/** `verbose`: an error names the schema that was not met. */
const options = { verbose: true, keywords: ['x-code', 'x-form'] };

export const bodyValidators: { readonly [route: string]: Validator } = Object.fromEntries(
  entriesOf(definition).flatMap(([key, route]) =>
    'body' in route ? [[key, validatorOf(route.body, options)]] : [],
  ),
);
