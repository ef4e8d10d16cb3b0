/** `npm run reduced`: loads `main.ts` through Vite, because not every Node that we support reads TypeScript. */
import process from 'node:process';
import { loadThroughVite } from '../mutation/load.mjs';

process.exitCode = await loadThroughVite('/test/reduced/main.ts', (main) => main(process.argv.slice(2)));
