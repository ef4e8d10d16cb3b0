/**
 * `npm run test:nodes`: the rows of this folder on every version of Node that is supported, with the newest peers that
 * run there. `npm run test:nodes -- 22` takes one of them. Stands on a build; takes Node from the npm package `node`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** MSW 3 and Vitest 5 need Node 22.12. */
const peers = {
  20: { msw: '2', vitest: '4' },
  22: { msw: '3', vitest: '5' },
  24: { msw: '3', vitest: '5' },
};

const root = join(import.meta.dirname, '../..');
const wanted = process.argv.slice(2);
const unknown = wanted.find((version) => !(version in peers));
if (unknown !== undefined) {
  console.error(`There is no test on Node ${unknown}: choose of ${Object.keys(peers).join(', ')}.`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'roadtest-nodes-'));
let failed = 0;
try {
  const [packed] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', scratch));
  for (const [version, { msw, vitest }] of Object.entries(peers)) {
    if (wanted.length > 0 && !wanted.includes(version)) continue;
    const project = installedOn(version, join(scratch, packed.filename), [`msw@${msw}`, `vitest@${vitest}`]);
    const passed = rowsPass(project);
    if (!passed) failed++;
    console.log(`Node ${version}, MSW ${msw}, Vitest ${vitest}: ${passed ? 'passed' : 'failed'}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** The project of a user with this version of Node. */
function installedOn(version, tarball, packages) {
  const project = mkdtempSync(join(scratch, `node-${version}-`));
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
  npm(project, 'install', '--no-audit', '--no-fund', `node@${version}`, tarball, ...packages);
  lendTypes(join(project, 'node_modules/@types'));
  return project;
}

/** The types that the compiler of the rows needs: those that a peer has brought along stay. */
function lendTypes(types) {
  const ours = join(root, 'node_modules/@types');
  mkdirSync(types, { recursive: true });
  const there = new Set(readdirSync(types));
  for (const name of readdirSync(ours))
    if (!there.has(name)) symlinkSync(join(ours, name), join(types, name));
}

/** Has the tests of this folder use that project, and its Node. */
function rowsPass(project) {
  const programs = join(project, 'node_modules/node/bin');
  const env = {
    ...process.env,
    PATH: programs + delimiter + process.env.PATH,
    ROADTEST_PRODUCT: project,
    ROADTEST_PRODUCT_NODE: join(programs, 'node'),
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = ['run', '--config', 'test/vitest.config.ts', 'test/product'];
  return spawnSync(process.execPath, [vitest, ...words], { cwd: root, env, stdio: 'inherit' }).status === 0;
}

function npm(cwd, ...words) {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
