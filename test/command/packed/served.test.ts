/** The installed server: each field of a fixture is seen in its answers, and each route that it says it has is described. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launch, type Service, serve, serviceOf } from '../roadtest.ts';
import { asks, fixtureRows } from './fields.ts';
import { installed } from './installed.ts';
import { allMatched, fieldsIn, unmatched } from './listed.ts';

const product = await installed();
const file = (name: string): string => join(import.meta.dirname, `fixtures/${name}.yaml`);

/** The installed server of the file, as it is started; the others run in this process. */
const started: Promise<Service> = serviceOf(
  launch(['serve', '--port', '0', '--json', '--fixture', file('whole')], { program: product.command }),
);

test('each field of the schema of fixtures has a row', () => {
  const schema = JSON.parse(readFileSync(product.path('dist/fixture.schema.json'), 'utf8'));
  const rows = fixtureRows.flatMap(({ shows }) =>
    Object.values(shows).flatMap((signs) => Object.keys(signs)),
  );
  expect(unmatched(fieldsIn(schema), rows)).toEqual(allMatched);
});

describe.each(fixtureRows)('$fixture.yaml', ({ fixture, profile, shows }) => {
  test.each(Object.entries(shows))('is served: %s', async (name, signs) => {
    const words = ['--fixture', file(fixture), ...(profile ? ['--profile', file(profile)] : [])];
    const ask = asks[name] ?? expect.fail(`nothing is asked for ${name}`);
    const { status, body } = await ask(await (fixture === 'whole' ? started : served(words)));
    for (const [field, sign] of Object.entries(signs))
      expect.soft(`${status} ${JSON.stringify(body)}`, field).toMatch(new RegExp(sign));
  });
});

const servers = new Map<string, Promise<Service>>();
function served(words: string[]): Promise<Service> {
  const known = servers.get(`${words}`) ?? serve(words);
  servers.set(`${words}`, known);
  return known;
}

interface Refusal {
  hint: string;
}

/** Routes of a control API: its paths by the refusal of an unknown one, their methods by that of PATCH. */
async function routesOf({ controlUrl, control }: Service): Promise<string[]> {
  const { body } = await control<Refusal>('GET', '/no-such-path-at-all');
  const paths = [...body.hint.matchAll(/\/_control([^\s,]+?)(?=[,.]( |$))/g)].map(([, path = '']) => path);
  const routes = paths.map(async (path) => {
    const { headers } = await fetch(controlUrl + path, { method: 'PATCH' });
    const methods = (headers.get('allow') ?? '').split(', ');
    // HEAD is there wherever GET is.
    return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`);
  });
  return [...new Set((await Promise.all(routes)).flat())].sort();
}

test('each route that the server lists is described in the package, and no other; what can be read is answered', async () => {
  const service = await started;
  const text = readFileSync(product.path('dist/control-openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as { paths: { [path: string]: object } };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = await routesOf(service);
  expect(listed.length).toBeGreaterThan(40);
  expect(unmatched(listed, described)).toEqual(allMatched);
  const read = listed.filter((route) => /^GET [^{]*$/.test(route) && !/events|positions/.test(route));
  for (const route of read) {
    const { status } = await service.control('GET', route.slice(4));
    expect.soft({ route, status }).toEqual({ route, status: 200 });
  }
});

test('the live page is in the package, with all that it loads first', async () => {
  const { baseUrl } = await started;
  const page = await fetch(`${baseUrl}/_console/`);
  const text = await page.text();
  const loaded = [...text.matchAll(/(?:src|href)="(?!data:|http|#)([^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  expect({ status: page.status, some: loaded.length > 0 }).toEqual({ status: 200, some: true });
  for (const name of loaded) expect((await fetch(new URL(name, page.url))).status, name).toBe(200);
});
