/**
 * Pictures of every main view of the live page, in test/artefacts/screenshots: `npm run screenshots`. Each is taken of
 * a story at a moment of it, so that the same picture comes out again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { openConsole } from './page.ts';

const program = fileURLToPath(new URL('../../../dist/bin/roadtest.js', import.meta.url));
const folder = fileURLToPath(new URL('../../artefacts/screenshots/', import.meta.url));

interface View {
  name: string;
  story: string;
  /** How far the story is brought, as a duration from its start, and the vehicle that is chosen there. */
  at: string;
  device?: string;
  /** Runs before the picture is taken. */
  doing?: (page: Page) => Promise<unknown>;
  /** Default: light and dark at 1440 × 900, and light at 1920 × 1080. */
  looks?: readonly Look[];
}

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 400, height: 800 }, hasTouch: true },
  'narrow-dark': { colorScheme: 'dark', viewport: { width: 400, height: 800 }, hasTouch: true },
  middle: { colorScheme: 'light', viewport: { width: 1000, height: 720 } },
  wide: { colorScheme: 'light', viewport: { width: 1920, height: 1080 } },
} as const;
type Look = keyof typeof LOOKS;

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const VIEWS: readonly View[] = [
  {
    name: 'fleet',
    story: 'demo',
    at: 'PT2H',
    looks: ['light', 'dark', 'wide', 'narrow', 'narrow-dark', 'middle'],
  },
  { name: 'rush-hour', story: 'rush-hour', at: 'PT20M' },
  { name: 'alert', story: 'sos-at-night', at: 'PT18M' },
  {
    name: 'follow',
    story: 'theft',
    at: 'PT40M',
    device: 'dev-1',
    looks: ['light', 'dark', 'wide', 'narrow'],
  },
  { name: 'withheld', story: 'alert-storm', at: 'PT2H' },
  { name: 'stories', story: 'tunnel', at: 'PT10M', doing: tab('Stories') },
  { name: 'account', story: 'licence-crunch', at: 'PT9H30M', doing: tab('Account') },
  { name: 'deadlines', story: 'expiry', at: 'PT5M', doing: tab('Deadlines') },
  { name: 'calls', story: 'office-day', at: 'PT3H', doing: tab('Developers') },
  {
    name: 'large-type',
    story: 'school-zone',
    at: 'PT1M45S',
    doing: (page) => page.keyboard.press('t'),
    looks: ['light', 'narrow'],
  },
  {
    name: 'help',
    story: 'cold-chain',
    at: 'PT1H',
    doing: (page) => page.keyboard.press('?'),
    looks: ['light'],
  },
  {
    name: 'only-map',
    story: 'sms-and-midnight',
    at: 'PT1H',
    doing: (page) => page.getByRole('button', { name: 'Hide the panels' }).click(),
    looks: ['dark'],
  },
];

/** Real milliseconds until the ground and the panels have come to rest. */
const REST = 1_500;

it('takes a picture of every main view', { timeout: 600_000 }, async () => {
  mkdirSync(folder, { recursive: true });
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', '--scenario', 'demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const { origin } = new URL((JSON.parse(line as string) as { baseUrl: string }).baseUrl);
  const browser = await launchChromium();
  try {
    for (const view of VIEWS) {
      await bring(origin, view);
      for (const look of view.looks ?? (['light', 'dark', 'wide'] as const)) {
        const after = `?measure=frames${view.device ? `#device=${view.device}` : ''}`;
        const { page, close } = await openConsole(browser, { url: origin }, { ...LOOKS[look], after });
        await page.waitForFunction(() => window.roadtestFrames?.().ground);
        await page.waitForTimeout(REST);
        await view.doing?.(page);
        await page.waitForTimeout(REST);
        await page.screenshot({ path: `${folder}${view.name}-${look}.png` });
        await close();
      }
    }
  } finally {
    await browser.close();
    server.kill();
  }
});

/** Puts a story on and stops the clock at a moment of it. */
async function bring(origin: string, { story: name, at }: View): Promise<void> {
  await call(origin, 'PUT', 'clock', { frozen: true });
  await call(origin, 'PUT', 'story', { name });
  await call(origin, 'POST', 'clock/advance', { by: at });
}

async function call(origin: string, method: string, path: string, body: object): Promise<void> {
  const reply = await fetch(`${origin}/_control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
}
