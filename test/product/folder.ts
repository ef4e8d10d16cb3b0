/** Folders of a test file, which go with it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endWithFile } from '../command/started.ts';

let scratch: string | undefined;

/** An empty folder of the test file. It goes with the file. */
export function emptyFolder(): string {
  if (scratch === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'roadtest-product-'));
    scratch = made;
    endWithFile(() => {
      rmSync(made, { recursive: true, force: true });
      scratch = undefined;
    });
  }
  return mkdtempSync(join(scratch, 'in-'));
}

/** A folder with these files; a program is one that can be run. */
export function folderWith(files: { readonly [name: string]: string }): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: text.startsWith('#!') ? 0o700 : 0o600 });
  }
  return folder;
}
