/** A class that is made on its page, without any trainee on the command line: the built page, a real server, a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { axeViolations } from '../console/page.ts';
import { type Held, held, opened } from './held.ts';

let browser: Browser;
let room: Held;
const problems: string[] = [];
const pictures = process.env.ROADTEST_PICTURES;
const isInTurn = turns(2)();

beforeAll(async () => {
  if (!isInTurn) return;
  browser = await sharedChromium();
  room = await held({ trainees: '', story: 'lesson/midnight' });
});
afterAll(async () => {
  if (!isInTurn) return;
  await closeWindows(browser);
  await room.end();
  expect(problems).toEqual([]);
});

it.runIf(isInTurn)('adds trainees, shows their links, and removes one', async () => {
  const origin = new URL(room.trainer).origin;
  const live = await opened(browser, `${origin}/_console/#token=${room.token}`, problems);
  await live.getByRole('tab', { name: 'Developers' }).click();
  await live.getByRole('tab', { name: 'World' }).click();
  const [lead] = await Promise.all([
    live.context().waitForEvent('page'),
    live.getByRole('link', { name: 'Lead a class' }).click(),
  ]);
  await lead.getByText('There is no trainee yet.').waitFor();
  expect(lead.url()).not.toContain('token');

  const add = lead.getByRole('button', { name: 'Add trainees' });
  await add.click();
  const form = lead.getByRole('dialog', { name: 'Add trainees' });
  expect(await axeViolations(lead)).toEqual([]);
  if (pictures) await lead.screenshot({ path: `${pictures}/class-adding.png` });
  await form.getByLabel('Names, with commas between').fill("Anna O'Neil, Anna O'Neil");
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText(/"Anna O'Neil" is there twice/).waitFor();
  await form.getByLabel('Names, with commas between').fill("Anna O'Neil, ben");
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const links = lead.getByRole('dialog', { name: 'What to give them' });
  await links.getByRole('heading', { name: 'ben' }).waitFor();
  expect(await axeViolations(lead)).toEqual([]);
  if (pictures) await lead.screenshot({ path: `${pictures}/class-links.png` });
  const link = await links
    .getByText(/\/w\/ben\/_console\/#token=/)
    .first()
    .textContent();
  const ben = await opened(browser, link ?? '', problems);
  await ben.getByText(/Between 23:00 and 23:40 raise three alerts/).waitFor();
  await links.getByRole('button', { name: 'Close' }).click();

  await add.click();
  await form.getByLabel('Story or lesson').selectOption('none: the plain fleet, parked');
  await form.getByLabel('Names, with commas between').fill('cleo');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await links.getByRole('heading', { name: 'cleo' }).waitFor();
  await links.getByRole('button', { name: 'Close' }).click();
  const card = (name: string) => lead.locator(`.trainee[data-trainee="${name}"]`);
  await card('cleo').waitFor();
  expect(await card('cleo').getByText('Objectives').count()).toBe(0);
  await card('ben').getByText('0 of 4 met').waitFor();

  await card('ben').getByRole('button', { name: 'Links' }).click();
  await lead.getByRole('button', { name: 'Remove ben' }).click();
  await lead.getByText('ben is removed.').waitFor();
  await expect.poll(() => lead.locator('.trainee').count()).toBe(2);
});
