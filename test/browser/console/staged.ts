/**
 * A stage with the live page on it, for tests of the panels: a fleet that drives, a short story, and what the
 * server holds, asked for beside the page.
 */
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createStage, type Stage, type StageOptions } from '../../../scenarios/player/stage/index.ts';
import type { Server } from '../../../simulator/hosts/node.ts';
import { createSimulator, type SimulatorOptions } from '../../../simulator/index.ts';
import { circlingFleet } from './fleet.ts';
import { type OpenOptions, openConsole, serveConsole } from './page.ts';

/** An hour in which a limit is reached, a licence released, and something said. */
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
  /** What went wrong on the page so far. */
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

/** A page on a stage of its own; all of it ends with the test. */
export async function staged(browser: Browser, options: StagedOptions = {}): Promise<Staged> {
  const { stage, server } = await serveStage(options);
  const opened = await openConsole(browser, server, options.page);
  onTestFinished(opened.close);
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
export async function serveStage({ simulator, drives = true, stage: more }: StagedOptions = {}): Promise<{
  stage: Stage;
  server: Server;
}> {
  const stage = createStage({
    plain: (added) =>
      (drives ? circlingFleet : createSimulator)({ devices: 5, licences: 6, ...simulator, ...added }),
    ...more,
  });
  const server = await serveConsole(stage);
  onTestFinished(async () => {
    await server.close();
    stage.stop();
  });
  return { stage, server };
}

/** What the control API answers with. */
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
