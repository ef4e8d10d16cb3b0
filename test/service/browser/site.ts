/**
 * A page of our own on the loopback address: one script, bundled for the browser when the test runs,
 * and beside it the service worker script of MSW, which must be served by the page's own origin.
 */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { PATIENCE } from '../../chromium.ts';

export interface Site {
  /** Address of the page. */
  url: string;
  close(): Promise<void>;
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/page.js"></script>';

/** Serves a page that runs the script at `entry`. */
export async function serveSite(entry: URL): Promise<Site> {
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const files: { readonly [path: string]: { type: string; content: string } } = {
    '/': { type: 'text/html', content: PAGE },
    '/page.js': { type: 'text/javascript', content: await bundle(entry) },
    '/mockServiceWorker.js': { type: 'text/javascript', content: await readFile(worker, 'utf8') },
  };
  const server = createServer((req, res) => {
    const file = files[req.url ?? ''];
    res.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    res.end(file?.content ?? 'There is nothing here.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bundle(entry: URL): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(entry),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"test"' } },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/**
 * Opens the site in a page of its own and waits until its script has set `document.title` to `ready`.
 * An error of the script fails the test.
 */
export async function openPage(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(site.url);
  await Promise.race([page.waitForFunction(() => document.title === 'ready'), failed]);
  failed.catch(() => {});
  return page;
}
