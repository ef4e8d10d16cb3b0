/**
 * `npm run whole`: before a release, what is too dear for each build: the whole catalogue of faults by whole runs, every cell of the
 * reduced profiles, all permutants, explorations. In parts of some minutes, with a summary; words name the parts
 * to run: `npm run whole -- permutants`.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

/** The files that Vitest runs, and in how many parts. */
const rows = {
  faults: { files: ['test/faults/whole/deviations', 'test/faults/whole/faults'], parts: 4 },
  lines: { files: ['test/faults/lines'], parts: 4 },
  hollow: { files: ['test/faults/whole/hollow'], parts: 1 },
  reduced: { files: ['test/faults/whole/reduced'], parts: 12 },
  permutants: { files: ['test/permutants'], parts: 12 },
  sound: { files: ['test/suite/sound'], parts: 8 },
  explore: { files: ['test/suite/judging/explore.whole'], parts: 2 },
};

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(rows, name));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no part ${unknown.join(', ')}.`);
  console.log(`Usage: npm run whole -- [part ...]\n\nParts: ${Object.keys(rows).join(', ')}`);
  process.exit(values.help ? 0 : 2);
}
const chosen = Object.entries(rows).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const told = [];
for (const [name, { files, parts }] of chosen)
  for (let part = 1; part <= parts; part++) {
    const began = performance.now();
    const passed = await run(files, `${part}/${parts}`);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(5);
    told.push({ passed, line: `${passed ? '✓' : '✗'} ${`${name} ${part}/${parts}`.padEnd(20)}${seconds} s` });
  }
console.log(`\n${told.map(({ line }) => line).join('\n')}`);
if (!told.every(({ passed }) => passed)) process.exitCode = 1;

/** Runs one part of some files; true where all of it passed. */
function run(files, part) {
  const words = ['vitest', 'run', '--config', 'test/whole.config.ts', ...files];
  return new Promise((done) => {
    const child = spawn('npx', words, {
      cwd: resolve(import.meta.dirname, '..'),
      env: { ...process.env, ROADTEST_PART: part },
      stdio: 'inherit',
    });
    child.on('close', (code) => done(code === 0));
  });
}
