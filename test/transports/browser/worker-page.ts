/** Runs in the browser: the stand-in behind MSW's service worker, at a foreign address and at one of our own. */
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { roadtestHandler } from '../../../simulator/hosts/msw.ts';
import { createEcho, json } from '../hosts/echo.ts';

let stopped = false;
const echo = createEcho({
  '/empty': () => json(204, undefined),
  '/drop': () => ({ ...json(200, 'never seen'), dropped: true }),
  '/events': () => ({
    ...json(200, undefined, { 'content-type': 'text/event-stream' }),
    stream: (write) => {
      write('data: hello\n\n');
      return () => {
        stopped = true;
      };
    },
  }),
  '/stopped': () => json(200, stopped),
});

const worker = setupWorker(
  roadtestHandler(echo),
  roadtestHandler(echo, { baseUrl: '/fleet' }),
  http.get('https://other.test/x', () => HttpResponse.text('other')),
);
await worker.start({ quiet: true, onUnhandledRequest: 'error' });
document.title = 'ready';
