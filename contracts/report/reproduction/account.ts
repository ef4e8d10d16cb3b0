/** The clock and the licences of an account in a script: times and totals are not those of the run. */
import { parseDuration } from '../../kit/durations.ts';
import { fieldOf, jsonIn } from '../../kit/json.ts';
import type { Exchange } from '../../suite/run.ts';

interface Exchanges {
  readonly exchanges: readonly Exchange[];
}

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/** The present of the deployment, in seconds, by the last answer up to this index; `undefined` where none has a date. */
export function presentAt({ exchanges }: Exchanges, index: number): number | undefined {
  const dated = exchanges.findLast((one) => one.index <= index && dateOf(one) !== undefined);
  const first = dated ?? exchanges.find((one) => dateOf(one) !== undefined);
  return first && dateOf(first);
}

function dateOf({ reply }: Exchange): number | undefined {
  const at = Date.parse(reply?.headers.date ?? '') / 1000;
  return Number.isNaN(at) ? undefined : at;
}

/** The seconds of the day in which an exchange was sent. */
export function timeOfDayAt(run: Exchanges, { index }: Exchange): number | undefined {
  const at = presentAt(run, index - 1);
  return at === undefined ? undefined : at % DAY_S;
}

/** Whether a request moves the clock of a Roadtest server, and how far. */
export function clockBy({ request }: Exchange): 'hours' | 'less' | undefined {
  if (!request.url.endsWith('/_control/clock/advance')) return undefined;
  const by = fieldOf(jsonIn(request.body ?? ''), 'by');
  const ms = typeof by === 'string' ? parseDuration(by) : undefined;
  if (ms === undefined) return undefined;
  return ms >= HOUR_MS ? 'hours' : 'less';
}

/** Whether a request makes a device on a Roadtest server. */
export function isNewDevice({ request: { method, url } }: Exchange): boolean {
  return method === 'POST' && url.endsWith('/_control/devices');
}

/** By how much a request raises the total of licences of a Roadtest server. */
export function licencesMore({ exchanges }: Exchanges, { index, request }: Exchange): number | undefined {
  if (!request.url.endsWith('/_control/account')) return undefined;
  const total = totalIn(request.body);
  const before = exchanges.findLast(
    (one) => one.index < index && one.request.url === request.url && totalIn(one.reply?.body) !== undefined,
  );
  const known = totalIn(before?.reply?.body);
  return total === undefined || known === undefined ? undefined : total - known;
}

function totalIn(body = ''): number | undefined {
  const total = fieldOf(fieldOf(jsonIn(body), 'licences'), 'total');
  return typeof total === 'number' ? total : undefined;
}
