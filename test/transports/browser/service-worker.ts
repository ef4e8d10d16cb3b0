/** MSW's service worker in a real Chromium: simulator and client both run in a page. */
import type { Browser, Page } from 'playwright-core';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { closeWindows, sharedChromium } from '../../browser/chromium.ts';
import { openPage, type Site, serveSite } from '../../browser/site.ts';
import type { Transport } from '../transport.ts';
import type { FleetPage } from './service-worker-page.ts';

declare const fleetPage: FleetPage; // in the page

export function serviceWorker(): Transport {
  let browser: Browser;
  let site: Site;
  let page: Page;
  return {
    name: "MSW's service worker in Chromium",
    // The page is of another origin than the simulator, so the answer must name what it may see.
    adds: ['access-control-expose-headers'],
    async start() {
      const entry = new URL('./service-worker-page.ts', import.meta.url);
      [browser, site] = await Promise.all([sharedChromium(), serveSite(entry)]);
      page = await openPage(browser, site);
    },
    async stop() {
      if (browser) await closeWindows(browser);
      await site?.close();
    },
    async open(options: SimulatorOptions) {
      const baseUrl = await page.evaluate(
        (given) => fleetPage.open(given as SimulatorOptions),
        options as object,
      );
      return {
        request: (method, target, init = {}) =>
          page.evaluate((call) => fleetPage.request(...call), [
            baseUrl + target,
            { method, ...init },
          ] as const),
      };
    },
    closeAll: () => page.evaluate(() => fleetPage.closeAll()),
  };
}
