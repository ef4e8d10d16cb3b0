/** The package as another user gets it: what is in it, and whether it resolves, loads and is typed. Needs a build. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { errorsIn } from '../project/compiled.ts';
import { WHOLE } from '../sample.ts';
import { type Installed, installed, projectWithIt, root } from './installed.ts';
import { node } from './run.ts';

const execute = promisify(execFile);

/** Code that any user writes; then, in a module, also with Vitest, which has modules alone. */
const typedHandler = (servers = "import { setupServer } from 'msw/node';") => `
${servers}
import { createSimulator } from 'roadtest';
import { roadtestHandler } from 'roadtest/msw';
import { verify } from 'roadtest/verify';

const simulator = createSimulator({ seed: 7, devices: 3 });
export const handler = roadtestHandler(simulator);
setupServer(roadtestHandler(simulator)).use(roadtestHandler(simulator));
verify({ simulator, only: ['token/'] });
// @ts-expect-error a moment is a number
export const wrongNow: string = simulator.clock.now();
`;

/** The code of a user who has installed the package. The wrong lines show that nothing is `any`. */
const typedUse = `
import { createSimulator } from 'roadtest';
import { createControl } from 'roadtest/control';
import { roadtestHandler } from 'roadtest/msw';
import { serve } from 'roadtest/node';
import type { Profile } from 'roadtest/profile';
import { describeContract, test } from 'roadtest/vitest';
import { operations, type OperationId } from 'roadtest/specification';
import { type PlayedStory, playStory } from 'roadtest/stories';
import { type Run, verify } from 'roadtest/verify';

const simulator = createSimulator({ seed: 7, devices: 3 });
export const now: number = simulator.clock.now();
export const first: OperationId | undefined = operations[0]?.id;
export const profile: Profile = { roadtest: 1, name: 'mine', openings: { 'token.lifetime': 'PT5M' } };
export const used = [roadtestHandler(simulator), serve(simulator)];
export const played: Promise<PlayedStory> = playStory('first-day', { simulator, until: '90m' });
export const run: Promise<Run> = verify({ simulator, profile, only: ['token/'], require: ['inconclusive=0'] });
describeContract({ simulator, require: { inconclusive: 0 } });
const control = createControl('http://127.0.0.1:4010', { fetch: simulator.fetch });
export const changed: Promise<{ dailySms?: unknown }> = control.limits.set('dev-1', { dailySms: 1 });
// @ts-expect-error a clock is set to a moment
control.clock.set({ now: true });
// @ts-expect-error limits are those of a device
control.limits.set({ dailySms: 1 });
// @ts-expect-error an outbox has no offset
control.outbox({ offset: 1 });
test('has a world', async ({ expect, world }) => {
  await expect(world).toBeAt(now);
  // @ts-expect-error a channel is sent, not a carrier
  await expect(world).toHaveSent({ carrier: 'sms' });
  // @ts-expect-error only a world has messages
  await expect(7).toHaveSent();
});
describeContract({ baseUrl: 'http://127.0.0.1:4010', profile, only: ['token/'] });
// @ts-expect-error there is nothing to verify
describeContract({ profile });
// @ts-expect-error there is nothing to verify
verify({ profile });
// @ts-expect-error a story has no such key
playStory({ clocks: {} });
// @ts-expect-error a moment is a number
export const wrongNow: string = simulator.clock.now();
// @ts-expect-error there is no such operation
export const wrongOperation: OperationId = 'flyDevice';
// @ts-expect-error an opening has a type of its own
export const wrongProfile: Profile = { roadtest: 1, name: 'mine', openings: { 'token.lifetime': 5 } };
`;

/** The files of an entry, under whatever condition. */
function targetsOf(entry: object): string[] {
  return Object.values(entry).flatMap((it) => (typeof it === 'string' ? [it] : targetsOf(it)));
}

describe('the package', () => {
  let folder: string;
  let files: string[];
  let product: Installed;

  beforeAll(async () => {
    product = await installed();
    folder = await projectWithIt();
    const entries = await readdir(product.path(), { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(product.path(), join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  });

  it('holds what is built and its documentation, and no more', () => {
    const others = files.filter((path) => !path.startsWith('dist/'));
    const documentation = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'action.yml',
      'package.json',
    ];
    const profiles = ['contracts/profile/README.md', 'contracts/profile/examples/enveloped.yaml'];
    expect(others.filter((path) => !path.startsWith('docs/')).sort()).toEqual(
      [...documentation, ...profiles].sort(),
    );
    expect(others).toEqual(expect.arrayContaining(['docs/writing-a-story.md']));
    expect(files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('holds every file that it exports, and its command', () => {
    const targets = Object.values(manifest.exports).flatMap((it) =>
      typeof it === 'string' ? [it] : targetsOf(it),
    );
    for (const target of [...targets, manifest.bin.roadtest])
      expect(files).toContain(target.replace('./', ''));
  });

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: product.path(), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('needs no other package, and loads by every entry, as a module and as CommonJS', async () => {
    const entries = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));
    // The entry for Vitest needs Vitest around it: test/vitest-adapter loads it.
    const names = entries
      .filter((name) => name !== './vitest')
      .map((name) => JSON.stringify(name.replace('.', 'roadtest')));
    const load = names.map((name) => `await import(${name});`);
    const require = names.map((name) => `require(${name});`);
    const inCommonJs = `if (require.resolve('roadtest').includes('cjs') === false) throw new Error('a module');`;
    await writeFile(join(folder, 'load.js'), load.join('\n'));
    await writeFile(join(folder, 'load.cjs'), [...require, inCommonJs].join('\n'));
    for (const file of ['load.js', 'load.cjs']) await execute(node, [file], { cwd: folder });
    expect(entries).toHaveLength(10);
  });

  it('gives tools that do not read exports the same declarations', () => {
    const { '.': main, ...others } = manifest.exports;
    expect(manifest).toMatchObject({ types: main.types, main: main.require.default });
    const typed = Object.entries(others).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [] : [[name.replace('./', ''), [entry.types]]],
    );
    expect(manifest.typesVersions['*']).toEqual(Object.fromEntries(typed));
  });

  it('shows an error that is not caught in a few lines', async () => {
    const program = "import { createSimulator } from 'roadtest'; createSimulator({ seed: 'x' });";
    const run = execute(node, ['--input-type=module', '-e', program], { cwd: folder });
    const { stderr } = await run.catch((error) => error);
    expect(stderr).toContain('FleetError');
    expect(stderr.length).toBeLessThan(2_000);
    expect(stderr).toMatch(/at checkOptions .*\n(?: .*\n)*? +at createSimulator /);
  });

  it('shows where its command failed by the names of its functions, and by lines that can be read', async () => {
    const fault = 'JSON.stringify = () => { throw new TypeError("broken on purpose"); }';
    const words = ['--import', `data:text/javascript,${fault}`, product.command, 'rules', '--json'];
    const { code, stderr } = await execute(node, words).catch((error) => error);
    expect(code).toBe(5);
    expect(stderr).toMatch(/TypeError: broken on purpose\n +at JSON\.stringify /);
    const places = [...stderr.matchAll(/at (?:async )?([\w.$]+) \((file:.*):(\d+):\d+\)/g)];
    const [, name = '', file = '', line = ''] = places.at(0) ?? [];
    const lines = (await readFile(new URL(file), 'utf8')).split('\n');
    expect(name).toMatch(/^[a-z]\w{3}/i);
    expect(lines[Number(line) - 1]).toMatch(/^.{10,200}$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(5_000);
  });

  it('is 5 MB at most to fetch, and 15 MB on disk', async () => {
    const { dependencies } = JSON.parse(await readFile(join(product.project, 'package.json'), 'utf8'));
    const tarball = join(product.project, dependencies.roadtest.replace('file:', ''));
    expect((await stat(tarball)).size).toBeLessThan(5_000_000);
    const sizes = await Promise.all(files.map(async (name) => (await stat(product.path(name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  });

  it('answers a script that has no socket, also where a fault cuts the body', async () => {
    const script = `
      import { createSimulator } from 'roadtest';
      const simulator = createSimulator();
      const { userName, apiKey } = { ...simulator.fleet.account };
      const headers = { 'content-type': 'application/json' };
      const signIn = { method: 'POST', headers, body: JSON.stringify({ userName, apiKey }) };
      const { token } = await (await simulator.fetch('/api/Auth/Token', signIn)).json();
      simulator.faults.set([{ operation: 'listDevices', cut: 'middle' }]);
      const cut = await simulator.fetch('/api/devices', { headers: { authorization: 'Bearer ' + token } });
      await cut.text().catch(() => console.log('cut'));
    `;
    const { stdout } = await execute('node', ['--input-type=module', '-e', script], { cwd: product.project });
    expect(stdout).toBe('cut\n');
  });

  it('can be packed and installed anew: what npm runs by itself has all that it needs', async () => {
    const run = execute('npm', ['run', 'prepublish', '--if-present'], { cwd: product.path() });
    await expect(run).resolves.toMatchObject({ stderr: '' });
    const { scripts } = JSON.parse(await readFile(product.path('package.json'), 'utf8'));
    const warned = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(warned.filter((name) => name in scripts)).toEqual([]);
  });

  it('is typed by every entry, as a module, as CommonJS and as a linked folder, without the packages inside it', async () => {
    await writeFile(join(folder, 'use.ts'), typedUse);
    await writeFile(join(folder, 'use.cts'), typedHandler(await serversOfCommonJs()));
    const files = ['use.ts', 'use.cts'];
    // By `npm run test:whole`: the linked folder, which is a second program with an MSW of its own, and what the packages
    // that the build brings along say of themselves, which takes ten times as long as ours.
    if (WHOLE) files.push(await linkedUse());
    const compilerOptions = {
      module: 'node16',
      target: 'es2023',
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    const config = join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify({ compilerOptions, files }));
    const isOurs = (file: string) =>
      file.includes('/node_modules/roadtest/dist/') ||
      file.startsWith(join(root, 'dist')) ||
      files.some((own) => file.endsWith(`/${own}`));
    const isChecked = (file: string) => isOurs(file) && (WHOLE || !file.includes('/types/packages/'));
    expect(errorsIn(config, isChecked)).toEqual([]);
  });

  /** How CommonJS comes by the servers of MSW: version 3 is a module, which it cannot import. */
  async function serversOfCommonJs(): Promise<string | undefined> {
    const msw = JSON.parse(await readFile(join(folder, 'node_modules/msw/package.json'), 'utf8'));
    if (msw.type !== 'module') return;
    return "declare const setupServer: typeof import('msw/node', { with: { 'resolution-mode': 'import' } }).setupServer;";
  }

  /** Has the package as a linked folder, and beside it an MSW that is not the one of the project. */
  async function linkedUse(): Promise<string> {
    const linked = join(folder, 'linked/node_modules');
    await mkdir(linked, { recursive: true });
    await cp(join(root, 'node_modules/msw'), join(linked, 'msw'), { recursive: true, dereference: true });
    await symlink(root, join(linked, 'roadtest'));
    await writeFile(join(folder, 'linked/use.ts'), typedHandler());
    return 'linked/use.ts';
  }

  it('has a command that runs', async () => {
    const { stdout } = await execute(product.command, ['--version']);
    expect(stdout).toBe(`${manifest.version}\n`);
  });

  it('publishes the JSON Schema of profiles', async () => {
    const schema = JSON.parse(await readFile(product.path('dist/profile.schema.json'), 'utf8'));
    expect(schema).toMatchObject({ type: 'object', properties: { roadtest: {}, openings: {} } });
  });

  it('publishes the JSON Schema of baselines', async () => {
    const schema = JSON.parse(await readFile(product.path('dist/baseline.schema.json'), 'utf8'));
    expect(schema).toMatchObject({ type: 'array', items: { required: ['id'] } });
  });

  it('publishes the JSON Schema of stories', async () => {
    const schema = JSON.parse(await readFile(product.path('dist/scenario.schema.json'), 'utf8'));
    expect(schema).toMatchObject({ type: 'object', properties: { clock: {}, fleet: {}, timeline: {} } });
  });

  it('names the licence of every package whose code it holds, and of no other', async () => {
    const notices = await readFile(product.path('dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((.+)\)\n-+$/gm)];
    const names = named.map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['ajv', 'yaml', 'yargs', '@faker-js/faker', '@msw/data']));
    for (const tool of ['vitest', 'rolldown', 'typescript', 'msw']) expect(names).not.toContain(tool);
    for (const [, name, licence] of named) {
      expect(licence, name).toMatch(
        /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Python-2\.0|Unlicense)$/,
      );
    }
  });
});
