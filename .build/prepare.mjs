/**
 * npm runs this after an install in this folder (`prepublish`, of which it warns nobody who installs the package, as it
 * does of `prepare`) and before it packs: it builds where anything has changed since the last time.
 */
import { join, resolve } from 'node:path';
import { isBuilt, stampOf } from './stamp.mjs';

const root = resolve(import.meta.dirname, '..');
if (!isBuilt(join(root, 'dist'), stampOf(root))) await import('./build.mjs');
