/** How much of what was seen could be judged: what a dead deployment answers says nothing about the rules. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../deployment/exchange.ts';
import { knownGood } from '../deployment/probing/probing.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, unlessUnreached } from '../deployment/transport/failures.ts';
import { type Event, type SingleEvent, singleEvents } from '../judge/event.ts';
import { operations } from '../specification/operations.ts';

/** Returns whether an event holds something that the judge can judge; an answer that says nothing leaves all open. */
export function canBeJudged(event: Event | undefined): boolean {
  return event !== undefined && singleEvents([event]).some(says);
}

function says(event: SingleEvent): boolean {
  if (event.kind === 'read' || event.kind === 'visited') return event.found !== undefined;
  if ('taken' in event) return event.taken === 'taken' || event.taken === 'refused';
  if (event.kind === 'choices') return event.count !== undefined;
  if (event.kind === 'called') return event.served !== 'unclear';
  if (event.kind === 'settings') return Object.keys(event.read).length > 0;
  if (event.kind === 'licences' || event.kind === 'allotted')
    return event.used !== undefined || event.available !== undefined;
  return true;
}

/** How the paths of the API begin. */
const PATHS = [...new Set(operations.map(({ path }) => path.replace(/\{.*/, '')))];

/**
 * Returns whether the API served something in a history. Where it was only asked for what it refuses, or controls alone were
 * asked, it is asked for what it served before, unless it served the last request of the run.
 *
 * @param exchanges all of the run
 * @param ofHistory those of the history
 */
export async function isServed(
  deployment: Deployment,
  exchanges: readonly Exchange[],
  ofHistory: readonly Exchange[],
): Promise<boolean> {
  const { basePath } = deployment.lens;
  // A request that is still on its way says nothing yet.
  const isOfApi = ({ request: { url }, reply, failure }: Exchange) =>
    (reply !== undefined || failure !== undefined) && PATHS.some((path) => url.includes(basePath + path));
  const own = ofHistory.filter(isOfApi);
  const last = own.length > 0 ? undefined : exchanges.findLast(isOfApi);
  if (own.some(isServing) || (last && isServing(last))) return true;
  const began = exchanges.length;
  const isSeen = () => exchanges.slice(began).some((one) => one.request.method === 'GET' && isServing(one));
  const ask = async () => {
    const { operation = 'listDevices', id } = (await knownGood(deployment).catch(unlessUnreached)) ?? {};
    await deployment.call(operation, id === undefined ? {} : { id });
    // A known answer may be one without a word.
    if (!isSeen() && operation !== 'listDevices') await deployment.call('listDevices');
  };
  // A deployment that breaks off serves nothing.
  await ask().catch((error: unknown) => (breakOffIn(error) ? undefined : unlessUnbound(error)));
  return isSeen();
}

/** A success that holds JSON: an empty body or a page says nothing. */
function isServing({ reply }: Exchange): boolean {
  return reply !== undefined && Math.floor(reply.status / 100) === 2 && /^\s*[[{]/.test(reply.body);
}
