/** A page of another origin in a real browser, against the server: what it may read and what not. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeWindows, sharedChromium } from '../../browser/chromium.ts';
import { openPage, type Site, serveSite } from '../../browser/site.ts';
import { ECHO_DATE } from '../hosts/echo.ts';
import { serverUnderTest } from '../hosts/node-server.ts';

const at = serverUnderTest();
let browser: Browser;
let site: Site;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    sharedChromium(),
    serveSite(new URL('./blank-page.ts', import.meta.url)),
  ]);
  page = await openPage(browser, site);
});
afterAll(async () => {
  if (browser) await closeWindows(browser);
  await site?.close();
});

function fetchInPage(address: string, init: RequestInit = {}) {
  return page.evaluate(
    async ([address, init]) => {
      const reply = await fetch(address, init);
      return { status: reply.status, date: reply.headers.get('date'), text: await reply.text() };
    },
    [address, init] as const,
  );
}

test('a page may use the whole public API, token and all, and reads the simulated date', async () => {
  const reply = await fetchInPage(`${at.url}/api/groups/1`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer x', 'content-type': 'application/merge-patch+json' },
    body: '{}',
  });
  expect(reply).toMatchObject({ status: 200, date: ECHO_DATE });
  expect(at.echo.calls.map(({ method }) => method)).toEqual(['PATCH']);
});

test('a page that sends its credentials along may read the answer, too', async () => {
  const reply = await fetchInPage(`${at.url}/api/groups/1`, {
    credentials: 'include',
    headers: { authorization: 'Bearer x' },
  });
  expect(reply).toMatchObject({ status: 200, date: ECHO_DATE });
});

test('a page may read refusals as well', async () => {
  const reply = await fetchInPage(`${at.url}/x`, { method: 'POST', body: 'x'.repeat(5_000) });
  expect(reply.status).toBe(413);
});

test('a page can neither read the control API nor send it what needs a permission', async () => {
  await expect(fetchInPage(`${at.url}/_control/clock`)).rejects.toThrow('Failed to fetch');
  const advance = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
  await expect(fetchInPage(`${at.url}/_control/clock`, advance)).rejects.toThrow('Failed to fetch');
  expect(at.echo.calls.map(({ method }) => method)).toEqual(['GET', 'OPTIONS']);
  // The simulator refuses the first for its Origin: `handle` sees it.
  expect(at.echo.calls[0]?.headers.origin).toBe(new URL(site.url).origin);
});
