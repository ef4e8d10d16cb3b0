/** Folders of a test file, which go with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithFile } from '../cli/started.ts';

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
