/** Shows a page in the browser of the person at the terminal. */
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Io } from '../command.ts';

/** The command that opens an address, by system; for any other system, the convention of Linux desktops. */
const openers: { readonly [system: string]: readonly [command: string, ...args: string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const usual = ['xdg-open'] as const;

/**
 * Opens an address of our own. Without a terminal nothing is opened, and where nothing can be
 * opened a message says so: the address is on the screen in any case.
 */
export async function openPage(url: string, io: Io): Promise<void> {
  if (!io.interactive) return;
  const [command, ...args] = openers[platform()] ?? usual;
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
  if (!opened) io.err(`No browser could be opened here: open ${url} in one.\n`);
}
