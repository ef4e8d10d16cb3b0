/** The package as another user gets it: what is in it, and whether it resolves, loads, is typed and says where it failed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { transformSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { createSimulator } from '../../../simulator/index.ts';
import { exportedNames } from '../../project/api.ts';
import { errorsIn } from '../../project/compiled.ts';
import { root } from '../roadtest.ts';
import { installed, node, projectWith, run } from './installed.ts';

const product = await installed();
const files = (readdirSync(product.path(), { recursive: true }) as string[]).filter((name) =>
  statSync(product.path(name)).isFile(),
);
const read = (name: string) => readFileSync(product.path(name), 'utf8');

/** The files of an entry, under whatever condition. */
const targetsOf = (entry: object): string[] =>
  Object.values(entry).flatMap((it) => (typeof it === 'string' ? [it] : targetsOf(it)));
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ entry: name.replace('.', 'roadtest'), target }],
);
/** The entry for Vitest needs Vitest around it: test/service/vitest.test.ts loads it. */
const loaded = entries.map(({ entry }) => entry).filter((entry) => entry !== 'roadtest/vitest');

describe('what it holds', () => {
  test('is what is built and its documentation, and no more', () => {
    const others = files.filter((path) => !/^(dist|docs)\//.test(path));
    expect(others.sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'action.yml'],
      ...['contracts/profile/README.md', 'contracts/profile/examples/enveloped.yaml', 'package.json'],
    ]);
    expect(files).toContain('docs/writing-a-story.md');
    expect(files.filter((path) => /\.map$|\.built$|api-report/.test(path))).toEqual([]);
    expect(files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  test('is every file that it exports, its command, and declarations for tools that do not read exports', () => {
    for (const target of [...targetsOf(manifest.exports), manifest.bin.roadtest])
      expect(files).toContain(target.replace('./', ''));
    const { '.': main, ...others } = manifest.exports;
    expect(manifest).toMatchObject({ types: main.types, main: main.require.default });
    const typed = Object.entries(others).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [] : [[name.replace('./', ''), [entry.types]]],
    );
    expect(manifest.typesVersions['*']).toEqual(Object.fromEntries(typed));
  });

  test('is 5 MB at most to fetch, and 15 MB on disk', () => {
    expect(statSync(product.tarball).size).toBeLessThan(5_000_000);
    const sizes = files.map((name) => statSync(product.path(name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
  });

  test('passes publint, and runs nothing when it is installed', async () => {
    const { messages } = await publint({ pkgDir: product.path(), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
    const warned = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(warned.filter((name) => name in manifest.scripts)).toEqual([]);
    // Scripts that npm runs by itself where a packed one is packed anew.
    const { prepublish } = manifest.scripts;
    expect(await run('sh', ['-c', prepublish], { cwd: product.path() })).toMatchObject({ code: 0, err: '' });
  });

  test('has the schemas, and the licence of every package whose code is within it', () => {
    const schemas = ['profile', 'fixture', 'scenario', 'baseline'].map((name) =>
      JSON.parse(read(`dist/${name}.schema.json`)),
    );
    expect(schemas).toMatchObject([
      { type: 'object', properties: { roadtest: {}, openings: {} } },
      { type: 'object', properties: { devices: {} } },
      { type: 'object', properties: { clock: {}, fleet: {}, timeline: {} } },
      { type: 'array', items: { required: ['id'] } },
    ]);
    const notices = read('dist/THIRD-PARTY-NOTICES.txt');
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((.+)\)\n-+$/gm)];
    const names = named.map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['ajv', 'yaml', 'yargs', '@faker-js/faker', '@msw/data']));
    for (const tool of ['vitest', 'rolldown', 'typescript', 'msw']) expect(names).not.toContain(tool);
    for (const [, name, licence] of named)
      expect(licence, name).toMatch(
        /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Python-2\.0|Unlicense)$/,
      );
  });
});

/** Loads every entry, says what each exports, and uses them beside the peers; then an error is not caught. */
const use = (load: string) => `
const names = {};
for (const entry of ${JSON.stringify(loaded)}) names[entry] = Object.keys(${load}).sort();
console.log(JSON.stringify(names));
`;

describe('its entries', () => {
  const described = exportedNames();

  test('load as modules and as CommonJS, need no other package, and export what is described, with an example each', async () => {
    const folder = await projectWith({
      'load.mjs': use('await import(entry)'),
      'load.cjs': `${use('require(entry)')}if (!require.resolve('roadtest').includes('cjs')) throw new Error('a module');`,
    });
    const [imported, required] = await Promise.all(
      ['load.mjs', 'load.cjs'].map(async (file) => {
        const { out, err } = await run(node, [file], { cwd: folder });
        return out === '' ? expect.fail(err) : (JSON.parse(out) as { [entry: string]: string[] });
      }),
    );
    expect(required).toEqual(imported);
    for (const entry of loaded) {
      const shown = described.filter((one) => one.entry === entry).map(({ name }) => name);
      expect(imported?.[entry], entry).not.toEqual([]);
      // Types are among the described names alone.
      expect(
        imported?.[entry]?.filter((name) => !shown.includes(name)),
        entry,
      ).toEqual([]);
    }
    const without = described.filter(({ examples }) => examples.length === 0);
    expect(
      without.map(({ entry, name }) => `${entry} ${name}`),
      'without an example',
    ).toEqual([]);
  });

  test('are used beside the peers: a simulator answers alike on a socket, behind MSW, and where a fault cuts', async () => {
    const text = readFileSync(join(import.meta.dirname, 'project/use.js'), 'utf8');
    const folder = await projectWith({ 'use.js': text });
    const { code, out, err } = await run(node, ['use.js'], { cwd: folder });
    expect({ code, out, err }).toEqual({ code: 1, out: 'cut\n', err: expect.stringContaining('FleetError') });
    // An error that is not caught is shown in a few lines, with the names of our functions.
    expect(err.length).toBeLessThan(2_000);
    expect(err).toMatch(/at checkOptions .*\n(?: .*\n)*? +at createSimulator /);
  });
});

test('a simulator in a page is 160 kB at most to load, and holds no compiler of schemas', async () => {
  const page = "import { createSimulator } from 'roadtest'; globalThis.simulator = createSimulator();";
  const folder = await projectWith({ 'page.js': page });
  const bundle = await rolldown({ input: join(folder, 'page.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = new Map(output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])));
  const reached = new Set([output[0].fileName]);
  for (const name of reached) for (const other of chunks.get(name)?.imports ?? []) reached.add(other);
  const code = [...reached].map(
    (name) => chunks.get(name)?.code ?? expect.fail(`${name} is not in the bundle`),
  );
  const sizes = code.map((text) => gzipSync(text, { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(160_000);
  expect(code.join('\n')).not.toMatch(/\bnew Function\b/);
});

test('the names of a fleet are those that the faker library as a whole would draw', async () => {
  const built: { createSimulator: typeof createSimulator } = await import(
    pathToFileURL(product.path('dist/lib/index.js')).href
  );
  const namesOf = (create: typeof createSimulator) => {
    const { fleet } = create({ seed: 4711, devices: 200, groups: 60, users: 300 });
    return { devices: fleet.devices.list(), groups: fleet.groups.list(), users: fleet.users.list() };
  };
  expect(namesOf(built.createSimulator)).toEqual(namesOf(createSimulator));
});

test('its command runs, and shows by names and by lines that can be read where it failed', async () => {
  expect(await run(product.command, ['--version'])).toMatchObject({ out: `${manifest.version}\n` });
  const fault = 'JSON.stringify = () => { throw new TypeError("broken on purpose"); }';
  const words = ['--import', `data:text/javascript,${fault}`, product.command, 'rules', '--json'];
  const { code, err } = await run(node, words);
  expect(code).toBe(5);
  expect(err).toMatch(/TypeError: broken on purpose\n +at JSON\.stringify /);
  const places = [...err.matchAll(/at (?:async )?([\w.$]+) \((file:.*):(\d+):\d+\)/g)];
  const [, name = '', file = '', line = ''] = places.at(0) ?? [];
  const lines = readFileSync(new URL(file), 'utf8').split('\n');
  expect(name).toMatch(/^[a-z]\w{3}/i);
  expect(lines[Number(line) - 1]).toMatch(/^.{10,200}$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(5_000);
});

describe('its types', () => {
  /** Code that any user writes, in a module and in CommonJS, of each entry; the wrong lines show that nothing is `any`. */
  const handler = `
import { createSimulator } from 'roadtest';
import { roadtestHandler } from 'roadtest/msw';
import { verify } from 'roadtest/verify';
const simulator = createSimulator({ seed: 7, devices: 3 });
setupServer(roadtestHandler(simulator)).use(roadtestHandler(simulator));
verify({ simulator, only: ['token/'], require: ['inconclusive=0'] });
// @ts-expect-error a moment is a number
export const wrongNow: string = simulator.clock.now();
// @ts-expect-error there is nothing to verify
verify({ profile: undefined });
`;
  const module = `import { setupServer } from 'msw/node';${handler}
import { createControl } from 'roadtest/control';
import type { Profile } from 'roadtest/profile';
import { describeContract, test } from 'roadtest/vitest';
import type { OperationId } from 'roadtest/specification';
import { playStory } from 'roadtest/stories';
const control = createControl('http://127.0.0.1:4010', { fetch: simulator.fetch });
export const changed: Promise<{ dailySms?: unknown }> = control.limits.set('dev-1', { dailySms: 1 });
// @ts-expect-error a clock is set to a moment
control.clock.set({ now: true });
test('has a world', async ({ expect, world }) => {
  await expect(world).toBeAt(simulator.clock.now());
  // @ts-expect-error a channel is sent, not a carrier
  await expect(world).toHaveSent({ carrier: 'sms' });
  // @ts-expect-error only a world has messages
  await expect(7).toHaveSent();
});
// @ts-expect-error there is nothing to verify
describeContract({});
// @ts-expect-error a story has no such key
playStory({ clocks: {} });
// @ts-expect-error there is no such operation
export const wrongOperation: OperationId = 'flyDevice';
// @ts-expect-error an opening has a type of its own
export const wrongProfile: Profile = { roadtest: 1, name: 'mine', openings: { 'token.lifetime': 5 } };
`;
  /** How CommonJS comes by the servers of MSW 3, which is a module. */
  const servers =
    "declare const setupServer: typeof import('msw/node', { with: { 'resolution-mode': 'import' } }).setupServer;";
  const texts = exportedNames()
    .flatMap(({ entry, name, examples }) => examples.map((text) => ({ entry, name, text })))
    .map(({ entry, name, text }, at) => {
      const file = `${at}-${name}`;
      return { file: `${file}.ts`, module: `${file}.mjs`, text, isForVitest: entry === 'roadtest/vitest' };
    });

  test('are those of every entry, as a module and as CommonJS, and of every example, which prints what it says', async () => {
    const msw = JSON.parse(readFileSync(join(root, 'node_modules/msw/package.json'), 'utf8'));
    const common = msw.type === 'module' ? servers : "import { setupServer } from 'msw/node';";
    const options = { module: 'node16', target: 'es2023', types: ['node'], strict: true };
    const shown = texts.filter(({ isForVitest }) => !isForVitest);
    const tsconfig = {
      compilerOptions: { ...options, exactOptionalPropertyTypes: true, noEmit: true },
    };
    const folder = await projectWith({
      'use.ts': module,
      'use.cts': common + handler,
      'tsconfig.json': JSON.stringify(tsconfig),
      ...Object.fromEntries(texts.map(({ file, text }) => [file, `${text}\nexport {};\n`])),
      ...Object.fromEntries(shown.map(({ module, file, text }) => [module, transformSync(file, text).code])),
      'run.mjs': runner,
    });
    // The declarations of the package, too, but for what the packages inside it say of themselves.
    const own = (file: string) =>
      /\/roadtest\/dist\/types\/(?!packages)/.test(file) ||
      (file.startsWith(folder) && !file.includes('node_modules'));
    expect(errorsIn(join(folder, 'tsconfig.json'), own)).toEqual([]);
    const { out, err } = await run(node, ['run.mjs', ...shown.map(({ module }) => module)], { cwd: folder });
    const printed = out === '' ? expect.fail(err) : JSON.parse(out);
    for (const { module, file, text } of shown) {
      const said = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
      expect.soft(said, file).not.toEqual([]);
      expect.soft(printed[module], file).toEqual(said);
    }
  });

  /** Runs each example, and prints what it printed. */
  const runner = `
const printed = {};
for (const file of process.argv.slice(2)) {
  const lines = (printed[file] = []);
  console.log = (...values) => void lines.push(values.map(String).join(' '));
  await import('./' + file).catch((error) => lines.push(String(error)));
}
process.stdout.write(JSON.stringify(printed));
process.exit();
`;
});
