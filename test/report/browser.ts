/**
 * Chromium with fonts. The configuration that comes with the unpacked browser names folders where its
 * fonts are not, and without any font the browser dies of the first text field on a page.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../browser/chromium.ts';

export async function launchWithFonts(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-fonts-'));
  const file = join(folder, 'fonts.conf');
  const dirs = [join(dirname(await chromiumPath()), 'fonts'), '/usr/share/fonts'];
  const entries = [...dirs.map((dir) => `<dir>${dir}</dir>`), `<cachedir>${folder}</cachedir>`];
  const mono = '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${entries.join('')}${mono}</fontconfig>`);
  process.env.FONTCONFIG_FILE = file;
  return launchChromium();
}
