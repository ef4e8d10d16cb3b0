/**
 * The test files of docs/test-runners.md, each with its runner, beside the installed package: those of Node here, those of
 * Vitest in test/service/vitest.test.ts, and by `npm run test:runners` all of them, with the newest that the npm registry has.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { LONG } from '../../sample.ts';
import { emptyFolder, folderWith, installed, installedFrom, projectWith, run } from './installed.ts';
import { allMatched, unmatched } from './listed.ts';

/** The newest that run on this Node: Vitest 5 and MSW 3 need 22. */
const newest =
  Number.parseInt(process.versions.node, 10) < 22 ? ['vitest@4', 'msw@2'] : ['vitest@latest', 'msw@latest'];

/** The packages that a runner needs of the npm registry; without, it runs here. CommonJS, too, where its project is that. */
const runners: { readonly [name: string]: { packages?: readonly string[]; commonjs?: true } } = {
  'node-test': {},
  vitest: { packages: newest },
  jest: { packages: ['jest@30'], commonjs: true },
  playwright: { packages: ['@playwright/test@1'], commonjs: true },
  pytest: { packages: [] },
};

const product = await installed();

/** The files and the commands of each runner: a block says after its language where it belongs, `js jest/limit.test.js`. */
const blocks = new Map<string, { files: { [name: string]: string }; commands: string[] }>();
for (const [, place = '', text = ''] of readFileSync(product.path('docs/test-runners.md'), 'utf8').matchAll(
  /^```\w+ (\S+)\n(.*?)^```$/gms,
)) {
  const [runner = '', ...path] = place.split('/');
  const { files, commands } = blocks.get(runner) ?? { files: {}, commands: [] };
  if (path.length === 0) commands.push(text);
  blocks.set(runner, { files: path.length > 0 ? { ...files, [path.join('/')]: text } : files, commands });
}

test('each runner of the page has a row', () => {
  expect(unmatched([...blocks.keys()], Object.keys(runners))).toEqual(allMatched);
});

const all = process.env.ROADTEST_RUNNERS === 'all';
test.each(Object.entries(runners).filter(([, { packages }]) => all || packages === undefined))(
  '%s runs its files',
  LONG,
  async (name, { packages, commonjs }) => {
    const { files = {}, commands = [] } = blocks.get(name) ?? {};
    const folder = packages ? emptyFolder() : await projectWith(files);
    if (packages) await installedFrom(product.tarball, folder, packages);
    if (packages) folderWith({ ...files, ...(commonjs && { 'package.json': '{}' }) }, folder);
    for (const command of commands) {
      const { code, out, err } = await run('bash', ['-ec', command], { cwd: folder });
      expect(code, out + err).toBe(0);
    }
  },
);
