import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeWindows, sharedChromium } from '../../browser/chromium.ts';
import { openPage, type Site, serveSite } from '../../browser/site.ts';
import { BODY_LIMIT, ECHO_DATE } from '../hosts/echo.ts';

let browser: Browser;
let site: Site;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    sharedChromium(),
    serveSite(new URL('./worker-page.ts', import.meta.url)),
  ]);
  page = await openPage(browser, site);
});
afterAll(async () => {
  if (browser) await closeWindows(browser);
  await site?.close();
});

/** `fetch` as the code of the page would call it. */
function fetchInPage(address: string, init: RequestInit = {}) {
  return page.evaluate(
    async ([address, init]) => {
      const reply = await fetch(address, init);
      return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
    },
    [address, init] as const,
  );
}

describe("MSW's service worker in Chromium", () => {
  test('answers the fetch of a page, method, path, query, headers and body', async () => {
    const reply = await fetchInPage('https://roadtest.test/api/groups?limit=2', {
      method: 'PATCH',
      headers: { authorization: 'Bearer x', 'content-type': 'application/merge-patch+json' },
      body: '{"name":"ü 🚚"}',
    });
    expect(JSON.parse(reply.text)).toEqual({
      method: 'PATCH',
      target: '/api/groups?limit=2',
      body: '{"name":"ü 🚚"}',
      unread: null,
    });
  });

  test('shows all headers of the reply, the simulated date too, although the address is of another origin', async () => {
    const reply = await fetchInPage('https://roadtest.test/x');
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', date: ECHO_DATE });
  });

  test('can be mounted under the origin of the page', async () => {
    const reply = await fetchInPage('/fleet/api/devices?x=1');
    expect(JSON.parse(reply.text)).toMatchObject({ target: '/api/devices?x=1' });
    expect(reply.headers).toMatchObject({ date: ECHO_DATE });
    expect(reply.headers).not.toHaveProperty('access-control-expose-headers');
  });

  test('leaves other addresses to other handlers', async () => {
    expect((await fetchInPage('https://other.test/x')).text).toBe('other');
  });

  test('an empty answer, HEAD and an oversized body', async () => {
    expect(await fetchInPage('https://roadtest.test/empty')).toMatchObject({ status: 204, text: '' });
    expect(await fetchInPage('https://roadtest.test/x', { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    });
    const over = await fetchInPage('https://roadtest.test/x', {
      method: 'POST',
      body: 'x'.repeat(BODY_LIMIT + 1),
    });
    expect(over.status).toBe(413);
  });

  test('a dropped connection fails as one does', async () => {
    await expect(fetchInPage('https://roadtest.test/drop')).rejects.toThrow('Failed to fetch');
  });

  test('a stream is read as it is written and stops being fed when the reader cancels', async () => {
    const first = await page.evaluate(async () => {
      const reader = (await fetch('https://roadtest.test/events')).body?.getReader();
      const chunk = await reader?.read();
      await reader?.cancel();
      return new TextDecoder().decode(chunk?.value);
    });
    expect(first).toBe('data: hello\n\n');
    await expect.poll(async () => (await fetchInPage('https://roadtest.test/stopped')).text).toBe('true');
  });
});
