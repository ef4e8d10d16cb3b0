/**
 * A real Chromium: the rows of each kind of call behind MSW's service worker, simulator and client both in a page; and what a
 * page of another origin may read of a server.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { closeWindows, sharedChromium } from '../../chromium.ts';
import { behaveOver, expectSameBytesOver, rowsAcross } from '../behaviour/index.ts';
import { ECHO_DATE, serverUnderTest } from '../hosts/echo.ts';
import type { Way } from '../ways.ts';
import { openPage, type Site, serveSite } from './site.ts';
import type { FleetPage } from './worker-page.ts';

declare const fleetPage: FleetPage; // in the page

let browser: Browser;
let sites: Site[] = [];
let page: Page;
let blank: Page;
beforeAll(async () => {
  browser = await sharedChromium();
  sites = await Promise.all(
    ['./worker-page.ts', './blank-page.ts'].map((path) => serveSite(new URL(path, import.meta.url))),
  );
  [page, blank] = (await Promise.all(sites.map((site) => openPage(browser, site)))) as [Page, Page];
});
afterAll(async () => {
  if (browser) await closeWindows(browser);
  for (const site of sites) await site.close();
});

const inPage = (address: string, init: RequestInit = {}) =>
  page.evaluate((call) => fleetPage.request(...call), [address, init] as const);

const serviceWorker: Way = {
  name: "MSW's service worker in Chromium",
  // The page is of another origin than the simulator, so the answer must name what it may see.
  adds: ['access-control-expose-headers'],
  async open(options) {
    const baseUrl = await page.evaluate(
      (given) => fleetPage.open(given as SimulatorOptions),
      options as object,
    );
    return { request: (method, target, init = {}) => inPage(baseUrl + target, { method, ...init }) };
  },
  closeAll: () => page.evaluate(() => fleetPage.closeAll()),
};

behaveOver(serviceWorker, rowsAcross);
expectSameBytesOver(serviceWorker);

describe("MSW's service worker in Chromium", () => {
  test('can be mounted under the origin of the page, where every header can be seen', async () => {
    const { status, headers } = await inPage('/fleet/api/devices?x=1');
    expect({ status, date: headers.date }).toEqual({ status: 401, date: ECHO_DATE });
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  });

  test('names the headers that a page of another origin may read', async () => {
    const { request } = await serviceWorker.open({});
    const { headers } = await request('GET', '/api/devices');
    expect(headers['access-control-expose-headers']).toMatch(/date/);
  });

  test('leaves other addresses to other handlers', async () => {
    expect(await inPage('https://other.test/x')).toMatchObject({ text: 'other' });
  });

  test('a stream is read as it is written', async () => {
    const first = page.evaluate(() => fleetPage.listen('/fleet/_control/events?since=0'));
    await inPage('/fleet/_control/devices', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await first).toMatch(/^(retry|id|event|data|:)/);
  });
});

describe('a page of another origin than a server', () => {
  const at = serverUnderTest();
  const fromPage = (path: string, init: RequestInit = {}) =>
    blank.evaluate(
      async ([address, init]) => {
        const reply = await fetch(address, init);
        return { status: reply.status, date: reply.headers.get('date') };
      },
      [at.url + path, init] as const,
    );

  test.each<RequestInit>([
    { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' }, body: '{}' },
    { credentials: 'include', headers: { authorization: 'Bearer x' } },
  ])('may use the whole public API and reads the simulated date: %j', async (init) => {
    expect(await fromPage('/api/groups/1', init)).toEqual({ status: 200, date: ECHO_DATE });
  });

  test('may read refusals as well', async () => {
    expect(await fromPage('/x', { method: 'POST', body: 'x'.repeat(5_000) })).toMatchObject({ status: 413 });
  });

  test('can neither read the control API nor send it what needs a permission', async () => {
    await expect(fromPage('/_control/clock')).rejects.toThrow('Failed to fetch');
    const advance = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
    await expect(fromPage('/_control/clock', advance)).rejects.toThrow('Failed to fetch');
    expect(at.echo.calls.map(({ method }) => method)).toEqual(['GET', 'OPTIONS']);
    // The simulator refuses the first for its Origin: `handle` sees it.
    expect(at.echo.calls[0]?.headers.origin).toBe(new URL(blank.url()).origin);
  });
});
