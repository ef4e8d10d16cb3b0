/**
 * A real, headless Chromium, as root too.
 *
 * The program is the one that `CHROMIUM_PATH` names. Without it, it is unpacked from the development
 * dependency @sparticuz/chromium, once per user and version. Two test runs may do so at the same
 * time: each unpacks into a folder of its own, and the first to finish moves it into place.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--no-sandbox', // root has no sandbox, and containers often allow none
  '--no-zygote',
  '--process-per-site',
  '--renderer-process-limit=1',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Far more than a page takes for anything, in ms, however busy the machine. */
export const PATIENCE = 50_000;

let shared: Promise<Browser> | undefined;

/** The browser that the test files of a worker share. It ends with the process. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

/** Closes what a file has opened in it. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Starts a browser. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await chromiumPath();
  const env = { ...process.env, FONTCONFIG_FILE: fontsFor(executablePath) };
  return chromium.launch({ executablePath, args: flags, env, headless: true });
}

/**
 * A font configuration that finds the browser's own fonts and the machine's. The one that comes with
 * the unpacked browser names folders that do not exist, and without any font the browser dies of the
 * first text field on a page.
 */
function fontsFor(executablePath: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-fonts-'));
  const file = join(folder, 'fonts.conf');
  const places = [join(dirname(executablePath), 'fonts'), '/usr/share/fonts'];
  const entries = [...places.map((place) => `<dir>${place}</dir>`), `<cachedir>${folder}</cachedir>`];
  const mono = '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${entries.join('')}${mono}</fontconfig>`);
  return file;
}

/** Returns the path of Chromium, and unpacks it first if need be. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
    return named;
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../../package.json'), 'utf8')) as {
    version: string;
  };
  const user = process.getuid?.() ?? 'user';
  const folder = join(tmpdir(), `roadtest-chromium-${version}-${user}`);
  if (!existsSync(folder)) await unpackInto(folder, entry);
  // Every user may write to the temporary folder. Never run a program that another user put there.
  if (process.getuid && statSync(folder).uid !== process.getuid())
    throw new Error(`${folder} belongs to another user.`);
  return join(folder, 'chromium');
}

/** The package unpacks into the temporary folder of its process, so it is given a process of its own. */
async function unpackInto(folder: string, entry: string): Promise<void> {
  const staging = await mkdtemp(`${folder}-`);
  const script = `import(${JSON.stringify(pathToFileURL(entry).href)}).then((it) => it.default.executablePath())`;
  try {
    await promisify(execFile)(process.execPath, ['-e', script], { env: { ...process.env, TMPDIR: staging } });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another run was first, and its copy is as good
  }
}
