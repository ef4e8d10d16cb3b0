/**
 * npm runs this after an install, before it packs, and before each `npx roadtest` in this folder: it builds where
 * anything has changed since the last time. The package is without this file, and its `prepare` does nothing.
 */
import { join, resolve } from 'node:path';
import { isBuilt, stampOf } from './stamp.mjs';

const root = resolve(import.meta.dirname, '..');
if (!isBuilt(join(root, 'dist'), stampOf(root))) await import('./build.mjs');
