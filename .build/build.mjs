/**
 * Builds the package into dist/:
 *
 *   lib/    what programs import: runs on any platform; every dependency is inside but the peer `msw`
 *   bin/    the `roadtest` command, `roadtest/node`, and `roadtest/vitest` but for the peer `vitest`; they take
 *           the simulator from lib/
 *   types/  declarations of the public entries
 *   console/ the live page, built by Vite (simulator/console/vite.config.ts)
 *   scenarios/ (data files), profile.schema.json, scenario.schema.json, THIRD-PARTY-NOTICES.txt
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { build as buildPage } from 'vite';
import { generate } from './generate.mjs';
import { bundledIn, noticesOf } from './notices.mjs';
import { bringDeclarations } from './types.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Public entries: the name of the built file and its source. */
const libEntries = {
  index: 'simulator/index.ts',
  msw: 'simulator/hosts/msw.ts',
  profile: 'contracts/profile/index.ts',
  specification: 'contracts/specification/index.ts',
};
const binEntries = {
  roadtest: 'cli/main.ts',
  node: 'simulator/hosts/node.ts',
  vitest: 'contracts/vitest/index.ts',
};

/** What Fastify loads when it has schemas, writes a log, or is called without a socket: it never does here. */
const unreached = {
  '@fastify/ajv-compiler': false,
  '@fastify/fast-json-stringify-compiler': false,
  'light-my-request': false,
  pino: false,
};

generate();
rmSync(dist, { recursive: true, force: true });
const lib = await bundle(libEntries, {
  dir: 'lib',
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  external: /^msw(\/|$)/,
});
refuseForeignImports(lib);
const bin = await bundle(binEntries, {
  dir: 'bin',
  platform: 'node',
  plugins: [libraryFrom('../lib')],
  resolve: { alias: unreached },
  external: /^vitest$/,
  // So that whoever takes the parser out of yargs does not load the rest.
  treeshake: { moduleSideEffects: [{ test: /node_modules\/yargs\//, sideEffects: false }] },
});
chmodSync(join(dist, 'bin/roadtest.js'), 0o755);
const page = await bundlePage();
const typedBy = writeDeclarations();
await writeSchemas();
copyScenarioData();
writeFileSync(
  join(dist, 'THIRD-PARTY-NOTICES.txt'),
  noticesOf([...bundledIn([...lib, ...bin, ...page]), ...typedBy]),
);

/** Bundles entries as ES modules with shared chunks; answers with the chunks. */
async function bundle(entries, { dir, ...options }) {
  const build = await rolldown({ cwd: root, input: entries, tsconfig: false, ...options });
  const { output } = await build.write({
    dir: join(dist, dir),
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: false },
    // Less to parse at every start; names stay, so that a stack trace can still be read.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
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

/** Leaves imports of the public entries as imports of the built library: built once, loaded once. */
function libraryFrom(path) {
  const built = new Map(
    Object.entries(libEntries).map(([name, source]) => [join(root, source), `${path}/${name}.js`]),
  );
  return {
    name: 'library',
    async resolveId(source, importer, options) {
      if (!importer) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const id = resolved && built.get(resolved.id);
      return id ? { id, external: true } : null;
    },
  };
}

/** The library has to run in a browser: beside its own chunks it may import `msw` alone. */
function refuseForeignImports(chunks) {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const foreign = [...imports, ...dynamicImports].filter((id) => !own.has(id) && !/^msw(\/|$)/.test(id));
    if (foreign.length > 0)
      throw new Error(`dist/lib/${fileName} imports ${foreign.join(', ')}: not for every platform`);
  }
}

/** Answers with the folders of the packages whose declarations stand among ours. */
function writeDeclarations() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--project', join(import.meta.dirname, 'tsconfig.json')], {
    stdio: 'inherit',
  });
  const types = join(dist, 'types');
  const entries = [...Object.values(libEntries), binEntries.node, binEntries.vitest].map((source) =>
    join(types, source.replace('.ts', '.d.ts')),
  );
  return bringDeclarations({ types, entries, packages: join(root, 'node_modules'), keep: /^(msw|node:.*)$/ });
}

/** The JSON Schemas of profiles and of stories, for editors and for other languages. */
async function writeSchemas() {
  const { profileSchema } = await import(pathToFileURL(join(dist, 'lib/profile.js')).href);
  const { storySchema } = await imported('scenarios/language/schema/index.ts');
  for (const [name, schema] of Object.entries({ profile: profileSchema, scenario: storySchema })) {
    if (!schema) throw new Error(`there is no schema for ${name}.schema.json`);
    writeFileSync(join(dist, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** A module of the sources that is not built for itself. */
async function imported(source) {
  const build = await rolldown({ cwd: root, input: source, tsconfig: false });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

function copyScenarioData() {
  const data = readdirSync(join(root, 'scenarios'), { recursive: true }).filter((name) =>
    /\.(geojson|gpx|yaml)$/.test(name),
  );
  for (const name of data) cpSync(join(root, 'scenarios', name), join(dist, 'scenarios', name));
}
