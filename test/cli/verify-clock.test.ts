/** `verify` as it is built, behind a proxy that writes the Date header. The deployment's clock can be advanced. Needs a build. */
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { explore } from '../../cli/commands/explore.ts';
import { run } from '../../cli/run.ts';
import type { Reply } from '../../simulator/http/call.ts';
import { listening } from '../command/proxy.ts';
import { launch } from '../command/roadtest.ts';
import { demo, deployed, folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { oneIn, turns } from '../sample.ts';
import { tokensWithoutIat } from '../without-iat.ts';

const inTurn = turns(4);

const few = ['token/', 'auth/valid-until-expiry/list', 'auth/expired-refused/list'].join();

/** Headers that the proxy or the connection writes. */
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

type Writer = (answered: Answered) => string | undefined;

/** The first `Date` of each minute is that of all answers until the next. */
function cachedForAMinute(): Writer {
  let kept: { date: string | undefined; at: number } | undefined;
  return ({ date }) => {
    if (kept === undefined || Date.now() - kept.at >= 60_000) kept = { date, at: Date.now() };
    return kept.date;
  };
}

const realDate = () => new Date().toUTCString();

const byTokens = 'The Date header does not follow the control advance, as where a proxy writes it';
const byNothing = 'The Date header does not follow the control advance, and no iat in tokens shows the time';

/** The Date header that the proxy writes (`undefined`: none), and the line that is said of it, if any. */
const proxies: { [what: string]: { write: Writer; said?: string } } = {
  'for the API, not for controls': {
    write: ({ date, isControl }) => (isControl ? date : realDate()),
    said: byTokens,
  },
  'for all': { write: realDate, said: byTokens },
  'for all, before a service whose tokens have no iat,': { write: realDate, said: byNothing },
  'as it came, before a service whose tokens have no iat,': { write: ({ date }) => date },
  'that a cache keeps for a minute': { write: cachedForAMinute(), said: byTokens },
  'that a cache keeps for a minute, before a service whose tokens have no iat,': {
    write: cachedForAMinute(),
    said: byNothing,
  },
  'that is none': { write: () => undefined },
  'that stands still': { write: () => new Date(0).toUTCString(), said: byTokens },
  'hours behind': { write: () => new Date(Date.now() - 7_200_000).toUTCString(), said: byTokens },
  'hours ahead': { write: () => new Date(Date.now() + 7_200_000).toUTCString(), said: byTokens },
  'seconds ahead': { write: ({ date = '' }) => new Date(Date.parse(date) + 12_000).toUTCString() },
  'seconds behind': { write: ({ date = '' }) => new Date(Date.parse(date) - 12_000).toUTCString() },
};

async function behind(write: Writer, hasIat: boolean): Promise<string> {
  const tokens = hasIat ? undefined : tokensWithoutIat();
  const { url, simulator } = await deployed({ at: Math.floor(Date.now() / 1000) * 1000 });
  expect(simulator.clock.view().frozen).toBe(true);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
    const { authorization } = headers;
    if (authorization && tokens) headers.authorization = tokens.inward(authorization);
    const sent = { method: request.method ?? 'GET', headers: headers as Record<string, string> };
    const answer = await fetch(url + request.url, { ...sent, ...(body && { body }), redirect: 'manual' });
    const isControl = request.url?.startsWith('/_control') ?? false;
    const date = write({ date: answer.headers.get('date') ?? undefined, isControl });
    response.sendDate = false;
    const others = [...answer.headers].filter(([name]) => !own.has(name));
    response.writeHead(answer.status, { ...Object.fromEntries(others), ...(date && { date }) });
    const text = await answer.text();
    response.end(request.url === '/api/Auth/Token' ? (tokens?.outward(text) ?? text) : text);
  });
  return listening(server);
}

it.runIf(inTurn())('explore says of a Date header that does not follow what verify says of it', async () => {
  const onReply = (reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, date: new Date(0).toUTCString() },
  });
  const { url } = await deployed({ devices: 3, onReply });
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder, ...demo } });
  const words = ['explore', url, '--seed', '1', '--requests', '30', '--in-place'];
  await run({ explore: async () => explore }, words, io);
  expect(io.written().out).toContain(byTokens);
});

describe('a proxy that writes a Date header of its own', () => {
  it.runIf(inTurn()).each(oneIn(6, Object.keys(proxies)))(
    '%s fails no rule that holds, leaves none open, and leaves those unreached that no clock is there for',
    async (name) => {
      const { write, said } = proxies[name] ?? { write: () => undefined };
      const address = await behind(write, !name.includes('no iat'));
      const { code, out } = await launch(['verify', address, '--only', few], { env: demo }).ended;
      const reached = said === byNothing ? 'not reached' : undefined;
      expect([name, code, out.match(/✘ fail|left open|not reached(?= +✔)/)?.[0]]).toEqual([name, 0, reached]);
      const lines = out.split('\n').filter((line) => line.startsWith('! The Date header'));
      expect([name, ...lines]).toEqual([name, ...(said ? [expect.stringContaining(said)] : [])]);
    },
  );
});
