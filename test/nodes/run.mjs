/**
 * `npm run test:nodes`: the package as it is published, on every version of Node that is supported, with the newest
 * peers that run there. `npm run test:nodes -- 22` takes one of them. Stands on a build; takes Node from the npm
 * package `node`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const said = smokeTested(version, join(scratch, packed.filename), [`msw@${msw}`, `vitest@${vitest}`]);
    if (said === undefined) console.log(`Node ${version}, MSW ${msw}, Vitest ${vitest}: passed`);
    else {
      failed++;
      console.log(`Node ${version}, MSW ${msw}, Vitest ${vitest}: failed\n${said}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** `undefined`, or what was printed by what failed. */
function smokeTested(version, tarball, packages) {
  const folder = mkdtempSync(join(scratch, `node-${version}-`));
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  try {
    npm(folder, 'install', '--no-audit', '--no-fund', `node@${version}`, tarball, ...packages);
    const node = join(folder, 'node_modules/node/bin/node');
    run(folder, node, 'use.js', version);
    run(folder, node, 'node_modules/roadtest/dist/bin/roadtest.js', 'demo', '--once');
    run(folder, node, 'node_modules/vitest/vitest.mjs', 'run');
    return undefined;
  } catch (error) {
    return `${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`;
  }
}

function npm(cwd, ...words) {
  return run(cwd, 'npm', ...words);
}

function run(cwd, command, ...words) {
  return execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
