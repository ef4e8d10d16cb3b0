/**
 * `npm test`: the linter beside the build, then the compiler beside the tests; both need the build. What a check has
 * to say is told when it has ended, so that no lines mix. What follows `--` is for the tests.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '..');
const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');

if (!(await allPass([script('lint'), script('prepublish')]))) process.exit(1);
const options = ['run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)];
const tests = run(process.execPath, [vitest, ...options], { stdio: 'inherit' });
const types = script('types');
const passed = (await tests).passed;
process.exitCode = (await allPass([types])) && passed ? 0 : 1;

/** Tells what each of these has written, in this order. */
async function allPass(checks) {
  const ended = [];
  for (const check of checks) {
    const { written, passed } = await check;
    process.stdout.write(written);
    ended.push(passed);
  }
  return ended.every(Boolean);
}

function script(name) {
  return run(`npm run --silent ${name}`, [], { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Settles when it has ended, with what it wrote and whether it passed. */
function run(command, args, options) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, ...options });
    let written = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        written += text;
      });
    child.on('error', failed).on('close', (code) => done({ written, passed: code === 0 }));
  });
}
