import process from 'node:process';
import { loadThroughVite } from './load.mjs';

process.exit(await loadThroughVite('/test/mutation/child.ts', (main) => main()));
