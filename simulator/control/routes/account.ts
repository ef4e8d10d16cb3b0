/** The account: API access, licences, the key. */
import { presentAccount } from '../present.ts';
import { type ControlRoute, route } from './route.ts';

export const accountRoutes: readonly ControlRoute[] = [
  route('GET /account', ({ world: { fleet } }) => ({ body: presentAccount(fleet) })),
  route('PUT /account', ({ world, body }) => {
    const { apiEnabled, apiKey, licences } = body;
    const { account } = world.fleet;
    // The one change that can be refused comes first, so that nothing is half-done.
    if (licences?.total !== undefined) account.setLicenceTotal(licences.total);
    if (apiEnabled !== undefined) account.setApiEnabled(apiEnabled);
    if (apiKey !== undefined) account.setApiKey(apiKey);
    return { body: presentAccount(world.fleet) };
  }),
];
