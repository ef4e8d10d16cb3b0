/**
 * npm runs this after an install in this folder (`prepublish`, of which it warns nobody who installs the package, as it
 * does of `prepare`), before it packs, and at `npm start`: it builds where anything has changed since the last time.
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { isBuilt, stampOf } from './stamp.mjs';

const root = resolve(import.meta.dirname, '..');
if (!isBuilt(join(root, 'dist'), stampOf(root))) {
  process.stderr.write('roadtest is built, which takes about half a minute\n');
  await import('./build.mjs');
}
