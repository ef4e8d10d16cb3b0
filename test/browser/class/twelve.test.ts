/** A class of twelve: each trainee has a tab and a client, and comes as far as they come; a debrief says how far. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { clientOf, controlled, type Held, held, opened, type Seat } from './held.ts';

let browser: Browser;
let room: Held;
const problems: string[] = [];
const isInTurn = turns(8)();
const names = Array.from({ length: 12 }, (_, place) => `Trainee ${place + 1}`);

beforeAll(async () => {
  if (!isInTurn) return;
  browser = await sharedChromium();
  room = await held({ trainees: names.join(','), story: 'lesson/token-renewal' });
});
afterAll(async () => {
  if (!isInTurn) return;
  await closeWindows(browser);
  await room.end();
});

/** What each does in turn: all, late, only the beginning. How many objectives are met then, and for how many points. */
const paces = [
  { times: ['07:05', '07:50', '08:25'], score: '4 of 4 objectives met, 6 of 6 points' },
  { times: ['07:18', '08:02', '08:45'], score: '2 of 4 objectives met, 4 of 6 points' },
  { times: ['07:01'], score: '2 of 4 objectives met, 2 of 6 points' },
] as const;
const paceOf = (place: number) => paces[place % paces.length] ?? paces[0];

/** Signs in and lists the devices at each of its times, by the clock of its own world. */
async function work(seat: Seat, place: number): Promise<void> {
  const token = new URL(seat.link).hash.slice('#token='.length);
  const to = (time: string) =>
    controlled(seat, token, 'POST', '/clock/advance', { to: `2026-05-04T${time}:00Z` });
  const { call, signIn } = clientOf(seat);
  for (const time of paceOf(place).times) {
    await to(time);
    expect(await signIn()).toBe(200);
    expect((await call('GET', '/api/devices')).status).toBe(200);
  }
  await to('09:00');
}

it.runIf(isInTurn)('has a tab, a card and a debrief for each of twelve', async () => {
  const pages = await Promise.all(room.seats.map(({ link }) => opened(browser, link, problems)));
  for (const [place, page] of pages.entries())
    await expect.poll(() => page.title()).toBe(`${names[place]} – Roadtest`);
  await Promise.all(room.seats.map(work));
  const lead = await opened(browser, room.trainer, problems);
  await expect.poll(() => lead.locator('.trainee').count()).toBe(12);
  for (const [place, { name, world }] of room.seats.entries()) {
    const { score } = paceOf(place);
    const [met] = score.split(' objectives');
    await lead.locator(`.trainee[data-trainee="${name}"]`).getByText(`${met} met`).waitFor();
    const origin = new URL(room.trainer).origin;
    const debrief = await opened(
      browser,
      `${origin}/w/${world}/_console/debrief.html#token=${room.token}`,
      problems,
    );
    await debrief.getByText(score).waitFor();
    await expect.poll(() => debrief.locator('h1').textContent()).toBe(`Lesson: token renewal – ${name}`);
    expect(await debrief.locator('.lesson-timeline .call').count()).toBe(2 * paceOf(place).times.length);
    await debrief.context().close();
  }
  expect(problems).toEqual([]);
});
