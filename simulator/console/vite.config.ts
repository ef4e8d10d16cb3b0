/**
 * How the page is built: relative addresses, everything from one's own origin, nothing inline, as its
 * Content-Security-Policy wants it. `npx vite simulator/console` serves it while it is worked on, in front of
 * a `roadtest serve` on its usual port.
 */
import { defineConfig } from 'vite';

const served = 'http://127.0.0.1:4010';

export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      // The package declares to its users that it has no side effects; the page lives from them.
      name: 'side-effects',
      transform: {
        filter: { id: /simulator\/console\/[^?]*\.(tsx?|css)$/ },
        handler: (code) => ({ code, moduleSideEffects: true }),
      },
    },
  ],
  build: {
    rollupOptions: {
      input: ['index.html', 'class.html', 'debrief.html'].map((page) => `${import.meta.dirname}/${page}`),
    },
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
  },
  server: { proxy: { '/_control': served, '/_console': served, '/api': served } },
});
