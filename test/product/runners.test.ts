/**
 * The test files of docs/test-runners.md, each with its runner, beside the installed package. Runners that are here
 * are run by `npm test`; those that need the npm registry by `npm run test:runners`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { LONG } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { installed, installedFrom, packInto, projectWithIt } from './installed.ts';
import { allMatched, unmatched } from './listed.ts';
import { run } from './run.ts';

interface Runner {
  /** The packages that it needs of the npm registry; a runner without this is here. */
  packages?: readonly string[];
  /** The command that shows whether what must be there before is there. */
  needs?: readonly string[];
  /** Its `.js` files are CommonJS, as in a project whose `package.json` names no type. */
  commonjs?: true;
}

const runners: { readonly [name: string]: Runner } = {
  vitest: {},
  jest: { packages: ['jest@30', 'msw@2', '@babel/preset-env@7'], commonjs: true },
  'node-test': {},
  playwright: { packages: ['@playwright/test@1'], commonjs: true },
  pytest: { packages: [], needs: ['python3', '-m', 'pytest', '--version'] },
};
const wanted = process.env.ROADTEST_RUNNERS?.split(',').filter((name) => name !== '');
const product = await installed();
const blocks = blocksOf(readFileSync(product.path('docs/test-runners.md'), 'utf8'));

it('each runner of the page has a row', () => {
  expect(unmatched([...blocks.keys()], Object.keys(runners))).toEqual(allMatched);
});

describe.each(Object.entries(runners))('%s', (name, { packages, needs, commonjs }) => {
  const isRun = wanted === undefined ? packages === undefined : wanted.length === 0 || wanted.includes(name);
  it.runIf(isRun)('runs its files', LONG, async (context) => {
    if (needs && (await run(needs[0] ?? '', needs.slice(1))).code !== 0)
      context.skip(`${needs.join(' ')} does not run here`);
    const { files = new Map(), commands = [] } = blocks.get(name) ?? {};
    const folder = packages
      ? await projectWith(packages, commonjs ? 'commonjs' : 'module')
      : await projectWithIt();
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const command of commands) {
      const { code, out, err } = await run('bash', ['-ec', command], { cwd: folder });
      expect(code, out + err).toBe(0);
    }
  });
});

/** A project of its own, with packages of the registry. */
async function projectWith(packages: readonly string[], type: 'module' | 'commonjs'): Promise<string> {
  const folder = emptyFolder();
  await installedFrom(await packInto(folder), folder, packages, type);
  return folder;
}

/** The files and the commands of each runner: a block says after its language where it belongs, `js jest/limit.test.js`. */
function blocksOf(page: string): Map<string, { files: Map<string, string>; commands: string[] }> {
  const found = new Map<string, { files: Map<string, string>; commands: string[] }>();
  for (const [, place = '', text = ''] of page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    const [runner = '', ...path] = place.split('/');
    const { files, commands } = found.get(runner) ?? { files: new Map<string, string>(), commands: [] };
    found.set(runner, { files, commands });
    if (path.length > 0) files.set(path.join('/'), text);
    else commands.push(text);
  }
  return found;
}
