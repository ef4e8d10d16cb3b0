/** Every exported name has an example in its doc comment, which compiles, runs, and prints what it says. Needs a build. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportedNames } from '../project/api.ts';
import { turns } from '../sample.ts';
import { projectWithIt, root } from './installed.ts';
import { node } from './run.ts';

const inTurn = turns(2, 1);

const execute = promisify(execFile);
const names = exportedNames();
const isForVitest = ({ entry }: { entry: string }) => entry === 'roadtest/vitest';
const examples = names
  .flatMap(({ entry, name, examples: texts }) => texts.map((text) => ({ entry, name, text })))
  .map((example, index) => ({ ...example, file: `example-${index}` }));

/** Imports each example, and prints what it printed. */
const runner = `
const printed = {};
for (const file of process.argv.slice(2)) {
  const lines = (printed[file] = []);
  console.log = (...values) => void lines.push(values.map(String).join(' '));
  await import('./' + file + '.js').catch((error) => lines.push(String(error)));
}
process.stdout.write(JSON.stringify(printed));
process.exit();
`;

/** As in `node_modules`, where a user has it: Vitest transforms nothing of the package. */
const vitestConfig = 'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } };';

describe('the public API', () => {
  it.each(names)('has an example of $name of $entry', ({ examples: texts }) => {
    expect(texts).not.toEqual([]);
  });
});

describe('an example', () => {
  let folder: string;
  let complaints = '';
  let printed: { [file: string]: string[] };

  beforeAll(async () => {
    folder = await projectWithIt();
    for (const example of examples) {
      const ending = isForVitest(example) ? '.test.ts' : '.ts';
      await writeFile(join(folder, example.file + ending), `${example.text}\nexport {};\n`);
    }
    await writeFile(join(folder, 'run.js'), runner);
    await writeFile(join(folder, 'vitest.config.js'), vitestConfig);
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: true,
          checkers: 1,
        },
        include: ['*.ts'],
      }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await execute(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder }).catch(({ stdout }) => {
      complaints = stdout;
    });
    const files = examples.filter((example) => !isForVitest(example)).map(({ file }) => file);
    const { stdout } = await execute(node, ['run.js', ...files], { cwd: folder });
    printed = JSON.parse(stdout);
  });

  it('compiles against the published types', () => {
    expect(complaints).toBe('');
  });

  it.each(examples.filter((example) => !isForVitest(example)))(
    'of $name prints what it says',
    ({ file, text }) => {
      const said = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
      expect(said).not.toEqual([]);
      expect(printed[file]).toEqual(said);
    },
  );

  it.runIf(inTurn())('for Vitest passes there', async () => {
    // The project's own: tests are registered with the copy that the package imports.
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const report = join(folder, 'report.json');
    const how = ['--reporter=json', `--outputFile=${report}`, '--no-isolate', '--maxWorkers=1'];
    await execute(node, [vitest, 'run', ...how, '.test.js'], { cwd: folder }).catch(() => undefined);
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
    expect(testResults).toHaveLength(examples.filter(isForVitest).length);
    expect(numFailedTests).toBe(0);
    expect(numPassedTests).toBeGreaterThan(10);
  });
});
