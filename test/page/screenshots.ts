/**
 * Pictures of every main view of the live page, in test/artefacts/screenshots: `npm run screenshots`. Each is taken of
 * a story at a moment of it, so that the same picture comes out again.
 */
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { inMenu, newWorld, open } from './page.ts';

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 400, height: 800 }, hasTouch: true },
  'narrow-dark': { colorScheme: 'dark', viewport: { width: 400, height: 800 }, hasTouch: true },
  middle: { colorScheme: 'light', viewport: { width: 1000, height: 720 } },
  wide: { colorScheme: 'light', viewport: { width: 1920, height: 1080 } },
} as const;
const all = Object.keys(LOOKS) as (keyof typeof LOOKS)[];
const usual = ['light', 'dark', 'wide'] as const;

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const menu = (name: string) => (page: Page) => inMenu(page, name);

/** The story, how far it is brought, what is done before the picture is taken, and the looks. */
const VIEWS: readonly [
  name: string,
  story: string,
  by: string,
  looks?: readonly (keyof typeof LOOKS)[],
  doing?: ((page: Page) => Promise<unknown>) | undefined,
  device?: string,
][] = [
  ['fleet', 'demo', 'PT2H', all],
  ['rush-hour', 'rush-hour', 'PT20M'],
  ['alert', 'sos-at-night', 'PT18M'],
  ['follow', 'theft', 'PT40M', [...usual, 'narrow'], undefined, 'dev-1'],
  ['withheld', 'alert-storm', 'PT2H'],
  ['stories', 'tunnel', 'PT10M', usual, menu('Stories')],
  ['account', 'licence-crunch', 'PT9H30M', usual, tab('Account')],
  ['deadlines', 'expiry', 'PT5M', usual, tab('Events')],
  ['calls', 'office-day', 'PT3H', usual, menu('Developers')],
  ['large-type', 'school-zone', 'PT1M45S', ['light', 'narrow'], key('t')],
  ['help', 'cold-chain', 'PT1H', ['light'], key('?')],
  ['only-map', 'sms-and-midnight', 'PT1H', ['dark'], menu('Hide the panels')],
];

/** Real milliseconds until the ground and the panels have come to rest. */
const REST = 1_500;

it.each(VIEWS)(
  'takes a picture of %s',
  { timeout: 600_000 },
  async (name, story, by, looks = usual, doing, device) => {
    const { pageUrl, control } = await newWorld({ story: { name: story } });
    await control('POST /clock/advance', { by });
    for (const look of looks) {
      const after = `?measure${device === undefined ? '' : `#device=${device}`}`;
      const { page } = await open(pageUrl, { ...LOOKS[look], map: true, after });
      await page.waitForFunction(() => window.roadtestDrawn?.().ground);
      await page.waitForTimeout(REST);
      await doing?.(page);
      await page.waitForTimeout(REST);
      await page.screenshot({ path: `test/artefacts/screenshots/${name}-${look}.png` });
      await page.context().close();
    }
  },
);
