/** What a page that begins a simulator loads: the package as it is installed, bundled for a browser. Needs a build. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { installed, projectWithIt } from './installed.ts';

/** The code that is loaded before anything is asked of the simulator: the entry, and what it imports. */
async function loadedAtStart(input: string): Promise<string[]> {
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = new Map(output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])));
  const reached = new Set([output[0].fileName]);
  for (const name of reached) for (const other of chunks.get(name)?.imports ?? []) reached.add(other);
  return [...reached].map((name) => chunks.get(name)?.code ?? expect.fail(`${name} is not in the bundle`));
}

it('a simulator in a page is 160 kB at most to load, and holds no compiler of schemas', async () => {
  const page = join(await projectWithIt(), 'page.js');
  await writeFile(
    page,
    `import { createSimulator } from 'roadtest'; globalThis.simulator = createSimulator();`,
  );
  const code = await loadedAtStart(page);
  const sizes = code.map((text) => gzipSync(text, { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(160_000);
  expect(code.join('\n')).not.toMatch(/\bnew Function\b/);
});

it('the names of a fleet are those that the faker library as a whole would draw', async () => {
  const product = await installed();
  const built: { createSimulator: typeof createSimulator } = await import(
    pathToFileURL(product.path('dist/lib/index.js')).href
  );
  const namesOf = (create: typeof createSimulator, seed: number) => {
    const { fleet } = create({ seed, devices: 200, groups: 60, users: 300 });
    const devices = Array.from({ length: 200 }, (_, index) => fleet.devices.get(index + 1));
    expect(devices).not.toContain(undefined);
    return { devices, groups: fleet.groups.list(), users: fleet.users.list() };
  };
  for (const seed of [1, 7, 4711, 90210])
    expect(namesOf(built.createSimulator, seed)).toEqual(namesOf(createSimulator, seed));
});
