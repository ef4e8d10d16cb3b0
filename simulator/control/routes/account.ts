/** The account: API access, licences, the key. */
import type { World } from '../../world.ts';
import type { Account } from '../schemas/index.ts';
import { type ControlRoute, route } from './route.ts';

export const accountRoutes: readonly ControlRoute[] = [
  route('GET /account', (world) => ({ body: presentAccount(world) })),
  route('PUT /account', (world, { body }) => {
    const { apiEnabled, apiKey, licences } = body;
    const { account } = world.fleet;
    // The one change that can be refused comes first, so that nothing is half-done.
    if (licences?.total !== undefined) account.setLicenceTotal(licences.total);
    if (apiEnabled !== undefined) account.setApiEnabled(apiEnabled);
    if (apiKey !== undefined) account.setApiKey(apiKey);
    return { body: presentAccount(world) };
  }),
];

/** The account without its key: the key is a secret, and who set it knows it. */
function presentAccount(world: World): Account {
  const { account, dayEnds } = world.fleet;
  const { apiKey: _secret, ...shown } = account.view();
  return { ...shown, dayEnds: `${dayEnds['day.ends']} ${dayEnds['day.time-zone']}` };
}
