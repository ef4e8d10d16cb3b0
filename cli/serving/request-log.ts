/** A line for each call of the public API, as it is answered. */
import { shortened, visible } from '../../contracts/kit/untrusted.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { CliError, type Io } from '../command.ts';

type OnRequest = NonNullable<SimulatorOptions['onRequest']>;
type Served = Parameters<OnRequest>[0];

/** Longest address that is printed, in characters. */
const LONGEST = 100;
/** Widths of the columns of method and address. */
const METHOD = 6;
const ADDRESS = 40;

const formats: { readonly [name: string]: ((io: Io) => OnRequest) | undefined } = {
  pretty: (io) => (served) => io.out(`${inWords(served, io)}\n`),
  json: (io) => (served) =>
    io.json({ ...served, receivedAt: iso(served.receivedAt), simulatedAt: iso(served.simulatedAt) }),
  off: undefined,
};

/**
 * The function that prints calls; `undefined` where none are printed: without a terminal, unless that is asked for.
 *
 * @param format `pretty`, `json` or `off`
 * @throws CliError WRONG_OPTION
 */
export function requestLog(format: string | undefined, io: Io, json: boolean): OnRequest | undefined {
  const chosen = format ?? (io.interactive && !json ? 'pretty' : 'off');
  if (Object.hasOwn(formats, chosen)) return formats[chosen]?.(io);
  throw new CliError('WRONG_OPTION', `--log takes ${Object.keys(formats).join(', ')}.`, {
    hint: 'For example --log json: one JSON object a line.',
  });
}

/** Simulated time, method, address, status, real time that it took, and what is remarkable. */
function inWords(
  { simulatedAt, method, target, operation, status, milliseconds, note }: Served,
  { colors }: Io,
): string {
  const { dim, red, yellow, green } = colors;
  const paint = status === null || status >= 500 ? red : status >= 400 ? yellow : green;
  const address = visible(shortened(target, LONGEST)).padEnd(ADDRESS);
  const took = dim(`${milliseconds.toFixed(1)} ms${operation === null ? '' : `  ${operation}`}`);
  const remark = note === undefined ? '' : `  ${yellow(note)}`;
  return `${dim(iso(simulatedAt).slice(11, 19))}  ${method.padEnd(METHOD)}  ${address}  ${paint(status === null ? 'cut' : String(status))}  ${took}${remark}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
