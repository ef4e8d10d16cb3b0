/** The account: API access, licences, the key. */
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { type ControlRoute, fieldsOf } from './route.ts';

export const accountRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/account', run: (world) => ({ body: presentAccount(world) }) },
  {
    method: 'PUT',
    path: '/account',
    run(world, { body }) {
      const change = fieldsOf(body, { apiEnabled: ['boolean'], apiKey: ['string'], licences: ['object'] });
      const { total } = fieldsOf(change.licences ?? {}, { total: ['number'] });
      if (change.apiKey === '') {
        throw new ControlError('BODY_INVALID', 'The API key must not be empty.', { field: 'apiKey' });
      }
      const { account } = world.fleet;
      // The one change that can be refused comes first, so that nothing is half-done.
      if (total !== undefined) account.setLicenceTotal(total);
      if (change.apiEnabled !== undefined) account.setApiEnabled(change.apiEnabled);
      if (change.apiKey !== undefined) account.setApiKey(change.apiKey);
      return { body: presentAccount(world) };
    },
  },
];

/** The account without its key: the key is a secret, and who set it knows it. */
function presentAccount(world: World): object {
  const { apiKey: _secret, ...shown } = world.fleet.account.view();
  return shown;
}
