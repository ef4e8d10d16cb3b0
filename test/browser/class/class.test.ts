/** A class as trainer and trainees see it: the built page, a real server, a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { axeViolations } from '../console/page.ts';
import { clientOf, controlled, type Held, held, opened, type Seat } from './held.ts';

let browser: Browser;
let room: Held;
let anna: Seat;
let ben: Seat;
const problems: string[] = [];
const pictures = process.env.ROADTEST_PICTURES;
const inTurn = turns(1);

beforeAll(async () => {
  browser = await sharedChromium();
  room = await held({ trainees: "Anna O'Neil,ben", story: 'lesson/midnight' });
  [anna, ben] = room.seats as [Seat, Seat];
});
afterAll(async () => {
  await closeWindows(browser);
  await room.end();
  expect(problems).toEqual([]);
});

describe('a class', () => {
  it.runIf(inTurn())(
    'is led from one page: clocks, events, faults and captions reach one trainee or all',
    async () => {
      const lead = await opened(browser, room.trainer, problems);
      const card = (name: string) => lead.locator('.trainee', { hasText: name });
      await card("Anna O'Neil").waitFor();
      expect(lead.url()).not.toContain('token');
      expect(await axeViolations(lead)).toEqual([]);
      const pages = await Promise.all(room.seats.map(({ link }) => opened(browser, link, problems)));
      for (const page of pages) await page.locator('.shell[data-connection="live"]').waitFor();
      const [ofAnna, ofBen] = pages as [(typeof pages)[0], (typeof pages)[0]];
      await expect.poll(() => ofAnna.title()).toBe("Anna O'Neil – Roadtest");
      expect(ofAnna.url()).not.toContain('token');

      await lead.getByLabel('Send to').selectOption('ben');
      await lead.getByLabel('Caption').fill('Look at <b>ben</b>');
      await lead.getByRole('button', { name: 'Show the caption' }).click();
      await ofBen.getByText('Look at <b>ben</b>').first().waitFor();
      expect(await ofAnna.getByText('Look at').count()).toBe(0);

      const offered = await lead.getByLabel('Event', { exact: true }).locator('option').allTextContents();
      expect(await ofBen.locator('[data-inject]').allTextContents()).toEqual(offered);

      await lead.getByLabel('Send to').selectOption('');
      await lead.getByRole('button', { name: 'Send the event' }).click();
      for (const name of ["Anna O'Neil", 'ben']) await card(name).getByText(/SOS/).waitFor();
      await lead.getByLabel('Fault of the service').selectOption('Answer 503 to all');
      await lead.getByRole('button', { name: 'Set the fault' }).click();
      await lead.getByText(/Fault “Answer 503 to all”: 2 trainees/).waitFor();
      expect(await clientOf(anna).signIn()).toBe(503);
      await expect.poll(() => card("Anna O'Neil").textContent()).toMatch(/Calls1/);
      await lead.getByLabel('Fault of the service').selectOption('No fault');
      await lead.getByRole('button', { name: 'Set the fault' }).click();
      await lead.getByText(/Fault “No fault”: 2 trainees/).waitFor();

      await lead.getByRole('button', { name: 'Run all' }).click();
      for (const name of ["Anna O'Neil", 'ben']) await card(name).getByText('1×').waitFor();
      await card('ben').getByRole('button', { name: 'Pause' }).click();
      await card('ben').getByText('paused').waitFor();
      await card("Anna O'Neil").getByText('1×').waitFor();
      await lead.getByRole('button', { name: 'Pause all' }).click();
      await card("Anna O'Neil").getByText('paused').waitFor();
      if (pictures) {
        await lead.locator('.notices').evaluate((notices) => notices.remove());
        await lead.setViewportSize({ width: 1000, height: 550 });
        await lead.screenshot({ path: `${pictures}/class.png` });
        await ofBen.screenshot({ path: `${pictures}/trainee.png` });
      }
    },
  );

  it('gives credentials that open no other world', async () => {
    expect(await clientOf(anna).signIn()).toBe(200);
    expect(await clientOf({ ...anna, baseUrl: ben.baseUrl }).signIn()).toBe(401);
    expect(await clientOf({ ...ben, baseUrl: anna.baseUrl }).signIn()).toBe(401);
  });

  it.runIf(inTurn())('has a lesson, and a debrief of it', async () => {
    const page = await opened(browser, ben.link, problems);
    await page.getByText(/Between 23:00 and 23:40 raise three alerts/).waitFor();
    const { call, signIn } = clientOf(ben);
    const alert = { type: 'vibration', channels: ['email'] };
    const to = (time: string) => controlled(ben, room.token, 'POST', '/clock/advance', { to: time });
    await signIn();
    for (const minute of [10, 12, 14]) {
      await to(`2026-05-04T21:${minute}:00Z`);
      await call('POST', '/api/devices/dev-1/alerts', alert);
    }
    await page.locator('.objectives tr[data-state="met"]').nth(1).waitFor();
    expect(await page.locator('.title .chip').allTextContents()).toEqual(['2 of 4 objectives met']);
    await page.getByRole('button', { name: /It is lost; the alert is still/ }).click();
    await page.getByText('A limit holds back messages, not alerts.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/lesson.png` });
    await to('2026-05-04T22:40:00Z');
    await signIn();
    await call('POST', '/api/devices/dev-1/alerts', alert);

    const lead = await opened(browser, room.trainer, problems);
    await lead.locator('.trainee', { hasText: 'ben' }).getByText('2 of 4 met, 3 of 5 points').waitFor();
    const [debrief] = await Promise.all([
      lead.context().waitForEvent('page'),
      lead.locator('.trainee', { hasText: 'ben' }).getByRole('link', { name: 'Debrief' }).click(),
    ]);
    await debrief.getByText('2 of 4 objectives met, 3 of 5 points').waitFor();
    expect(debrief.url()).not.toContain('token');
    await expect.poll(() => debrief.locator('h1').textContent()).toBe('Lesson: limits at midnight – ben');
    expect(
      await debrief
        .locator('.objectives tr[data-state]')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.state)),
    ).toEqual(['met', 'met', 'late', 'open']);
    expect(await debrief.locator('.lesson-timeline .call:not(.refused)').count()).toBe(6);
    expect(await axeViolations(debrief)).toEqual([]);
    const [file] = await Promise.all([
      debrief.waitForEvent('download'),
      debrief.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('debrief-ben.csv');
    await to('2026-05-04T23:00:00Z');
    await page.locator('.end-card').getByText('2 of 4 met, 3 of 5 points').waitFor();
    expect(await page.locator('.end-card').textContent()).not.toContain('Checks');
    if (pictures) {
      await debrief.setViewportSize({ width: 1000, height: 600 });
      await debrief.screenshot({ path: `${pictures}/debrief.png` });
      await debrief.emulateMedia({ media: 'print' });
      await debrief.screenshot({ path: `${pictures}/debrief-print.png`, fullPage: true });
    }
  });

  it.runIf(inTurn())('disables what a trainee or a viewer may not do, and says why', async () => {
    const disabled = (page: Page, name: string) =>
      page.locator('.time-bar').getByRole('button', { name, exact: true }).isDisabled();
    const trainee = await opened(browser, anna.link, problems);
    await trainee.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => disabled(trainee, 'Reset')).toBe(true);
    expect(await disabled(trainee, 'Next event')).toBe(false);
    expect(await trainee.getByTitle('Only the trainer can do this here.').count()).toBeGreaterThan(1);
    await trainee.getByRole('tab', { name: 'Developers' }).click();
    await trainee.getByRole('tab', { name: 'Faults' }).click();
    await trainee.getByText('Only the trainer can do this here.').waitFor();
    expect(await trainee.getByRole('switch', { name: 'Faults' }).isDisabled()).toBe(true);
    expect(await axeViolations(trainee)).toEqual([]);
    if (pictures) await trainee.screenshot({ path: `${pictures}/trainee-may.png` });

    const page = await opened(browser, anna.viewer, problems);
    await page.locator('.shell[data-connection="live"]').waitFor();
    await expect.poll(() => disabled(page, 'Next event')).toBe(true);
    const reason = page.locator('.time-bar').getByTitle('This link is for looking on: it changes nothing.');
    await reason.first().waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/viewer-may.png` });
    await page.keyboard.press('Space');
    await page
      .getByText(/The token of a viewer does not allow/)
      .first()
      .waitFor();
  });
});
