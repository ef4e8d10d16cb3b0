/**
 * The live page as people see it: one browser, one server of the command, and a world of its own for each flow. What the
 * page complains about (an exception, an error in its console, something that its policy forbids) fails a flow, and so
 * does a class on an element that no style of the page knows.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { PATIENCE, sharedChromium } from '../chromium.ts';
import { type Answer, type Service, serve } from '../command/roadtest.ts';
import { endWithFile } from '../command/started.ts';

/** A world as it was made, and its control API. */
export interface World {
  pageUrl: string;
  baseUrl: string;
  userName: string;
  apiKey: string;
  /** Calls the control API, as in `PUT /clock`; fails where that refuses. */
  control<T = { [fact: string]: unknown }>(call: string, body?: object): Promise<T>;
}

export interface Opening extends BrowserContextOptions {
  /** Tells whether the browser draws the map, which is most of the work of a page. Default: it cannot. */
  map?: boolean;
  /** The end of the page's address, such as `#device=3` or `?measure`. */
  after?: string;
  /** Done before the page is called. */
  before?: (page: Page) => Promise<unknown>;
  /** Settles once the page can be used. Default: when it hears the server. */
  until?: (page: Page) => Promise<unknown>;
}

export interface Opened {
  page: Page;
  /** The problems on the page so far, in words. */
  problems: string[];
}

export interface Flow extends Opened {
  world: World;
  /** Opens a panel by the name on its tab, or in the menu of the page. */
  panel(name: string): Promise<void>;
  /** The answer of the world's control API, asked for beside the page. */
  held: World['control'];
}

let served: Promise<Service> | undefined;

/** The server of all flows. */
export function theServer(): Promise<Service> {
  served ??= serve(['--frozen']);
  endWithFile(() => {
    served = undefined;
  });
  return served;
}

let worlds = 0;

/** A new world on the server: with a story, a fixture, or so many devices. */
export async function newWorld(beginning: object = {}): Promise<World> {
  const { control } = await theServer();
  const made = await control<World & { controlUrl: string }>('POST', '/worlds', {
    name: `flow-${++worlds}`,
    ...beginning,
  });
  if (made.status >= 400) throw new Error(JSON.stringify(made.body));
  const { pageUrl, controlUrl } = made.body;
  return { ...made.body, pageUrl: `${pageUrl}_console/`, control: controlOf(controlUrl) };
}

/** The control API at an address. */
export function controlOf(controlUrl: string, token?: string): World['control'] {
  return async <T>(call: string, body?: object) => {
    const [method = '', path = ''] = call.split(' ');
    const reply = await fetch(controlUrl + path, {
      method,
      headers: token === undefined ? {} : { 'x-control-token': token },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${call}: ${text}`);
    return JSON.parse(text) as T;
  };
}

/** A client of the public API of a world, without a token until it signs in. */
export function clientOf({ baseUrl, userName, apiKey }: Pick<World, 'baseUrl' | 'userName' | 'apiKey'>) {
  let token = '';
  const call = async <T = unknown>(method: string, path: string, body?: object): Promise<Answer<T>> => {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json().catch(() => undefined)) as T };
  };
  return {
    call,
    async signIn(key = apiKey): Promise<number> {
      const { status, body } = await call<{ token?: string } | undefined>('POST', '/api/Auth/Token', {
        userName,
        apiKey: key,
      });
      if (body?.token) token = body.token;
      return status;
    },
  };
}

/** Acts of a person on the page of a world of their own, from its opening on. */
export function flow(
  title: string,
  { world: beginning, ...opening }: Opening & { world?: object },
  act: (flow: Flow) => Promise<unknown>,
): void {
  it(title, async () => {
    const world = await newWorld(beginning);
    const { page, problems } = await open(world.pageUrl, opening);
    const panel = (name: string) => openPanel(page, name);
    await act({ page, problems, world, panel, held: world.control });
    expect(problems, 'problems on the page').toEqual([]);
    await expectStyled(page);
  });
}

/** Opens a panel by the name on its tab, or in the menu of the page. */
export async function openPanel(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.count()) > 0) return tab.first().click();
  await inMenu(page, name);
  await tab.first().waitFor();
}

/** Presses an entry of the menu of the page. */
export async function inMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('.shell-top .menu > summary', { hasText: 'Menu' }).click();
  await page.getByRole('toolbar', { name: 'Menu' }).getByRole('button', { name }).click();
}

const VIEWPORT = { width: 1280, height: 800 };

/** The windows of the browser, with the map and without: a page that is called again is loaded in a third of the time. */
const windows = new Map<boolean, Promise<Window>>();

interface Window {
  context: BrowserContext;
  problems: string[];
  /** The tabs that were opened here, and those of them that no test uses; others were opened by links. */
  tabs: Set<Page>;
  idle: Page[];
}

async function openWindow(map: boolean, options: BrowserContextOptions): Promise<Window> {
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options });
  if (!map) await context.addInitScript(withoutMap);
  await context.addInitScript(noteClasses);
  return { context, problems: problemsOf(context), tabs: new Set(), idle: [] };
}

function sharedWindow(map: boolean): Promise<Window> {
  const known = windows.get(map);
  if (known !== undefined) return known;
  const window = openWindow(map, { permissions: ['clipboard-read', 'clipboard-write'] });
  windows.set(map, window);
  endWithFile(async () => {
    windows.delete(map);
    await (await window).context.close();
  });
  return window;
}

/** Opens the page in a tab, which is as new after the test. */
export async function open(
  url: string,
  { map = false, after = '', before, until = isLive, viewport = VIEWPORT, ...options }: Opening = {},
): Promise<Opened> {
  const isOwn = before !== undefined || Object.keys(options).length > 0;
  const { context, problems, tabs, idle } = await (isOwn ? openWindow(map, options) : sharedWindow(map));
  const page = idle.pop() ?? (await context.newPage());
  page.setDefaultTimeout(PATIENCE);
  tabs.add(page);
  onTestFinished(async () => {
    if (isOwn) return context.close();
    for (const other of context.pages()) if (!tabs.has(other)) await other.close();
    problems.length = 0;
    await page.evaluate(() => [localStorage, sessionStorage].map((kept) => kept.clear()));
    await page.goto('about:blank');
    idle.push(page);
  });
  await page.setViewportSize(viewport ?? VIEWPORT);
  await before?.(page);
  await page.goto(url + after);
  await until(page);
  return { page, problems };
}

export const isLive = (page: Page) => page.locator('.shell[data-connection="live"]').waitFor();

/** Complaints of its pages from now on. */
function problemsOf(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => {
    // The page shows a refusal where it belongs; the browser notes it all the same.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(message.text());
  });
  return problems;
}

/** Runs in the page: a browser that cannot draw the map. */
function withoutMap(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d');
  } as typeof getContext;
}

/** Runs in the page: keeps the classes of all elements that there are or were. */
function noteClasses(): void {
  const classes = new Set<string>();
  Object.assign(window, { roadtestClasses: classes });
  const note = (node: Node) => {
    if (node instanceof Element) for (const name of node.classList) classes.add(name);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      note(target);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const each of [node, ...node.querySelectorAll('[class]')]) note(each);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}

/** Classes of places and states that need no look of their own, and those of the map's library. */
const HOOKS =
  /^(alert|axis|curve|done|entry|facts-line|info|lost|name|next|objective|open|past|trainee|vehicle-head)$|^maplibregl/;

/** The classes that elements of flows had, and those that styles of the page name. */
export const classes = { had: new Set<string>(), named: new Set<string>() };

/** Holds the classes of the page's elements against its styles. */
export async function expectStyled(page: Page): Promise<void> {
  const { had, named } = await page.evaluate(() => {
    const named = new Set<string>();
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        const { selectorText = '', cssRules } = rule as CSSStyleRule;
        for (const [, name = ''] of selectorText.matchAll(/\.(-?[_a-z][\w-]*)/gi)) named.add(name);
        if (cssRules) read(cssRules);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    const { roadtestClasses } = window as unknown as { roadtestClasses: Set<string> };
    return { had: [...roadtestClasses], named: [...named] };
  });
  for (const name of had) classes.had.add(name);
  for (const name of named) classes.named.add(name);
  expect(
    had.filter((name) => !named.includes(name) && !HOOKS.test(name)),
    'classes without a style',
  ).toEqual([]);
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

/** Takes a picture for the documents, where they are asked for. */
export async function picture(page: Page, name: string, width: number, height: number): Promise<void> {
  const folder = process.env.ROADTEST_PICTURES;
  if (folder === undefined) return;
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The moment that the page's clock shows, in milliseconds since 1970 UTC. */
export async function shownMoment(page: Page): Promise<number> {
  return Number(await page.locator('.clock-face').getAttribute('data-at'));
}
