/** The validators of request bodies, which the build compiles. */
import { validatorOf } from '../../contracts/kit/ajv.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { formats, sentBodies } from './body-forms.ts';

const options = { strict: true, formats };

/** By the fields that a body has; `bodies.ts` looks for those that it must have. */
export const partsOfBodies = mapTable(sentBodies, ({ properties }) =>
  validatorOf({ type: 'object', properties }, options),
);
