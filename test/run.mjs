/**
 * `npm test`: what has changed is built, which tests of the package need; then the linter and the compiler run beside the
 * tests. A folder is told in a line once all of it has ended, a check likewise, failures with all that they have to say;
 * Vitest's own summary comes last. What follows `--` is for Vitest.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, relative, resolve, sep } from 'node:path';
import process from 'node:process';

// Vitest asks as it is loaded.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';
const { DefaultReporter, parseCLI, startVitest } = await import('vitest/node');

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
process.env.PATH = [resolve(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

/** Tells of folders of `test/` in place of files, and waits for the checks before it ends. */
class Folders extends DefaultReporter {
  checks = Promise.resolve();
  #folders = new Map();

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    for (const { moduleId } of specifications) this.#folderOf(moduleId).left += 1;
  }

  /** A file that failed is told of at once. */
  printTestModule(file) {
    if (!file.ok()) super.printTestModule(file);
    const folder = this.#folderOf(file.moduleId);
    for (const test of file.children.allTests()) folder[test.result().state] += 1;
    folder.files += 1;
    const { collectDuration, duration } = file.diagnostic();
    folder.ms += collectDuration + duration;
    folder.left -= 1;
    if (folder.left > 0) return;
    const { name, files, passed, failed, skipped, ms } = folder;
    const others = [failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
    const what = [`${files} files`.padStart(10), `${passed} passed`.padStart(12), ...others].join('  ');
    this.tell({ passed: failed === 0, name, what, ms });
  }

  tell({ passed, name, what, ms }) {
    console.log(`${passed ? '✓' : '✗'} ${name.padEnd(20)} ${what.padEnd(44)} ${seconds(ms)}`);
  }

  async onTestRunEnd(...ended) {
    await this.checks;
    super.onTestRunEnd(...ended);
  }

  #folderOf(path) {
    const [name] = relative(resolve(root, 'test'), path).split(sep);
    const none = { name, left: 0, files: 0, passed: 0, failed: 0, skipped: 0, pending: 0, ms: 0 };
    if (!this.#folders.has(name)) this.#folders.set(name, none);
    return this.#folders.get(name);
  }
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(9);
}

/** Runs a script of `package.json`, or a part of it, and tells how it ended, with what it wrote where it failed. */
async function check(name, reporter, line = scripts[name]) {
  const began = performance.now();
  const { written, passed } = await ended(line);
  reporter.tell({ passed, name, what: '', ms: performance.now() - began });
  if (!passed) console.log(written);
  return passed;
}

/** Settles when a line of a shell has ended, with what it wrote and whether it passed. */
function ended(line) {
  return new Promise((done, failed) => {
    const child = spawn(line, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let written = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        written += text;
      });
    child.on('error', failed).on('close', (code) => done({ written, passed: code === 0 }));
  });
}

const reporter = new Folders();
for (const name of ['prepublish', 'generate']) if (!(await check(name, reporter))) process.exit(1);
// The tools alone: what they begin with is done.
const checks = ['lint', 'types'].map((name) => check(name, reporter, scripts[name].split(' && ').at(-1)));
reporter.checks = Promise.all(checks);
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const reporters = options.reporter ? {} : { reporters: [reporter] };
await startVitest('test', filter, { root, config: 'test/vitest.config.ts', ...options, ...reporters });
if (!(await reporter.checks).every(Boolean)) process.exitCode = 1;
