/** A proof as text: a line for each row, then what exposes the client, each with the command that repeats it. */
import { shellWord } from '../../contracts/kit/curl.ts';
import { plural } from '../../contracts/kit/phrases.ts';
import type { Io } from '../command.ts';
import type { Given } from './options.ts';
import type { Row } from './rows.ts';

/** `right`: as expected; `exposed`: not; `not reached`: the tests make no call that would meet it. */
export type Finding = 'right' | 'exposed' | 'not reached';

export interface RowResult extends Pick<Row, 'id' | 'says' | 'expects'> {
  readonly finding: Finding;
  /** The wrong deeds of the client, or why the row was not reached; each a sentence. */
  readonly reasons: readonly string[];
  /** The exit code of the tests; `null` where they were not run. */
  readonly code: number | null;
  /** Real time, in ms. */
  readonly took: number;
  readonly calls: number;
  /** The end of what the tests wrote, where they expose the client. */
  readonly output: string;
  /** The command line that runs the row again. */
  readonly again: string;
}

export interface Proven {
  /** The plain runs, in ms of real time. */
  readonly plain: readonly number[];
  readonly calls: number;
  readonly rows: readonly RowResult[];
  /** True if it was asked to stop before the last row. */
  readonly interrupted: boolean;
}

const signs: { readonly [F in Finding]: string } = { right: '✔', exposed: '✘', 'not reached': '·' };

/** A row in one line. */
export function lineOf({ id, expects, finding, reasons, took }: RowResult, { colors }: Io): string {
  const paint = { right: colors.green, exposed: colors.red, 'not reached': colors.dim }[finding];
  const name = id.padEnd(36);
  if (finding === 'not reached') return `${paint(signs[finding])} ${colors.dim(`${name} not reached`)}\n`;
  const said = finding === 'exposed' ? ` ${reasons[0] ?? ''}` : '';
  const seconds = (took / 1000).toFixed(1).padStart(5);
  return `${paint(signs[finding])} ${name} ${expects.padEnd(12)} ${seconds} s${said}\n`;
}

/** The end of the report: what exposes the client, what was not reached, and the counts. */
export function summaryOf({ rows, calls, plain, interrupted }: Proven, { colors }: Io): string {
  const found = (wanted: Finding) => rows.filter(({ finding }) => finding === wanted);
  const [exposed, unreached] = [found('exposed'), found('not reached')];
  const time = [...rows.map(({ took }) => took), ...plain].reduce((sum, took) => sum + took, 0);
  return [
    ...exposed.map(
      (row) =>
        `\n${colors.red(signs.exposed)} ${colors.bold(row.id)}: ${row.says}\n` +
        `  A right client ${row.expects}${row.expects === 'gives up' ? ' in time' : ''}.\n` +
        row.reasons.map((reason) => `  ${reason}\n`).join('') +
        (row.code === 0 || row.output.trim() === '' ? '' : `${colors.dim(tailOf(row.output))}\n`) +
        `  again: ${row.again}\n`,
    ),
    ...(unreached.length === 0 ? [] : ['\nNot reached by these tests:\n']),
    ...unreached.map(({ id, reasons }) => `  ${id}: ${reasons.join(' ')}\n`),
    `\n${plural(rows.length, 'row')}: ${signs.right} ${found('right').length} as a right client · `,
    `${signs.exposed} ${exposed.length} exposed · ${unreached.length} not reached · `,
    `${calls} calls in a plain run · ${Math.round(time / 1000)} s${interrupted ? ' · interrupted' : ''}\n`,
  ].join('');
}

/** The options that a row needs to be run again. */
const REPEATED = ['frozen', 'still', 'profile', 'devices', 'seed', 'at', 'fixture', 'time'] as const;

/** The command line that runs a row again. */
export function againOf(id: string, given: Given, words: readonly string[]): string {
  const options = REPEATED.flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
  return ['roadtest', 'prove', ...options, '--only', id, '--', ...words].map(shellWord).join(' ');
}

const LINES = 12;

function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LINES);
  return lines.map((line) => `  | ${line}`).join('\n');
}
