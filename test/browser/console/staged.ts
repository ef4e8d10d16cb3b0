/**
 * A stage with the live page on it, for tests of the panels: a fleet that drives, a short story, and what the
 * server holds, asked for beside the page.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createStage, type Stage, type StageOptions } from '../../../scenarios/player/stage/stage.ts';
import type { Server } from '../../../simulator/hosts/node.ts';
import { createSimulator, type SimulatorOptions } from '../../../simulator/index.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { circlingFleet } from './fleet.ts';
import { type OpenOptions, openConsole, serveConsole, withoutMap } from './page.ts';

/** An hour in which a limit is reached, a licence released, and something said. */
export const SHORT_STORY_START = Date.parse('2026-03-09T22:30:00Z');
export const SHORT_STORY = `title: A short story
summary: One van, one limit, one licence.
clock: { start: 2026-03-09 23:30, for: 1h, timeZone: Europe/Budapest, seed: 3 }
account: { licences: 3 }
groups:
  vans: Vans of the short story
users:
  Ada Novak: { notify: [email, sms] }
fleet:
  van:
    count: 2
    label: Short van
    group: vans
    limits: { dailyEmail: 1 }
  trial:
    label: Trial van
    group: vans
    expirationDate: 2026-03-10
timeline:
  - at: start
    chapter: It begins
    caption: Two vans and a trial.
  - at: 23:45
    chapter: Two alerts
    caption: The second e-mail is one too many.
    do: { alert: van-1, type: sos, severity: critical, channels: [email], times: 2, apart: 10s }
  - when: { device: trial, expires: true }
    chapter: Midnight
    caption: A licence is free.
    expect:
      - licences: { used: 2, available: 1 }
`;

export interface Staged {
  stage: Stage;
  server: Server;
  page: Page;
  /** The problems on the page so far. */
  problems: string[];
  /** Asks the control API beside the page. */
  held<T = { [fact: string]: unknown }>(path: string, init?: RequestInit): Promise<T>;
  /** Opens a panel by the name on its tab. */
  panel(name: string): Promise<void>;
}

export interface StagedOptions {
  simulator?: SimulatorOptions;
  /** Whether the fleet drives about. Default true. */
  drives?: boolean;
  stage?: Partial<StageOptions>;
  page?: OpenOptions;
}

type AtTheEnd = (end: () => Promise<void>) => void;

/** A page without its map on a stage of its own; all of it ends with the test. */
export async function staged(
  browser: Browser,
  options: StagedOptions = {},
  atTheEnd: AtTheEnd = onTestFinished,
): Promise<Staged> {
  const { stage, server } = await serveStage(options, atTheEnd);
  const opened = await openConsole(browser, server, { before: withoutMap, ...options.page });
  atTheEnd(opened.close);
  const { page, problems } = opened;
  return {
    stage,
    server,
    page,
    problems,
    held: (path, init) => held(server, path, init),
    panel: (name) => page.getByRole('tab', { name, exact: true }).first().click(),
  };
}

/** The stage alone, without a page on it. */
export async function serveStage(
  { simulator, drives = true, stage: more }: StagedOptions = {},
  atTheEnd: AtTheEnd = onTestFinished,
): Promise<{
  stage: Stage;
  server: Server;
}> {
  const stage = createStage({
    plain: (added) =>
      (drives ? circlingFleet : createSimulator)({ devices: 5, licences: 6, ...simulator, ...added }),
    ...more,
  });
  const server = await serveConsole(stage);
  atTheEnd(async () => {
    await server.close();
    stage.stop();
  });
  return { stage, server };
}

/**
 * One page on one stage for all tests of a file: opening a page is most of what a test takes. Each begins with
 * a world of its own, as another client does that resets it under an open page.
 */
export function sharedStage(options: StagedOptions = {}): {
  /** The plain fleet at its start, and the device of that id chosen. */
  plain(device?: string): Promise<Staged>;
  /** The short story at its start. */
  story(): Promise<Staged>;
} {
  const ends: (() => Promise<void>)[] = [];
  let shared: Staged;
  beforeAll(async () => {
    const browser = await sharedChromium();
    ends.push(() => closeWindows(browser));
    shared = await staged(browser, options, (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Another world, once the page shows it. */
  async function anew(change: () => Promise<unknown>, device: string | undefined): Promise<Staged> {
    const { page, server, panel } = shared;
    await held(server, '/clock', { method: 'PUT', body: '{"frozen":true,"speed":1}' });
    const world = () => page.locator('.title').getAttribute('data-world');
    const before = await world();
    await change();
    await expect.poll(world).not.toBe(before);
    await page.evaluate(
      (hash) => {
        (document.activeElement as HTMLElement | null)?.blur();
        // The page follows the address only where it changes.
        history.replaceState(history.state, '', location.pathname);
        return new Promise((resolve) => {
          addEventListener('hashchange', resolve, { once: true });
          location.hash = hash;
        }).then(() => undefined);
      },
      `device=${device ?? ''}`,
    );
    await panel('Fleet');
    await panel(device === undefined ? 'Events' : 'Vehicle');
    return shared;
  }
  return {
    plain(device) {
      const body = JSON.stringify({ name: null });
      return anew(() => held(shared.server, '/story', { method: 'PUT', body }), device);
    },
    async story() {
      const staged = await anew(() => tell(shared.server), undefined);
      // Its own chapters: those of the story before may still be shown.
      const chapters = staged.page.getByRole('navigation', { name: 'Chapters' });
      await chapters.getByRole('button', { name: 'It begins' }).waitFor();
      await chapters.getByRole('button', { name: 'Two alerts' }).waitFor();
      await expect.poll(() => shownMoment(staged.page)).toBe(SHORT_STORY_START);
      return staged;
    },
  };
}

/** The reply of the control API. */
export async function held<T>(server: Pick<Server, 'url'>, path: string, init?: RequestInit): Promise<T> {
  const reply = await fetch(`${server.url}/_control${path}`, init);
  return (await reply.json()) as T;
}

/** Puts the short story on, beside the page. */
export async function tell(server: Pick<Server, 'url'>, text = SHORT_STORY): Promise<void> {
  const body = JSON.stringify({ file: 'short.yaml', text });
  const reply = await fetch(`${server.url}/_control/story`, { method: 'PUT', body });
  expect(reply.status, await reply.clone().text()).toBe(200);
}

/** The moment that the page's clock shows, in milliseconds since 1970 UTC. */
export async function shownMoment(page: Page): Promise<number> {
  return Number(await page.locator('.clock-face').getAttribute('data-at'));
}
