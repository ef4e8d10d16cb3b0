/** `verify` as it is built, behind a proxy that writes the Date header. The deployment's clock can be advanced. Needs a build. */
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../sample.ts';
import { listening } from './proxy.ts';
import { launch } from './roadtest.ts';
import { demo, deployed } from './verifying.ts';

const few = ['token/', 'auth/valid-until-expiry/list', 'auth/expired-refused/list'].join();

/** What the proxy writes itself, or the connection. */
const own = new Set([
  'date',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'content-encoding',
]);

interface Answered {
  date: string | undefined;
  isControl: boolean;
}

/** What the proxy writes; `undefined`: no Date header. */
const proxies: { [what: string]: (answered: Answered) => string | undefined } = {
  'for the API, not for controls': ({ date, isControl }) => (isControl ? date : new Date().toUTCString()),
  'for all': () => new Date().toUTCString(),
  'that is none': () => undefined,
  'that stands still': () => new Date(0).toUTCString(),
  'hours behind': () => new Date(Date.now() - 7_200_000).toUTCString(),
  'hours ahead': () => new Date(Date.now() + 7_200_000).toUTCString(),
  'seconds ahead': ({ date = '' }) => new Date(Date.parse(date) + 12_000).toUTCString(),
  'seconds behind': ({ date = '' }) => new Date(Date.parse(date) - 12_000).toUTCString(),
};

async function behind(write: (answered: Answered) => string | undefined): Promise<string> {
  const { url, simulator } = await deployed({ at: Math.floor(Date.now() / 1000) * 1000 });
  expect(simulator.clock.view().frozen).toBe(true);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
    const sent = { method: request.method ?? 'GET', headers: headers as Record<string, string> };
    const answer = await fetch(url + request.url, { ...sent, ...(body && { body }), redirect: 'manual' });
    const isControl = request.url?.startsWith('/_control') ?? false;
    const date = write({ date: answer.headers.get('date') ?? undefined, isControl });
    response.sendDate = false;
    const others = [...answer.headers].filter(([name]) => !own.has(name));
    response.writeHead(answer.status, { ...Object.fromEntries(others), ...(date && { date }) });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return listening(server);
}

describe('a proxy that writes a Date header of its own', () => {
  it.each(oneIn(4, Object.keys(proxies)))(
    '%s fails no rule that holds, and leaves none unreached',
    async (name) => {
      const address = await behind(proxies[name] ?? (() => undefined));
      const { code, out } = await launch(['verify', address, '--only', few], { env: demo }).ended;
      expect([name, code, out.match(/✘ fail|not reached|left open/g)]).toEqual([name, 0, null]);
      const isSaid = /Date header of the API does not follow|Clocks of the deployment differ/.test(out);
      expect([name, isSaid]).toEqual([name, name !== 'that is none']);
    },
  );
});
