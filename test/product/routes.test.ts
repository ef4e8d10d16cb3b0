/** Each route that the installed server says that its control API has, called, with what comes of it. */
import { describe, expect, it } from 'vitest';
import { allMatched, routesListed, unmatched } from './listed.ts';
import { routeRows } from './rows/routes.ts';
import { newWorld, sharedServer } from './server.ts';

it('each route of the control API has a row', async () => {
  const { controlUrl } = await sharedServer();
  const rows = routeRows.map(({ route }) => route);
  expect(unmatched(await routesListed(controlUrl), rows)).toEqual(allMatched);
});

describe('the control API', () => {
  it.each(routeRows)('$route', async ({ see, sign }) => {
    expect(await see(await newWorld({ devices: 3 }))).toMatch(sign);
  });
});
