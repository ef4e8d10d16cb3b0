/** The map: what is on it, how the camera moves, and tiles of one's own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serve } from '../../command/roadtest.ts';
import { folder } from '../../command/started.ts';
import { expectStyled, flow, inMenu, open } from '../page.ts';
import { chosenOnMap, pictureAtRest, pictureOf, pmtiles, RED, vehicleOnMap, watchGround } from './drawn.ts';

/** A story of so many vans that drive about the town. */
const roaming = (count: number, timeline = '') => ({
  story: {
    file: 'roaming.yaml',
    text: `title: Roaming
clock: { start: 2026-03-16 08:00, for: 2h, timeZone: UTC, seed: 7 }
routes: { town: roaming }
fleet:
  van: { count: ${count}, drives: { route: town, dwell: 1m }, report: { moving: 5s, parked: 1m } }
${timeline}`,
  },
});

const middleOf = async (page: Page) => {
  const box = await page.locator('.map').boundingBox();
  if (!box) throw new Error('There is no map.');
  return { x: box.width / 2, y: box.height / 2 };
};
const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

const stateIn = (text: string): string => {
  if (text.startsWith('no signal')) return 'silent';
  if (text.startsWith('offline')) return 'offline';
  return text.endsWith('km/h') ? 'moving' : text;
};

export function mapFlows(): void {
  flow(
    'list, map and panel say the same of every vehicle, which go on with each picture while the clock runs',
    {
      world: roaming(8, 'timeline: [{ at: 5m, do: { deviceFaults: van-3, position: none } }]'),
      map: true,
      after: '?measure#device=dev-3',
      viewport: { width: 900, height: 420 },
    },
    async ({ page, held }) => {
      await held('POST /clock/advance', { by: 'PT10M' });
      await held('PUT /clock', { frozen: false, speed: 60 });
      await page.getByRole('button', { name: 'Show the whole fleet' }).click();
      // After half an hour the service says that it is offline.
      await expect.poll(() => page.locator('.device-row', { hasText: /no signal|offline/ }).count()).toBe(1);
      await page.waitForFunction(() => (window.roadtestDrawn?.().seen.length ?? 0) > 4);
      const before = await page.evaluate(() => window.roadtestDrawn?.());
      let [compared, silent] = [0, 0];
      for (let turn = 0; turn < 12; turn++) {
        const { rows, panel, seen } = await said(page);
        for (const [name, words] of rows) {
          const number = Number(/\d+/.exec(name)?.[0]);
          const drawn = seen.find((each) => each.number === number);
          if (drawn === undefined) continue;
          compared++;
          expect(stateIn(words), `${name}: ${words}`).toBe(drawn.state);
          if (number === 3) silent++;
          if (number === 3) expect(panel).toContain(words);
        }
      }
      expect(compared).toBeGreaterThan(48);
      expect(silent).toBeGreaterThan(0);
      const after = await page.evaluate(() => window.roadtestDrawn?.());
      const stepped = (after?.watched ?? 0) - (before?.watched ?? 0);
      expect(((after?.advanced ?? 0) - (before?.advanced ?? 0)) / stepped).toBeGreaterThan(0.9);

      const truth = page.getByRole('button', { name: /^True positions/ });
      await page.getByText('Layers').click();
      await truth.click();
      await page.getByText('True positions: more than the service knows').waitFor();
      await page.getByText('Layers').click();
      expect(await truth.getAttribute('aria-pressed')).toBe('true');
      await page.locator('.clock-face').click();
      await page.keyboard.press('Space');
      const drawn = () => page.evaluate(() => window.roadtestDrawn?.().pictures ?? 0);
      await expect
        .poll(async () => {
          const before = await drawn();
          await page.waitForTimeout(300);
          return (await drawn()) - before;
        })
        .toBe(0);
    },
  );

  flow(
    'chooses the vehicle that is clicked, follows it, and has ground in each frame however the camera moves',
    {
      world: roaming(1),
      map: true,
      after: '?measure',
      viewport: { width: 900, height: 400 },
    },
    async ({ page, held }) => {
      await held('POST /clock/advance', { by: 'PT5M' });
      const width = async () => (await page.locator('.map').boundingBox())?.width;
      const narrow = await width();
      await inMenu(page, 'Hide the panels');
      expect(await width()).toBe(900);
      await inMenu(page, 'Hide the panels');
      expect(await width()).toBe(narrow);
      await pictureAtRest(page);
      const at = await vehicleOnMap(page);
      await page.locator('.map').click({ position: at });
      await expect.poll(() => new URL(page.url()).hash).toContain('device=dev-1');
      await expect.poll(async () => apart(await chosenOnMap(page), at)).toBeLessThan(30);

      await page.waitForFunction(() => window.roadtestDrawn?.().ground);
      const leastShown = await watchGround(page);
      await page.getByRole('button', { name: 'Follow the chosen vehicle' }).click();
      const middle = await middleOf(page);
      const fromMiddle = async () => apart(await chosenOnMap(page), middle);
      await expect.poll(fromMiddle).toBeLessThan(20);
      await held('POST /clock/advance', { by: 'PT2M' });
      await expect.poll(fromMiddle).toBeLessThan(Math.hypot(middle.x, middle.y) / 2);
      const { left, top } = await page.locator('.map').evaluate((map) => map.getBoundingClientRect());
      const [x, y] = [left + middle.x, top + middle.y];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 0; step < 6; step++)
        await page.mouse.move(x + 150 * Math.sin(step), y + 80 * Math.sin(step / 2));
      await page.mouse.up();
      for (let turn = 0; turn < 2; turn++) await page.mouse.wheel(0, 240);
      await pictureAtRest(page);
      expect(await leastShown()).toBeGreaterThan(0.999);
    },
  );

  flow(
    'is moved by buttons and keys, finds a vehicle far away by its name, and shows the whole fleet again',
    {
      world: {
        fixture: {
          roadtest: 1,
          devices: [
            { name: 'Near', position: [48.137, 11.575] },
            { name: 'Nearer', position: [48.14, 11.58] },
            { name: 'Far away', position: [-33.86, 151.2] },
          ],
        },
      },
      map: true,
      colorScheme: 'dark',
      viewport: { width: 900, height: 400 },
    },
    async ({ page }) => {
      const tools = page.getByRole('toolbar', { name: 'Map view' });
      const changes = async (act: () => Promise<unknown>) => {
        const before = await pictureOf(page);
        await act();
        await expect.poll(() => pictureOf(page)).not.toBe(before);
      };
      const press = (name: string) => () => tools.getByRole('button', { name }).click();
      const whole = await pictureAtRest(page);
      await changes(press('Zoom in'));
      await changes(press('Zoom out'));
      await tools.getByRole('button', { name: 'Zoom in' }).focus();
      await page.keyboard.press('Shift+Tab');
      const ground = page.locator('.map-ground canvas');
      await expect.poll(() => ground.evaluate((element) => element === document.activeElement)).toBe(true);
      await changes(() => page.keyboard.press('ArrowLeft'));
      await changes(press('Show the whole fleet'));
      await expect.poll(() => pictureOf(page)).toBe(whole);
      await page.getByRole('searchbox', { name: 'Search devices' }).fill('far');
      await changes(() => page.keyboard.press('Enter'));
      await page.locator('.vehicle h2', { hasText: 'Far away' }).waitFor();
      // Away from the town, on coasts and towns of the package.
      await page.getByText('GeoNames').waitFor();

      const download = page.waitForEvent('download');
      await page.getByText('Layers').click();
      await page.getByRole('button', { name: 'Save the map as a picture' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(/^roadtest-.*2026-01-05T0800\.png$/);
      const bytes = readFileSync(await saved.path());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      // An empty picture is smaller by far.
      expect(bytes.length).toBeGreaterThan(10_000);
    },
  );

  it('takes map tiles from an address, again where they could not be fetched, or from a file, with a recorded drive on them', async () => {
    const tiles = 'http://127.0.0.1:1';
    const refused = new Set<string>();
    const fromAddress = await serve(['--frozen', '--tiles', `${tiles}/{z}/{x}/{y}.png`]);
    const before = (page: Page) =>
      page.route(`${tiles}/**`, (route) => {
        const tile = new URL(route.request().url()).pathname;
        expect(tile).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
        // Each is refused once, whenever it comes into view.
        if (!refused.has(tile)) return refused.add(tile) && route.abort();
        return route.fulfill({ contentType: 'image/png', body: RED });
      });
    const small = { map: true, viewport: { width: 700, height: 400 } };
    const shown = await open(`${new URL(fromAddress.baseUrl).origin}/_console/`, { ...small, before });
    await expect.poll(() => cornerOf(shown.page)).toEqual([255, 0, 0]);
    expect(shown.problems).toEqual([]);
    await fromAddress.stop();

    const file = join(folder, 'town.pmtiles');
    writeFileSync(file, pmtiles(RED));
    const track = join(folder, 'drive.gpx');
    writeFileSync(track, GPX);
    const fromFile = await serve(['--frozen', '--tiles', file, '--track', track]);
    const { page, problems } = await open(`${new URL(fromFile.baseUrl).origin}/_console/`, small);
    await expect.poll(() => cornerOf(page)).toEqual([255, 0, 0]);
    await page.locator('[data-speed]').first().waitFor({ state: 'attached' });
    await expectStyled(page);
    expect(await page.locator('.map-sources').textContent()).toContain('© OpenStreetMap');
    expect(problems).toEqual([]);
    await fromFile.stop();
  });
}

/** A drive that was recorded: a fix every ten seconds, to the north. */
const GPX = `<gpx version="1.1" creator="x"><trk><trkseg>${Array.from(
  { length: 30 },
  (_, index) =>
    `<trkpt lat="${48 + index / 1_000}" lon="11"><time>2026-03-02T08:0${Math.floor(index / 6)}:${index % 6}0Z</time></trkpt>`,
).join('')}</trkseg></trk></gpx>`;

/** The words of list and panel, and the vehicles on the map, in one picture. */
const said = (page: Page) =>
  page.evaluate(async () => {
    // The map has asked for the next picture by then, and draws before this is called.
    for (let turn = 0; turn < 2; turn++) await new Promise(requestAnimationFrame);
    return {
      rows: [...document.querySelectorAll('.device-row')].map((row) => [
        row.querySelector('.name')?.textContent ?? '',
        row.lastElementChild?.textContent ?? '',
      ]) as [string, string][],
      panel: document.querySelector('.vehicle .vehicle-head')?.textContent ?? '',
      seen: window.roadtestDrawn?.().seen ?? [],
    };
  });

/** The colour of the ground at a corner of the map. */
async function cornerOf(page: Page): Promise<number[]> {
  const picture = await page.locator('.map').screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(image.width - 20, image.height - 20, 1, 1).data ?? [])].slice(0, 3);
  }, picture.toString('base64'));
}
