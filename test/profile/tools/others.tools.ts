/**
 * Validators and generators of others, which `npm run openapi` installs: descriptions of all permutants are valid by each, and
 * clients that are generated from one perform all operations, as docs/generate-a-client.md says.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../../contracts/openapi/write.ts';
import { allDraws } from '../../permutants/array.ts';
import { compose } from '../../permutants/compose.ts';
import { three } from '../three.ts';

const execute = promisify(execFile);
const tools = process.env.ROADTEST_OPENAPI ?? '';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const roadtest = join(root, 'dist/bin/roadtest.js');
const MINUTES = 60_000;
/** Documents that Redocly CLI is given at once. */
const AT_ONCE = 50;

function folderNamed(name: string): string {
  const folder = join(root, 'test/artefacts', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('a description', () => {
  const load = (path: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(tools, 'node_modules', path)).href);
  const folder = folderNamed('openapi-documents');
  const all = [...three.map((profile) => ({ profile })), ...allDraws().map(compose)];
  const files = all.map(({ profile }, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(writeOpenApi(profile)));
    return file;
  });
  for (const name of ['openapi.json', 'control-openapi.json']) files.push(join(root, 'dist', name));
  const documents = () => files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);

  it('is valid by @seriousme/openapi-schema-validator', { timeout: 10 * MINUTES }, async () => {
    const { Validator } = await load('@seriousme/openapi-schema-validator/index.js');
    for (const document of documents())
      expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  it('is valid by @hyperjump/json-schema', { timeout: 20 * MINUTES }, async () => {
    const { validate } = await load('@hyperjump/json-schema/openapi-3-1/index.js');
    const check = await validate('https://spec.openapis.org/oas/3.1/schema-base');
    for (const document of documents()) expect(check(document, 'BASIC')).toMatchObject({ valid: true });
  });

  it('is valid by @redocly/cli', { timeout: 20 * MINUTES }, async () => {
    const cli = join(tools, 'node_modules/@redocly/cli/bin/cli.js');
    for (let at = 0; at < files.length; at += AT_ONCE)
      await execute(process.execPath, [cli, 'lint', '--extends=spec', ...files.slice(at, at + AT_ONCE)], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      });
  });
});

const page = readFileSync(join(root, 'docs/generate-a-client.md'), 'utf8');
const [, generate = ''] = /```sh\n(npx @redocly[^`]+)```/.exec(page) ?? [];
const [, example = ''] = /```ts\n([^`]+(?:`[^`]+`[^`]+)*)```/.exec(page) ?? [];

describe('a client that is generated as the page says', () => {
  const folder = folderNamed('openapi-clients');
  const exec = (...words: string[]) =>
    execute(process.execPath, [roadtest, 'exec', '--frozen', '--', ...words], { cwd: folder });

  it('is of types that hold strictly, and performs all operations', { timeout: 5 * MINUTES }, async () => {
    copyFileSync(join(root, 'dist/openapi.json'), join(folder, 'openapi.json'));
    const words = generate.trim().split(/\s+/).slice(2);
    expect(words[0]).toBe('generate-client');
    await execute(process.execPath, [join(tools, 'node_modules/@redocly/cli/bin/cli.js'), ...words], {
      cwd: folder,
    });
    copyFileSync(
      fileURLToPath(new URL('clients/all-operations.ts.txt', import.meta.url)),
      join(folder, 'all-operations.ts'),
    );
    writeFileSync(join(folder, 'example.ts'), example);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, outDir: 'out' },
      ...{ target: 'ES2022', module: 'nodenext', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
      ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    const { stdout } = await exec(process.execPath, 'out/all-operations.js');
    expect(stdout).toMatch(/Vans \d+ Lorries of the depot Ada \d+ Grace true/);
    expect((await exec(process.execPath, 'out/example.js')).stdout).toMatch(/^Vans: 10/);
  });

  it('does the same in Python', { timeout: 10 * MINUTES }, async () => {
    const python = join(folder, 'venv/bin/python');
    expect(existsSync(join(folder, 'client.py'))).toBe(true);
    await execute('python3', ['-m', 'venv', join(folder, 'venv')]);
    await execute(python, ['-m', 'pip', 'install', '--quiet', 'httpx']);
    copyFileSync(
      fileURLToPath(new URL('clients/all-operations.py', import.meta.url)),
      join(folder, 'all-operations.py'),
    );
    expect((await exec(python, 'all-operations.py')).stdout).toContain('all 20');
  });
});
