/** `npm run resilience`: loads `main.ts` through Vite, because not every Node that we support reads TypeScript. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const vite = await createServer({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { main } = await vite.ssrLoadModule('/test/resilience/main.ts');
  process.exitCode = await main(process.argv.slice(2));
} finally {
  await vite.close();
}
