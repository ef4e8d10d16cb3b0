/** Each route that the installed server says that its control API has, called, with what comes of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { installed } from './installed.ts';
import { allMatched, routesListed, unmatched } from './listed.ts';
import { routeRows } from './rows/routes.ts';
import { newWorld, sharedServer } from './server.ts';

it('each route of the control API has a row', async () => {
  const { controlUrl } = await sharedServer();
  const rows = routeRows.map(({ route }) => route);
  expect(unmatched(await routesListed(controlUrl), rows)).toEqual(allMatched);
});

it('the description in the package has each route', async () => {
  const { path } = await installed();
  const { paths } = JSON.parse(readFileSync(path('dist/control-openapi.json'), 'utf8')) as {
    paths: { [path: string]: object };
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(expect.arrayContaining(routeRows.map(({ route }) => route)));
});

describe('the control API', () => {
  it.each(routeRows)('$route', async ({ see, sign }) => {
    expect(await see(await newWorld({ devices: 3 }))).toMatch(sign);
  });
});
