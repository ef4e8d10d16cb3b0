/** The clock and the licences of an account in a script: times and totals are not those of the run. */
import { parseDuration } from '../../kit/durations.ts';
import { fieldOf, jsonIn } from '../../kit/json.ts';
import type { Exchange } from '../../verify/run.ts';

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

/** The body of a request that moves the clock by hours, before and after the text that says how far. */
export function clockByHours({ purpose, request }: Exchange): readonly [string, string] | undefined {
  const {
    0: span = '',
    index = 0,
    input: body = '',
  } = /(?<=")PT[\dHMS.]+(?=")/.exec(request.body ?? '') ?? {};
  if (purpose !== 'clock' || (parseDuration(span) ?? 0) < HOUR_MS) return undefined;
  return [body.slice(0, index), body.slice(index + span.length)];
}

/** Whether a request makes a device on a Roadtest server. */
export function isNewDevice({ request: { method, url } }: Exchange): boolean {
  return method === 'POST' && url.endsWith('/_control/devices');
}

/** How many licences are free after a request that sets their total on a Roadtest server; less than none where more are used. */
export function licencesLeft({ request, reply }: Exchange): number | undefined {
  if (!request.url.endsWith('/_control/account') || licencesIn(request.body)('total') === undefined)
    return undefined;
  const licences = licencesIn(reply?.body);
  const [total, used] = [licences('total'), licences('used')];
  return total === undefined || used === undefined ? undefined : total - used;
}

function licencesIn(body = ''): (name: 'total' | 'used') => number | undefined {
  const licences = fieldOf(jsonIn(body), 'licences');
  return (name) => {
    const count = fieldOf(licences, name);
    return typeof count === 'number' ? count : undefined;
  };
}
