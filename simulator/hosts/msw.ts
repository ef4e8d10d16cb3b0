/**
 * `roadtest/msw`: the whole service as one handler of Mock Service Worker, in Node and in the browser.
 *
 *     const simulator = createSimulator();
 *     const server = setupServer(roadtestHandler(simulator));   // or setupWorker(…) in a browser
 *     server.listen();
 *     …code under test calls https://roadtest.test/api/devices…
 *     await simulator.clock.advance(simulator.clock.now() + 3_600_000);
 *
 * One handler for all operations, because MSW asks its handlers one by one at every request.
 *
 * The event stream of the control API (`GET /_control/events`) has limits under MSW: in Node, it goes on
 * being fed until the caller aborts the request, cancelling the reader is not enough; in a browser that
 * cannot transfer streams to a worker, it never arrives. A dropped connection is a network error in both.
 */

import { type HttpHandler, HttpResponse, http } from 'msw';
import { checkOptions } from '../../contracts/kit/option-names.ts';
import { exposing } from './cross-origin.ts';
import type { Served } from './exchange.ts';
import { toCall, toResponse } from './fetch.ts';

/**
 * The address of the simulator unless a handler names another. The name ends in `.test`, which is
 * reserved for tests: should the mock not be on, the call fails and reaches no server. `https` lets
 * pages use it that are served by https themselves.
 *
 * @example
 * import { DEFAULT_BASE_URL } from 'roadtest/msw';
 *
 * console.log(DEFAULT_BASE_URL); // https://roadtest.test
 */
export const DEFAULT_BASE_URL = 'https://roadtest.test';

/**
 * The options of `roadtestHandler`.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type RoadtestHandlerOptions, roadtestHandler } from 'roadtest/msw';
 *
 * const options: RoadtestHandlerOptions = { baseUrl: 'https://api.example.com' };
 * console.log(typeof roadtestHandler(createSimulator(), options)); // object
 */
export interface RoadtestHandlerOptions {
  /**
   * The address under which the simulator is found, with or without a path. Default: DEFAULT_BASE_URL.
   * In a page it may be relative to the page. Requests elsewhere are left to other handlers.
   */
  baseUrl?: string;
}

/**
 * A request handler for `setupServer` or `setupWorker` that answers like the service, its control
 * API under `/_control` included. Its type is the one that is asked for where it is passed on, so that it fits the
 * MSW of a project whose `roadtest` has another copy of MSW beside it, as a linked folder has.
 *
 * @throws {TypeError} with code `BASE_URL_INVALID` when the base address is none, `OPTION_INVALID` for an option that
 *   there is not.
 *
 * @example
 * import { setupServer } from 'msw/node';
 * import { createSimulator } from 'roadtest';
 * import { roadtestHandler } from 'roadtest/msw';
 *
 * const server = setupServer(roadtestHandler(createSimulator(), { baseUrl: 'https://api.example.com' }));
 * server.listen();
 * console.log((await fetch('https://api.example.com/api/devices')).status); // 401
 * server.close();
 */
export function roadtestHandler<Handler extends object = HttpHandler>(
  simulator: Served,
  options?: RoadtestHandlerOptions,
): Handler;
export function roadtestHandler(simulator: Served, options: RoadtestHandlerOptions = {}): HttpHandler {
  checkOptions(options, { baseUrl: true }, 'roadtestHandler');
  const base = parseBase(options.baseUrl ?? DEFAULT_BASE_URL);
  const isForeign = isOfOtherOrigin(base);
  const { handle, bodyLimit } = simulator;

  return http.all(patternOf(base), async ({ request }) => {
    const reply = await handle(
      await toCall(request, targetOf(request.url, base.length), bodyLimit, PAGE_HEADERS),
    );
    if (reply.dropped) return HttpResponse.error();
    const headers = { ...(isForeign && exposing(reply)), ...reply.headers };
    return toResponse({ ...reply, headers }, request);
  });
}

/**
 * Left out of calls. The guard of the control API is against foreign pages that call a server; here
 * the code under test calls its own simulator, wherever its page comes from.
 */
const PAGE_HEADERS = ['host', 'origin'];

/** The base address in the form in which requests are written, without a slash at its end. */
function parseBase(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl, globalThis.location?.href);
  } catch (cause) {
    const error = new TypeError(
      `baseUrl ${JSON.stringify(baseUrl)} is not an address. Try one like ${DEFAULT_BASE_URL}.`,
      { cause },
    );
    throw Object.assign(error, { code: 'BASE_URL_INVALID' });
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Matches the base address and everything under it. A pattern spares MSW to parse a path at every request. */
function patternOf(base: string): RegExp {
  return new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?=/|$)`);
}

/** Path and query under the base address. */
function targetOf(address: string, baseLength: number): string {
  const hash = address.indexOf('#', baseLength);
  const target = hash < 0 ? address.slice(baseLength) : address.slice(baseLength, hash);
  return target.startsWith('/') ? target : `/${target}`;
}

function isOfOtherOrigin(base: string): boolean {
  const own = globalThis.location?.origin;
  return own !== undefined && base !== own && !base.startsWith(`${own}/`);
}
