/** A class as trainer and trainees see it: the built page, a real server, a real browser. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdClass } from '../../../cli/teaching/class.ts';
import { testIo } from '../../cli/world.ts';
import { turns } from '../../sample.ts';
import { closeWindows, PATIENCE, sharedChromium } from '../chromium.ts';
import { axeViolations, withoutMap } from '../console/page.ts';

interface Seat {
  name: string;
  world: string;
  link: string;
  viewer: string;
  baseUrl: string;
  userName: string;
  apiKey: string;
}

let browser: Browser;
let trainer: string;
let seats: Seat[];
const ending = new AbortController();
let held: Promise<number>;
const problems: string[] = [];

beforeAll(async () => {
  browser = await sharedChromium();
  const io = testIo({ stop: ending.signal });
  const settings = { port: 0, host: '127.0.0.1', may: [], open: false, json: true };
  held = holdClass({ ...settings, trainees: "Anna O'Neil,ben", story: 'licence-crunch' }, io);
  await vi.waitFor(() => expect(io.written().out).toMatch(/\n$/), PATIENCE);
  ({ trainer, trainees: seats } = JSON.parse(io.written().out));
});
afterAll(async () => {
  await closeWindows(browser);
  ending.abort();
  await held;
});

async function opened(link: string): Promise<Page> {
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

describe.runIf(turns(1)())('a class', () => {
  it('is led from one page: clocks, events, faults and captions reach one trainee or all', async () => {
    const lead = await opened(trainer);
    const card = (name: string) => lead.locator('.trainee', { hasText: name });
    await card("Anna O'Neil").waitFor();
    expect(lead.url()).not.toContain('token');
    expect(await axeViolations(lead)).toEqual([]);

    const anna = await opened(seats[0]?.link ?? '');
    await anna.locator('.shell[data-connection="live"]').waitFor();
    await expect.poll(() => anna.title()).toBe("Anna O'Neil – Roadtest");
    expect(anna.url()).not.toContain('token');
    const ben = await opened(seats[1]?.link ?? '');
    await ben.locator('.shell[data-connection="live"]').waitFor();

    await lead.getByLabel('Send to').selectOption('ben');
    await lead.getByLabel('Caption').fill('Look at <b>ben</b>');
    await lead.getByRole('button', { name: 'Show the caption' }).click();
    await ben.getByText('Look at <b>ben</b>').first().waitFor();
    expect(await anna.getByText('Look at').count()).toBe(0);

    await lead.getByLabel('Send to').selectOption('');
    await lead.getByRole('button', { name: 'Send the event' }).click();
    for (const name of ["Anna O'Neil", 'ben']) await card(name).getByText(/SOS/).waitFor();
    await lead.getByLabel('Fault of the service').selectOption('Answer 503 to all');
    await lead.getByRole('button', { name: 'Set the fault' }).click();
    await lead.getByText(/Fault “Answer 503 to all”: 2 trainees/).waitFor();
    const called = await fetch(`${seats[0]?.baseUrl}/api/devices`);
    expect(called.status).toBe(503);
    await expect.poll(() => card("Anna O'Neil").textContent()).toMatch(/Calls1/);

    await lead.getByRole('button', { name: 'Run all' }).click();
    for (const name of ["Anna O'Neil", 'ben']) await card(name).getByText('1×').waitFor();
    await card('ben').getByRole('button', { name: 'Pause' }).click();
    await card('ben').getByText('paused').waitFor();
    await card("Anna O'Neil").getByText('1×').waitFor();
    await lead.getByRole('button', { name: 'Pause all' }).click();
    await card("Anna O'Neil").getByText('paused').waitFor();
    if (process.env.ROADTEST_PICTURES) {
      await lead.screenshot({ path: `${process.env.ROADTEST_PICTURES}/class.png` });
      await lead.emulateMedia({ colorScheme: 'dark' });
      await lead.setViewportSize({ width: 400, height: 800 });
      await lead.screenshot({ path: `${process.env.ROADTEST_PICTURES}/class-narrow.png`, fullPage: true });
      await ben.screenshot({ path: `${process.env.ROADTEST_PICTURES}/ben.png` });
    }
  });

  it('gives credentials that open no other world', async () => {
    const issued = async (seat: Seat, world: Seat) => {
      const { userName, apiKey } = seat;
      const reply = await fetch(`${world.baseUrl}/api/Auth/Token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName, apiKey }),
      });
      return reply.status;
    };
    const [anna, ben] = seats as [Seat, Seat];
    const quiet = { method: 'PUT', body: '{"rules":[]}' };
    const control = {
      ...quiet,
      headers: { 'x-control-token': new URL(trainer).hash.slice('#token='.length) },
    };
    for (const { world } of seats)
      await fetch(`${new URL(trainer).origin}/w/${world}/_control/faults`, control);
    expect(await issued(anna, anna)).toBe(200);
    expect(await issued(anna, ben)).toBe(401);
    expect(await issued(ben, anna)).toBe(401);
  });

  it('has one who looks on do nothing', async () => {
    const page = await opened(seats[0]?.viewer ?? '');
    await page.locator('.shell[data-connection="live"]').waitFor();
    await page.keyboard.press('Space');
    await page
      .getByText(/The token of a viewer does not allow/)
      .first()
      .waitFor();
  });

  it('shows no problem on any page', () => {
    expect(problems).toEqual([]);
  });
});
