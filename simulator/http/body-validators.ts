/** The validators of request bodies, which the build compiles. */
import { validatorOf } from '../../contracts/kit/ajv.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { formats, sentBodies } from './body-forms.ts';

const options = { strict: true, formats };

export const wholeBodies = mapTable(sentBodies, (fields) =>
  validatorOf({ type: 'object', ...fields }, options),
);

/** As PATCH takes them: no fact is required. */
export const partsOfBodies = mapTable(sentBodies, ({ properties }) =>
  validatorOf({ type: 'object', properties }, options),
);
