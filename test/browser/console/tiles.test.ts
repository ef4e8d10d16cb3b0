import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { circlingFleet } from './fleet.ts';
import { openConsole, serveConsole, waitForVehicles } from './page.ts';

const inTurn = turns(3);

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

/** A single red pixel. */
const RED = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

describe('map tiles of the user', () => {
  it.runIf(inTurn())('are taken from an address', async () => {
    const asked: string[] = [];
    const tiles = createServer((req, res) => {
      asked.push(req.url ?? '');
      res.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(RED);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => tiles.once('listening', resolve));
    onTestFinished(() => void tiles.close());
    const { port } = tiles.address() as AddressInfo;
    const { colour, problems } = await shown({ url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` });
    expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
    expect(colour).toEqual([255, 0, 0]);
    expect(problems).toEqual([]);
  });

  it.runIf(inTurn())('that could not be fetched are fetched again', async () => {
    const tiles = 'http://127.0.0.1:1';
    const [refused, fetched] = [new Set<string>(), new Set<string>()];
    const simulator = circlingFleet({ devices: 2 });
    const server = await serveConsole(simulator, 0, { url: `${tiles}/{z}/{x}/{y}.png` });
    const { problems, close } = await openConsole(browser, server, {
      before: (page) =>
        page.route(`${tiles}/**`, (route) => {
          const tile = route.request().url();
          // Each is refused once, whenever it comes into view.
          if (!refused.has(tile)) return refused.add(tile) && route.abort();
          fetched.add(tile);
          return route.fulfill({ contentType: 'image/png', body: RED });
        }),
    });
    onTestFinished(async () => {
      await close();
      await server.close();
      simulator.stop();
    });
    await expect.poll(() => fetched.size).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it.runIf(inTurn())('are read from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'roadtest-tiles-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'town.pmtiles');
    await writeFile(file, pmtiles(RED));
    const { colour, sources, problems } = await shown({ file });
    expect(sources).toBe('© OpenStreetMap');
    expect(colour).toEqual([255, 0, 0]);
    expect(problems).toEqual([]);
  });
});

/** The look of the ground at a corner of the map once the tiles have come. */
async function shown(tiles: { url: string } | { file: string }) {
  const simulator = circlingFleet({ devices: 2 });
  const server = await serveConsole(simulator, 0, tiles);
  const { page, problems, close } = await openConsole(browser, server, { after: '?measure' });
  onTestFinished(async () => {
    await close();
    await server.close();
    simulator.stop();
  });
  await waitForVehicles(page);
  await page.waitForFunction(() => window.roadtestFrames?.().ground);
  const picture = await page.locator('.map').screenshot();
  const colour = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(image.width - 20, image.height - 20, 1, 1).data ?? [])].slice(0, 3);
  }, picture.toString('base64'));
  const sources = await page.locator('.map-sources').allTextContents();
  return { colour, sources: sources.join(), problems };
}

/** A file of tiles (PMTiles, version 3) with one picture for the whole world. */
function pmtiles(picture: Buffer): Buffer {
  const HEADER = 127;
  // One entry: number, first id, run, length, place and one.
  const directory = Buffer.from([1, 0, 1, picture.length, 1]);
  const metadata = Buffer.from(
    '{"attribution":"<a href=\\"https://osm.example\\">&copy; OpenStreetMap</a>"}',
  );
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const data = HEADER + directory.length + metadata.length;
  const numbers = [
    HEADER,
    directory.length,
    HEADER + directory.length,
    metadata.length,
    data,
    0,
    data,
    picture.length,
    1,
    1,
    1,
  ];
  numbers.forEach((number, index) => {
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  });
  // Clustered, nothing compressed, pictures in PNG, only zoom 0.
  header.set([1, 1, 1, 2, 0, 0], 96);
  [-180, -85, 180, 85].forEach((degrees, index) => {
    header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  });
  return Buffer.concat([header, directory, metadata, picture]);
}
