/**
 * Builds the package into dist/:
 *
 *   lib/    entries that run on any platform; every dependency is inside but the peer `msw`
 *   bin/    entries for Node, the peer `vitest` left out, and the `roadtest` command
 *   cjs/    all of them but `vitest` as CommonJS, with declarations, for what cannot load modules: Jest by default
 *   shared/ what several of these have in common
 *   types/  declarations of the public entries
 *   console/ the live page, built by Vite (simulator/console/vite.config.ts), and its basemap (basemap.mjs)
 *   scenarios/ (data files), exporting/locustfile.py, profile.schema.json, fixture.schema.json, scenario.schema.json, baseline.schema.json, openapi.json,
 *   control-openapi.json, THIRD-PARTY-NOTICES.txt
 *   .built  what it was built from (stamp.mjs); not published
 *
 * It is built beside, and takes the place of the last one when it is whole.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { minifySync } from 'rolldown/utils';
import { build as buildPage } from 'vite';
import { basemapNotice, basemapPackages, keptBasemap } from './basemap.mjs';
import { fakerWith } from './faker.mjs';
import { generate, words } from './generate.mjs';
import { bundledIn, noticesOf } from './notices.mjs';
import { portablePackages } from './portable.mjs';
import { shaken } from './shake.mjs';
import { markBuilt, putInPlace, stampOf } from './stamp.mjs';
import { preparedStories } from './stories.mjs';
import { bringDeclarations } from './types.mjs';
import { preparedValidators } from './validators.mjs';
import { startWriting } from './written.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, `test/artefacts/build-${process.pid}`);
const stamp = stampOf(root);
// A build that failed takes away what it has written.
process.once('exit', () => rmSync(dist, { recursive: true, force: true }));

/** Every entry: the name of the built file and its source. */
const portableEntries = {
  index: 'simulator/index.ts',
  stories: 'scenarios/index.ts',
  control: 'simulator/control/client/index.ts',
  fixture: 'simulator/fixture/index.ts',
  msw: 'simulator/hosts/msw.ts',
  profile: 'contracts/profile/index.ts',
  specification: 'contracts/specification/index.ts',
};
const forNode = {
  node: 'simulator/hosts/node.ts',
  verify: 'contracts/verify/index.ts',
  vitest: 'simulator/vitest/index.ts',
};
const command = { roadtest: 'cli/main.ts' };

/**
 * The part of undici that Node has within it: `fetch` and the proxies of the environment. It loads `node:sqlite` when it
 * keeps answers, which it never does here. Not every Node that we support has it.
 */
const alias = { undici: 'undici/index-fetch.js', 'node:sqlite': false };

/**
 * Chunks of modules that are small, or that most commands load: to find, read and compile one file takes half a
 * millisecond less than two, and a start is in a hurry. The content of each depends on nothing but `base` and itself.
 */
const chunkGroups = [
  {
    // The rows of the specification, the lens, and small modules that need no package but TypeBox, and what of Ajv the
    // validators ask for that it has compiled.
    name: 'base',
    test: /\/(node_modules\/ajv\/dist\/runtime\/(equal|ucs2length)\.js$|contracts\/(specification\/(?!index|ledger|rules|sections|judged|dangers|needs)|profile\/(lens|coherence|controls|facts|openings|complete|default|templates|pointer)|kit\/(?!ajv|document|junit|columns|schema-issues))|simulator\/(fleet\/(errors|locations\/row)|control\/errors|time\/claims|hosts\/(backlog|fetch))\.|scenarios\/player\/errors\.)/,
  },
  { name: 'rules', test: /\/contracts\/specification\/(ledger|rules|sections|judged|dangers|needs)/ },
  {
    name: 'checks',
    test: /\/(node_modules\/ajv\/|contracts\/kit\/ajv\.)/,
  },
  { name: 'calendar', test: /\/(node_modules\/temporal-|simulator\/time\/(calendar|errors)\.)/ },
  {
    name: 'cli',
    test: /\/cli\/((command|common-options|run|parse|process-streams|ending|io)|serving\/(options|files|reading|reasons|access))\./,
  },
];

/** Modules that are not ours. */
const OF_PACKAGES = /node_modules|rolldown|^builtin:/;

generate();
mkdirSync(dist, { recursive: true });
const stories = await preparedStories(root, imported);
const validators = await preparedValidators(root, imported);
// All entries at once, so that what they share is there once. Code that is not for Node alone must not depend on the platform,
// so all of it is built for none.
const input = { ...inFolder('lib', portableEntries), ...inFolder('bin', { ...forNode, ...command }) };
const code = await written({ input, to: { dir: dist, format: 'esm' } });
await bundleCommonJs();
for (const name of Object.keys(portableEntries)) refuseForeignImports(`lib/${name}.js`, code);
chmodSync(join(dist, 'bin/roadtest.js'), 0o755);
const page = await bundlePage();
await writeBasemap();
const typedBy = writeDeclarations();
declareCommonJs();
await writeSchemas();
copyScenarioData();
await writeDescriptions();
writeFileSync(
  join(dist, 'THIRD-PARTY-NOTICES.txt'),
  noticesOf(
    [
      ...bundledIn([...code, ...page]),
      ...typedBy,
      ...basemapPackages.map((name) => join(root, 'node_modules', name)),
    ],
    basemapNotice,
  ),
);
markBuilt(dist, stamp);
putInPlace(dist, join(root, 'dist'));

function inFolder(folder, entries) {
  return Object.fromEntries(Object.entries(entries).map(([name, source]) => [`${folder}/${name}`, source]));
}

/** Without the entry for Vitest, which has modules alone. */
async function bundleCommonJs() {
  const { vitest, ...input } = { ...portableEntries, ...forNode };
  const dir = join(dist, 'cjs');
  await written({ input, to: { dir, format: 'cjs', exports: 'named' } });
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Takes white space out of chunks that hold packages alone, whose lines are no help to who reads a stack. */
function packed() {
  const generateBundle = (_, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.moduleIds?.length > 0 && chunk.moduleIds.every((id) => OF_PACKAGES.test(id)))
        chunk.code = withoutLines(chunk);
  };
  return { name: 'packed', generateBundle };
}

function withoutLines({ fileName, code }) {
  const names = { toplevel: false, keepNames: true };
  const options = { compress: false, mangle: names, codegen: { removeWhitespace: true } };
  return minifySync(fileName, code, options).code;
}

/** Bundles as both kinds of modules are; answers with the chunks. */
async function written({ input, to }) {
  const build = await rolldown({
    cwd: root,
    input,
    tsconfig: false,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], alias },
    external: /^(msw|vitest)(\/|$)/,
    plugins: [
      portable(),
      fakerWith(Object.keys(words)),
      stories,
      validators,
      esmExternalRequirePlugin({ external: [...builtinModules, /^node:(?!sqlite$)/] }),
      packed(),
    ],
    // So that a program that takes the parser out of yargs does not load the rest.
    treeshake: { moduleSideEffects: [{ test: /node_modules\/yargs\//, sideEffects: false }] },
    // With fewer entries, more modules have a place that is loaded in any case.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await build.write({
    ...to,
    chunkFileNames: 'shared/[name]-[hash].js',
    codeSplitting: { groups: chunkGroups },
    comments: { legal: false, jsdoc: false },
    // Lines stay as they are, and the names of functions and classes: an error that is not caught prints a few lines, and
    // its stack can be read. Short names of what is local are read sooner: a start takes a twentieth less.
    minify: {
      compress: true,
      mangle: { toplevel: false, keepNames: true },
      codegen: { removeWhitespace: false },
    },
  });
  await build.close();
  return output.filter(({ type }) => type === 'chunk');
}

/** Answers with the chunks of the live page. */
async function bundlePage() {
  const { output } = await buildPage({
    root: join(root, 'simulator/console'),
    build: { outDir: join(dist, 'console'), emptyOutDir: false },
    logLevel: 'warn',
  });
  return output.filter(({ type }) => type === 'chunk');
}

/** The map that is shown under vehicles away from the bundled town. */
async function writeBasemap() {
  const { unwrapped } = await imported('simulator/console/map/meridian.ts');
  writeFileSync(join(dist, 'console/basemap.pmtiles'), keptBasemap(root, unwrapped));
}

/** Code that is not for Node alone must run in a browser: beside chunks of ours it may import `msw` alone. */
function refuseForeignImports(entry, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set([entry]);
  for (const name of reached) {
    const { imports = [], dynamicImports = [] } = byName.get(name) ?? {};
    for (const id of [...imports, ...dynamicImports]) {
      if (!byName.has(id) && !/^msw(\/|$)/.test(id))
        throw new Error(`dist/${entry} imports ${id} by dist/${name}: it would not run on every platform`);
      reached.add(id);
    }
  }
}

/** Answers with the folders of the packages whose declarations stand among ours. */
function writeDeclarations() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const config = join(import.meta.dirname, 'tsconfig.json');
  const types = join(dist, 'types');
  execFileSync(process.execPath, [tsc, '--project', config, '--outDir', types], { stdio: 'inherit' });
  const entries = Object.values({ ...portableEntries, ...forNode }).map((source) =>
    join(types, source.replace('.ts', '.d.ts')),
  );
  const { written, close } = startWriting({ root, types, config });
  for (const [file, text] of shaken(entries, written)) writeFileSync(file, text);
  close();
  return bringDeclarations({
    types,
    entries,
    packages: join(root, 'node_modules'),
    keep: /^((msw|vitest)(\/.*)?|node:.*)$/,
  });
}

/**
 * The declarations again for CommonJS, a line an entry. The compiler may say there that a module cannot be required: the
 * code beside it can.
 */
function declareCommonJs() {
  const { vitest, ...entries } = { ...portableEntries, ...forNode };
  for (const [name, source] of Object.entries(entries)) {
    const module = `../types/${source.replace(/\.ts$/, '.js')}`;
    writeFileSync(join(dist, `cjs/${name}.d.ts`), `// @ts-ignore\nexport * from '${module}';\n`);
  }
}

/** The JSON Schemas of profiles, fixtures and stories, for editors and for other languages. */
async function writeSchemas() {
  const { profileSchema } = await import(pathToFileURL(join(dist, 'lib/profile.js')).href);
  const { fixtureSchema } = await import(pathToFileURL(join(dist, 'lib/fixture.js')).href);
  const { storySchema } = await imported('scenarios/language/schema.ts');
  const { baselineSchema } = await imported('contracts/report/baseline-file.ts');
  for (const [name, schema] of Object.entries({
    profile: profileSchema,
    fixture: fixtureSchema,
    scenario: storySchema,
    baseline: baselineSchema,
  })) {
    if (!schema) throw new Error(`there is no schema for ${name}.schema.json`);
    writeFileSync(join(dist, `${name}.schema.json`), `${JSON.stringify(schema)}\n`);
  }
}

/** The public API of the default profile and the control API of a server in OpenAPI. */
async function writeDescriptions() {
  const { createSimulator } = await import(pathToFileURL(join(dist, 'lib/index.js')).href);
  const simulator = createSimulator();
  const reply = await simulator.fetch('/_control/openapi.json');
  simulator.stop();
  const { describeControl } = await imported('simulator/control/openapi.ts');
  const { definition } = await imported('simulator/control/schemas/index.ts');
  const control = describeControl(Object.keys(definition));
  for (const [name, described] of Object.entries({ openapi: await reply.json(), 'control-openapi': control }))
    writeFileSync(join(dist, `${name}.json`), `${JSON.stringify(described)}\n`);
}

/** A module of the sources that is not built for itself. */
async function imported(source) {
  const build = await rolldown({
    cwd: root,
    input: source,
    tsconfig: false,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    external: /^ajv/,
    plugins: [portable()],
  });
  const file = join(dist, 'imported.mjs');
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  const module = await import(`${pathToFileURL(file).href}?${source}`);
  rmSync(file);
  return module;
}

function portable() {
  return portablePackages(['node-cron']);
}

function copyScenarioData() {
  const data = readdirSync(join(root, 'scenarios'), { recursive: true }).filter((name) =>
    /\.(geojson|gpx|yaml)$/.test(name),
  );
  for (const name of data) cpSync(join(root, 'scenarios', name), join(dist, 'scenarios', name));
  cpSync(join(root, 'cli/exporting/locustfile.py'), join(dist, 'exporting/locustfile.py'));
}
