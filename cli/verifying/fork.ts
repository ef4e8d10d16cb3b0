/**
 * The fork of a world that a run judges in its place, on a server of Roadtest: clock, devices, licences and users of the
 * world itself stay as they are. The fork is the run's alone, and is gone after it.
 */
import { isClock } from '../../contracts/deployment/controls/simulator.ts';
import { keptUntilDone, nodeHost } from '../../contracts/hosts/node.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { controlAddress, worldHeader, worldPrefix } from '../../contracts/kit/world-address.ts';
import type { Fetch } from './proxy.ts';
import { type Asking, askControl, type ControlAnswer } from './target.ts';

/** The place that the requests of a run go to. */
export interface Ground {
  fetch: Fetch;
  /** True if it is a fork: then there is nothing to lock, to journal or to sweep. */
  forked: boolean;
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
  const why = `The world itself is judged, since it cannot be forked: ${unforked}.`;
  return { fetch, forked: false, warnings: unforked === undefined ? [] : [why], end: async () => undefined };
}

/** A fork of the world at an address, or what is there where no fork can be made. Never rejects. */
export async function groundFor(target: URL, asking: Asking): Promise<Ground> {
  const clock = await askControl(`${controlAddress(target)}/clock`, {}, asking);
  if (clock.fields.code === 'CONTROL_TOKEN_NEEDED')
    return itself(asking.fetch, 'its control API requires the control token');
  if (!isClock(clock.fields)) return itself(asking.fetch);
  const { signal, ...unsignalled } = asking;
  const worlds = `${target.origin}/_control/worlds`;
  const name = `run-${nodeHost().nonce()}`;
  const end = async () => {
    const hurried = signal?.aborted ? { timeoutMs: ENDING } : {};
    await askControl(`${worlds}/${name}`, { method: 'DELETE' }, { ...unsignalled, ...hurried });
  };
  const body = { name, fork: worldPrefix(target.pathname).split('/').at(-1) || null };
  const timeoutMs = Math.max(MAKING, asking.timeoutMs ?? 0);
  const made = await askControl(worlds, { method: 'POST', body }, { ...asking, timeoutMs });
  if (!made.ok || made.fields.name !== name) {
    // It may be made all the same, where its own answer was lost on the way.
    if (made.fields.code === undefined) await end();
    return itself(asking.fetch, whyNot(made));
  }
  const fetch: Fetch = keptUntilDone((request) => {
    if (new URL(request.url).origin === target.origin) request.headers.set(worldHeader, name);
    return asking.fetch(request);
  });
  // From within a world no other can be asked for: who answers that did not look at the header.
  const other = await askControl(worlds, {}, { ...asking, fetch });
  if (!other.ok) return { fetch, forked: true, warnings: [], end };
  await end();
  return itself(asking.fetch, 'the server does not take the header that names a world');
}

function whyNot({ failure, fields: { code, detail } }: ControlAnswer): string {
  if (failure !== undefined) return failure;
  const says = typeof detail === 'string' && code !== 'UNKNOWN_PATH';
  return says ? excerpt(detail).replace(/\.$/, '') : 'the server has only this world';
}
