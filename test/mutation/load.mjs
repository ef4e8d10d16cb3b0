/** Loads TypeScript of ours through Vite, because not every Node that we support reads it. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** Loads a module, such as `/test/mutation/main.ts`, and returns the result of `use` with its `main`. */
export async function loadThroughVite(module, use) {
  const vite = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { main } = await vite.ssrLoadModule(module);
    return await use(main);
  } finally {
    await vite.close();
  }
}
