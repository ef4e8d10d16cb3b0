/** Processes and files that helpers made for the tests of a file. Light: the setup of every test file loads it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A folder for states, reports and journals; empty before each test file. */
export const folder = mkdtempSync(join(tmpdir(), 'roadtest-verify-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const endings: (() => unknown)[] = [];

/** Has something ended after the tests of the file. */
export function endWithFile(end: () => unknown): void {
  endings.push(end);
}

/** Ends all of it, the latest first, and empties the folder. */
export async function endStarted(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}
