/**
 * The live page as people see it: the built page, a real server, a real browser. Whatever the page complains about
 * (an exception, an error in its console, something that its policy forbids) is kept, so that a test can ask.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Served } from '../../../simulator/hosts/exchange.ts';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createPages, type PagesOptions } from '../../../simulator/hosts/pages.ts';
import { PATIENCE } from '../chromium.ts';

const folder = fileURLToPath(new URL('../../../dist/console/', import.meta.url));

/** Serves a simulator, or a stage, together with the built page; port 0 takes a free one. */
export async function serveConsole(
  served: Served,
  port = 0,
  tiles?: NonNullable<PagesOptions['tiles']>,
): Promise<Server> {
  if (!existsSync(folder)) throw new Error('The page has not been built: npm run build does it.');
  return serve(served, {
    port,
    grace: 0,
    pages: createPages({ folder, servedUnder: () => true, ...(tiles && { tiles }) }),
  });
}

export interface OpenOptions extends BrowserContextOptions {
  /** The end of the page's address, such as `#device=3` or `?measure`. */
  after?: string;
  /** Done before the page is called. */
  before?: (page: Page) => Promise<unknown>;
}

export interface Console {
  page: Page;
  /** The problems on the page so far, in words. */
  problems: string[];
  close(): Promise<void>;
}

/** Opens the page in a window of its own, and waits until it hears the server. */
export async function openConsole(
  browser: Browser,
  server: Pick<Server, 'url'>,
  { after = '', before, ...options }: OpenOptions = {},
): Promise<Console> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // The page shows a refusal where it belongs; the browser notes it all the same.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(message.text());
  });
  await before?.(page);
  await page.goto(`${server.url}/_console/${after}`);
  await page.locator('.shell[data-connection="live"]').waitFor();
  return { page, problems, close: () => context.close() };
}

/** Before a page is called: a browser that cannot draw the map, which is most of the work of a page. */
export function withoutMap(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d');
    } as typeof getContext;
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on a page as it is, by all its rules or by some, a line for each. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the browser's own debugger: the page's policy lets no foreign script in.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Telling of what it found in order takes axe longer than looking.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as {
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  };
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** The map of a page, reported in numbers: what its canvases show. */
export interface Shown {
  /** Pixels of vehicles that are not empty. */
  inked: number;
  /** Changes whenever a vehicle is drawn elsewhere. */
  picture: string;
}

/** The present picture on the vehicles' canvas. */
export function shownVehicles(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-layer="vehicles"]');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return { inked: 0, picture: '' };
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    let sum = 0;
    for (let index = 3; index < data.length; index += 4) {
      if ((data[index] as number) === 0) continue;
      inked++;
      sum = (Math.imul(sum, 31) + index) | 0;
    }
    return { inked, picture: String(sum) };
  });
}

/** Watches the ground from now on; returns a function that gives the least share of the view that its picture covered in a frame. */
export async function watchGround(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const watch = { least: 1 };
    const look = () => {
      requestAnimationFrame(look);
      const view = document.querySelector('.map')?.getBoundingClientRect();
      const ground = document.querySelector('.map-ground canvas')?.getBoundingClientRect();
      if (!view || !ground) return;
      const width = Math.min(view.right, ground.right) - Math.max(view.left, ground.left);
      const height = Math.min(view.bottom, ground.bottom) - Math.max(view.top, ground.top);
      const share = (Math.max(0, width) * Math.max(0, height)) / (view.width * view.height);
      watch.least = Math.min(watch.least, share);
    };
    look();
    return watch;
  });
  return () => watch.evaluate(({ least }) => least);
}

/** Waits until the map shows vehicles. */
export async function waitForVehicles(page: Page): Promise<Shown> {
  for (;;) {
    const shown = await shownVehicles(page);
    if (shown.inked > 0) return shown;
    await page.waitForTimeout(50);
  }
}

/** Colours of the light map, as red, green and blue: a moving vehicle, and the ring around the chosen one. */
const COLOURS = { vehicle: [0, 114, 178], chosen: [17, 28, 38] } as const;

/** The middle of all moving vehicles that the map shows, in its CSS pixels. */
export const vehicleOnMap = (page: Page) => middleOfColour(page, COLOURS.vehicle);

/** The middle of the ring around the chosen vehicle, in CSS pixels of the map; NaN where there is none. */
export const chosenOnMap = (page: Page) => middleOfColour(page, COLOURS.chosen);

function middleOfColour(page: Page, colour: readonly number[]): Promise<{ x: number; y: number }> {
  return page.evaluate(([red, green, blue]) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-layer="vehicles"]');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return { x: Number.NaN, y: Number.NaN };
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [x, y, count] = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue || data[at + 3] !== 255)
        continue;
      x += (at / 4) % width;
      y += Math.floor(at / 4 / width);
      count++;
    }
    const ratio = canvas.width / canvas.clientWidth;
    return { x: x / count / ratio, y: y / count / ratio };
  }, colour);
}
