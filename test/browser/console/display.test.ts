/** The units that a person chooses, and the map as a picture. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../../../cli/serving/start.ts';
import { testIo } from '../../command/world.ts';
import { sharedChromium } from '../chromium.ts';
import { axeViolations, type OpenOptions, openConsole, waitForVehicles, withoutMap } from './page.ts';
import { held } from './staged.ts';

async function coldChain(options: OpenOptions) {
  const running = await start({ port: 0, host: '127.0.0.1', frozen: true, scenario: 'cold-chain' }, testIo());
  onTestFinished(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const opened = await openConsole(await sharedChromium(), running.server, options);
  onTestFinished(opened.close);
  await held(running.server, '/clock/advance', { method: 'POST', body: '{"by":"PT7M30S"}' });
  return opened;
}

it('shows speeds, distances and temperatures in the units that were chosen, and keeps them', async () => {
  const { page } = await coldChain({ before: withoutMap });
  const tile = (label: string) => page.locator('.tile', { hasText: label });
  await expect.poll(() => tile('Speed').textContent()).toMatch(/^Speed[1-9]\d km\/h$/);
  const speed = Number(/\d+/.exec((await tile('Speed').textContent()) ?? '')?.[0]);
  await page.getByRole('button', { name: 'Units' }).click();
  await page.getByRole('button', { name: 'mph' }).click();
  await page.getByRole('button', { name: '°F' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => tile('Speed').textContent()).toMatch(/^Speed\d+ mph$/);
  const shown = Number(/\d+/.exec((await tile('Speed').textContent()) ?? '')?.[0]);
  expect(Math.abs(shown - speed / 1.609)).toBeLessThan(1);
  await expect.poll(() => tile('Odometer').textContent(), { timeout: 20_000 }).toMatch(/ mi$/);
  expect(await page.locator('.device-row').textContent()).toMatch(/\d+ mph$/);
  expect(await page.locator('.curve[data-fact="temperature"]').textContent()).toContain('limit: above 5 °F');
  expect(await page.locator('.facts dd').first().textContent()).toBe('-4 °F');
  await page.reload();
  await expect.poll(() => tile('Speed').textContent()).toMatch(/ mph$/);
});

it('saves the map as a picture, with its ground, its vehicles and its sources', async () => {
  const { page, problems } = await coldChain({ after: '?measure' });
  await waitForVehicles(page);
  await page.waitForFunction(() => window.roadtestFrames?.().ground);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the map as a picture' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('roadtest-cold-chain-2026-03-13T0437.png');
  const bytes = readFileSync(await saved.path());
  const width = await page
    .locator('canvas[data-layer="vehicles"]')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(width);
  // An empty picture is smaller by far.
  expect(bytes.length).toBeGreaterThan(20_000);
  expect(problems).toEqual([]);
});
