/**
 * `npm run test:runners`: the test files of docs/test-runners.md, each with its runner, beside the package as it is
 * published. `npm run test:runners -- jest` takes one of them. Stands on a build; needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** What each runner needs of npm. */
const packages = {
  vitest: ['vitest@4', 'msw@2'],
  jest: ['jest@30', 'msw@2', '@babel/preset-env@7'],
  'node-test': [],
  playwright: ['@playwright/test@1'],
  pytest: [],
};
/** What must be there before, and how to see that it is. */
const needs = { pytest: ['python3', '-m', 'pytest', '--version'] };

const root = join(import.meta.dirname, '../..');
const wanted = process.argv.slice(2);
const blocks = blocksOf(readFileSync(join(root, 'docs/test-runners.md'), 'utf8'));
const runners = Object.keys(packages).filter((name) => wanted.length === 0 || wanted.includes(name));
if (runners.length < wanted.length) {
  console.error(`Unknown runner. There are ${Object.keys(packages).join(', ')}.`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'roadtest-runners-'));
let failed = 0;
try {
  const [packed] = JSON.parse(
    run(root, ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', scratch]),
  );
  for (const runner of runners) {
    const { outcome, printed } = outcomeOf(runner, join(scratch, packed.filename));
    if (outcome === 'failed') failed++;
    console.log(`${runner}: ${outcome}${printed ? `\n${printed}` : ''}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

function outcomeOf(runner, tarball) {
  const folder = join(scratch, runner);
  try {
    if (needs[runner]) run(scratch, needs[runner]);
  } catch {
    return { outcome: `skipped, since "${needs[runner].join(' ')}" does not run here` };
  }
  try {
    const { files, commands } = blocks.get(runner);
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    run(folder, ['npm', 'init', '-y']);
    run(folder, ['npm', 'install', '--no-audit', '--no-fund', tarball, ...packages[runner]]);
    const printed = commands.map((command) => run(folder, ['bash', '-ec', `(${command}) 2>&1`]));
    return { outcome: 'passed', printed: printed.join('') };
  } catch (error) {
    return { outcome: 'failed', printed: `${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}` };
  }
}

/** The files and the commands of each runner: a block says after its language where it belongs, `js jest/limit.test.js`. */
function blocksOf(page) {
  const found = new Map(Object.keys(packages).map((name) => [name, { files: new Map(), commands: [] }]));
  for (const [, place, text] of page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    const [runner, ...path] = place.split('/');
    const { files, commands } = found.get(runner);
    if (path.length > 0) files.set(path.join('/'), text);
    else commands.push(text);
  }
  return found;
}

function run(cwd, [command, ...words]) {
  return execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
