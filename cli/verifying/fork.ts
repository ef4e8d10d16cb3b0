/**
 * The fork of a world that a run judges in its place, on a server of Roadtest: clock, devices, licences and users of the
 * world itself stay as they are. The fork is the run's alone, and is gone after it.
 */

import { isClock } from '../../contracts/deployment/controls/simulator.ts';
import { keptUntilDone, nodeHost } from '../../contracts/hosts/node.ts';
import { fieldOf } from '../../contracts/kit/json.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { controlAddress, worldHeader, worldPrefix } from '../../contracts/kit/world-address.ts';
import type { Fetch } from './proxy.ts';
import { type Asking, askControl } from './target.ts';

/** Where the requests of a run go. */
export interface Ground {
  fetch: Fetch;
  /** True if it is a fork: then there is nothing to lock, to journal or to sweep. */
  forked: boolean;
  /** To be said before the run; what is to be in its record as well. */
  said?: string;
  warnings: readonly string[];
  /** Ends the fork, whatever has come of the run. */
  end(): Promise<void>;
}

/** A copy of a large world takes a while, in ms. */
const MAKING = 60_000;
/** After an interruption the answer to the end of the fork is waited for so long at most, in ms: it ends without it, too. */
const ENDING = 1_000;

/** The deployment itself: only a server of Roadtest has worlds. */
export function itself(fetch: Fetch, unforked?: string): Ground {
  const warnings =
    unforked === undefined
      ? []
      : [`The world itself is judged, since no fork of it can be made: ${unforked}.`];
  return { fetch, forked: false, warnings, end: async () => undefined };
}

/** A fork of the world at an address, or what is there where no fork can be made. Never rejects. */
export async function groundFor(target: URL, asking: Asking): Promise<Ground> {
  const clock = await answerTo(`${controlAddress(target)}/clock`, {}, asking);
  if (clock.code === 'CONTROL_TOKEN_NEEDED')
    return itself(asking.fetch, 'its control API requires the control token');
  if (!isClock(clock.json)) return itself(asking.fetch);
  const { signal: _, ...unsignalled } = asking;
  const source = worldPrefix(target.pathname);
  const worlds = `${target.origin}/_control/worlds`;
  const name = `run-${nodeHost().nonce()}`;
  const body = { name, fork: source === '' ? null : source.slice(source.lastIndexOf('/') + 1) };
  const end = async () => {
    const hurried = asking.signal?.aborted ? { timeoutMs: ENDING } : {};
    await answerTo(`${worlds}/${name}`, { method: 'DELETE' }, { ...unsignalled, ...hurried });
  };
  const making = { ...asking, timeoutMs: Math.max(MAKING, asking.timeoutMs ?? 0) };
  const made = await answerTo(worlds, { method: 'POST', body }, making);
  if (!made.ok || fieldOf(made.json, 'name') !== name) {
    // It may be made all the same, where the answer was lost.
    if (made.json === undefined) await end();
    return itself(asking.fetch, made.why);
  }
  const fetch = within(asking.fetch, target.origin, name);
  // From within a world no other can be asked for: who answers that did not look at the header.
  const other = await answerTo(worlds, {}, { ...asking, fetch });
  if (other.ok) {
    await end();
    return itself(asking.fetch, 'the server does not take the header that names a world');
  }
  const said = 'A fork of the world is judged, and the world itself stays as it is (--in-place judges that).';
  return { fetch, forked: true, said, warnings: [], end };
}

interface Answered {
  ok: boolean;
  json: unknown;
  code: unknown;
  /** Where it is not `ok`: why not. */
  why: string;
}

/** Never rejects. */
async function answerTo(
  address: string,
  call: { method?: string; body?: object },
  asking: Asking,
): Promise<Answered> {
  try {
    const { ok, json } = await askControl(address, call, asking);
    const code = fieldOf(json, 'code');
    const detail = fieldOf(json, 'detail');
    const says = typeof detail === 'string' && code !== 'UNKNOWN_PATH';
    const why = says ? excerpt(detail).replace(/\.$/, '') : 'the server has only this world';
    return { ok, json, code, why };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, json: undefined, code: undefined, why };
  }
}

/** The same requests, to a world of that server. */
function within(fetch: Fetch, origin: string, name: string): Fetch {
  return keptUntilDone((request) => {
    if (new URL(request.url).origin === origin) request.headers.set(worldHeader, name);
    return fetch(request);
  });
}
