/** A class that is held for a test, and its pages. */
import type { Browser, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type ClassSettings, holdClass } from '../../../cli/teaching/class.ts';
import { testIo } from '../../command/world.ts';
import { PATIENCE } from '../chromium.ts';
import { withoutMap } from '../console/page.ts';

export interface Seat {
  name: string;
  world: string;
  link: string;
  viewer: string;
  baseUrl: string;
  userName: string;
  apiKey: string;
}

export interface Held {
  /** The link of the trainer. */
  trainer: string;
  /** The control token. */
  token: string;
  seats: Seat[];
  end(): Promise<unknown>;
}

/** Holds a class until it is ended. */
export async function held(settings: Partial<ClassSettings>): Promise<Held> {
  const ending = new AbortController();
  const io = testIo({ stop: ending.signal });
  const usual = { port: 0, host: '127.0.0.1', trainees: 'anna', may: [], open: false, json: true };
  const over = holdClass({ ...usual, ...settings }, io);
  await vi.waitFor(() => expect(io.written().out).toMatch(/\n$/), PATIENCE);
  const { trainer, trainees } = JSON.parse(io.written().out) as { trainer: string; trainees: Seat[] };
  return {
    trainer,
    token: new URL(trainer).hash.slice('#token='.length),
    seats: trainees,
    end() {
      ending.abort();
      return over;
    },
  };
}

/** Opens a link in a window of its own; what the page complains about is added to the problems. */
export async function opened(browser: Browser, link: string, problems: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(message.text());
  });
  await withoutMap(page);
  await page.goto(link);
  return page;
}

/** A client of the public API with the credentials of a seat. */
export function clientOf({ baseUrl, userName, apiKey }: Seat) {
  let token = '';
  const call = (method: string, path: string, body?: object) =>
    fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    call,
    async signIn(): Promise<number> {
      const reply = await call('POST', '/api/Auth/Token', { userName, apiKey });
      if (reply.ok) ({ token } = (await reply.json()) as { token: string });
      return reply.status;
    },
  };
}

/** Calls the control API of a world by a token. */
export async function controlled(
  { baseUrl, world }: Seat,
  token: string,
  method: string,
  path: string,
  body?: object,
) {
  const address = `${new URL(baseUrl).origin}/w/${world}/_control${path}`;
  const reply = await fetch(address, {
    method,
    headers: { 'x-control-token': token },
    ...(body && { body: JSON.stringify(body) }),
  });
  return reply.json();
}
