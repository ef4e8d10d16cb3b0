/** `npm run mutation`: loads `main.ts` through Vite, because not every Node that we support reads TypeScript. */
import process from 'node:process';
import { loadThroughVite } from './load.mjs';

process.exitCode = await loadThroughVite('/test/mutation/main.ts', (main) => main(process.argv.slice(2)));
