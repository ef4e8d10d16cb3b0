/** A page of the bench: the browser, and a served story of any number of vehicles. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { pathOf, ROADTEST, startServer } from './measure.mjs';

export const VIEW = { viewport: { width: 1440, height: 900 } };

/** Serves the story of the rush hour with so many vehicles, and for longer. */
export async function served(vehicles, { speed, lasts = '300h' }) {
  const { file, remove } = longStory(vehicles, lasts);
  const options = ['--port', '0', '--json', '--scenario', file, '--speed', String(speed)];
  const service = await startServer([ROADTEST, 'serve', ...options]);
  return {
    ...service,
    origin: new URL(service.baseUrl).origin,
    async stop() {
      await service.stop();
      remove();
    },
  };
}

function longStory(vehicles, lasts) {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-bench-'));
  const shipped = readFileSync(pathOf('scenarios/library/rush-hour.yaml'), 'utf8');
  const [told] = shipped.split(/^timeline:/m);
  const text = told
    .replace(/count: (\d+)/g, (_, count) => `count: ${(Number(count) * vehicles) / 10_000}`)
    .replace(/for: \w+/, `for: ${lasts}`);
  const file = join(folder, 'long.yaml');
  writeFileSync(file, `${text}timeline:\n  - { at: start, chapter: All day }\n`);
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

/** The browser of the tests, whose start is written in TypeScript. */
export async function launch() {
  const folder = pathOf('out/bench/');
  mkdirSync(folder, { recursive: true });
  const build = await rolldown({
    input: pathOf('test/browser/chromium.ts'),
    platform: 'node',
    external: /^[^./]/,
  });
  const { output } = await build.write({ dir: folder, entryFileNames: '[name].mjs' });
  await build.close();
  const { launchChromium } = await import(pathToFileURL(join(folder, output[0].fileName)).href);
  return launchChromium();
}
