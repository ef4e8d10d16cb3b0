import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { circlingFleet } from './fleet.ts';
import { openConsole, serveConsole, shownVehicles, waitForVehicles } from './page.ts';

describe('the map', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it('shows vehicles that move while the clock runs, and stand while it stands', async () => {
    const simulator = circlingFleet({ frozen: false, speed: 20 });
    const server = await serveConsole(simulator);
    const { page, problems } = await openConsole(browser, server);
    await waitForVehicles(page);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: 'test/artefacts/map.png' });
    const first = await shownVehicles(page);
    await page.waitForTimeout(300);
    expect((await shownVehicles(page)).picture).not.toBe(first.picture);
    expect(problems).toEqual([]);
    await server.close();
    simulator.stop();
  });
});
